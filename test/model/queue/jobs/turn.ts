// A turn: settles jobs, heals the queue, and leases the next jobs.

import { chooseJobs } from "../groups/choose.ts";
import { adoptLimits } from "../groups/limits.ts";
import { arrange } from "../state/arrange.ts";
import { BOUNDS } from "../state/bounds.ts";
import { ageEndings } from "../state/endings.ts";
import type { Model } from "../state/model.ts";
import { commit, nextDue } from "../state/moves.ts";
import { jobsIn } from "../state/order.ts";
import { type Request, type RequestResult, refuseOrReplay, remember, type TurnReply } from "../state/requests.ts";
import type { ProgramSettings } from "../state/settings.ts";
import { addListener, hasListeners, publishWake } from "../state/wakes.ts";
import { isRegistered } from "./enqueue.ts";
import { expire, promoteDue, reclaim } from "./heal.ts";
import { turnGroupedPlain } from "./plain-turn.ts";
import { trimAfterUnit, trimInUnit } from "./retention.ts";
import { findStaleReason, type SettleItem, settle } from "./settle.ts";
import { type TakenJobs, type TurnLease, takeFirst } from "./take.ts";

/** A turn: the items to settle, the lease, and the settings of the program. */
export interface TurnOptions {
  items: SettleItem[];
  lease: TurnLease;
  settings: ProgramSettings;
}

/** Settles jobs, heals the queue and leases the next jobs, unless the request is refused or replayed. */
export function turn(model: Model, request: Request, { items, lease, settings }: TurnOptions): RequestResult {
  const known = refuseOrReplay(model, request);
  if (known) return known;
  // Nothing is written for a queue that does not exist.
  if (!model.exists) return { status: "ok", reply: { turn: absentReply(model, items) } };
  if (lease.isGrouped && lease.isPlain) return turnGroupedPlain(model, request, { items, lease, settings });
  if (lease.isGrouped) adoptLimits(model, settings.limits);
  return new Turn(model, request, { lease, settings }).carryOut(items);
}

/** Returns the reply of a queue that does not exist. */
function absentReply(model: Model, items: SettleItem[]): TurnReply {
  const letters = items.map((item) => findStaleReason(model, item)).join("") || "-";
  return { letters, now: model.now, more: false, due: nextDue(model), flags: "", heads: [] };
}

class Turn {
  readonly #model: Model;
  readonly #request: Request;
  readonly #turnLease: TurnLease;
  readonly #settings: ProgramSettings;
  readonly #isOverdue: boolean;
  readonly #isPaused: boolean;
  readonly #isGrouped: boolean;
  #settles = false;
  /** The due time before a lease that wrote nothing. */
  #unwrittenDue: number | undefined;

  constructor(model: Model, request: Request, { lease, settings }: Omit<TurnOptions, "items">) {
    this.#model = model;
    this.#request = request;
    this.#turnLease = lease;
    this.#settings = settings;
    this.#isOverdue = model.now >= model.due;
    this.#isPaused = model.flags.has("p");
    this.#isGrouped = model.flags.has("g");
  }

  /** Settles items, heals, leases and publishes a wake, in the same units of work as the script. */
  carryOut(items: SettleItem[]): RequestResult {
    const [model, { isPlain, hasBeat }] = [this.#model, this.#turnLease];
    this.#settles = items.length > 0;
    // Counted before the items are settled, since jobs whose lease has expired may be ready.
    const ready = jobsIn(model, "ready").length;
    const isFirst = isPlain ? (model.totals.get("completed") ?? 0) === 0 : undefined;
    const isLeaseAsked = this.#turnLease.count > 0;
    const { letters, hasLeftReady, excess } = this.#settles
      ? settle(model, items, this.#settings)
      : { letters: "-", hasLeftReady: false, excess: 0 };
    // If items are left to another request, that one leases.
    const leases = isLeaseAsked && !letters.includes("M");
    // Settling and leasing are one unit unless the lease depends on what is settled or due.
    const isOneUnit =
      this.#settles &&
      leases &&
      (isPlain || (!this.#isGrouped && !this.#isOverdue && !hasLeftReady && model.madeReady === 0));
    let reply: TurnReply = { letters, now: model.now, more: isLeaseAsked, flags: this.#flags, heads: [] };
    if (!this.#settles) reply.more = false;
    else if (!isOneUnit) this.#endUnit(reply, { isFirst });
    if (leases) {
      if (this.#isOverdue) this.#heal();
      reply = this.#lease(letters, { isOneUnit, isFirst, ready });
    }
    if (excess > 0) trimAfterUnit(model, this.#settings.retention, { ended: excess });
    this.#wake(reply, { isDrained: leases && !this.#isPaused && !reply.more });
    if (this.#unwrittenDue !== undefined && excess === 0) model.due = this.#unwrittenDue;
    if (!hasBeat) return { status: "ok", reply: { turn: reply } };
    this.#beat();
    return { status: "ok", reply: { turn: reply }, isRegistrationDue: !isRegistered(model) };
  }

  get #flags(): string {
    return [...this.#model.flags].join("");
  }

  /** Ends a unit with its reply. An empty lease with an idempotency key is not remembered. */
  #endUnit(reply: TurnReply, { isFirst }: { isFirst: boolean | undefined }): void {
    commit(this.#model, { isFirst });
    const isRemembered = this.#settles || reply.heads.length > 0 || this.#request.number !== 0;
    if (isRemembered) remember(this.#model, this.#request, { turn: reply });
  }

  /** Heals a number of jobs that depends on the number to lease. */
  #heal(): void {
    const limit = Math.min(1_000, BOUNDS.healed + (this.#isPaused ? 0 : this.#turnLease.count) * 2);
    expire(this.#model, limit);
    let isOver = false;
    const { failed } = reclaim(this.#model, limit, (jobs) => {
      const added = jobs.filter(({ state }) => state === "failed");
      isOver = trimInUnit(this.#model, this.#settings.retention, { added, ended: jobs.length });
    });
    if (isOver) trimAfterUnit(this.#model, this.#settings.retention, { ended: failed });
    promoteDue(this.#model, limit);
  }

  #lease(
    letters: string,
    { isOneUnit, isFirst, ready }: { isOneUnit: boolean; isFirst: boolean | undefined; ready: number },
  ): TurnReply {
    const [model, { isPlain, hasBeat, duration, count: max }] = [this.#model, this.#turnLease];
    // The due time of the sorted sets, which still contain the jobs that the unit in progress removes.
    const exact = nextDue(model);
    const before = model.due;
    if (this.#isOverdue) model.due = exact;
    const { heads, expired, hasMore } = this.#isPaused ? NOTHING_TAKEN : this.#take();
    const hasMoved = model.unit.moves.length > 0;
    // Jobs that groups make ready from here on are not leased.
    if (this.#isGrouped) model.madeReady = Math.max(0, model.madeReady - heads.length);
    arrange(model);
    // The due time of the jobs that the unit settles is only in the head.
    const isInHead = heads.length > 0 || isPlain || isOneUnit;
    const due = isInHead ? model.due : Math.min(exact, model.unit.limitedUntil);
    model.unit.limitedUntil = Number.POSITIVE_INFINITY;
    const isDue = (this.#isOverdue || !this.#isPaused) && model.now >= model.due;
    const more = isDue || hasMore || (isPlain && ready > max);
    const isListening = !isPlain && (heads.length === 0 || hasBeat) && addListener(model);
    const time = heads.length > 0 ? { endsAt: model.now + duration } : { now: model.now };
    const reply: TurnReply = { letters, ...time, more, due, flags: this.#flags, heads };
    // A repetition gets the reply to the lease, not that to the settlement before it.
    const replaces = this.#settles || this.#request.number !== 0;
    if (heads.length > 0 || isOneUnit || this.#isOverdue || isListening || expired > 0 || hasMoved || replaces)
      this.#endUnit(reply, { isFirst });
    else this.#unwrittenDue = before;
    return reply;
  }

  /** Leases the jobs that the groups choose, or the first ready ones. */
  #take(): TakenJobs {
    const { count: max } = this.#turnLease;
    const options = { lease: this.#turnLease, settings: this.#settings };
    if (!this.#isGrouped) return takeFirst(this.#model, jobsIn(this.#model, "ready"), { ...options, max });
    const { jobs, hasMore } = chooseJobs(this.#model, max);
    return { ...takeFirst(this.#model, jobs, { ...options, max: jobs.length }), hasMore };
  }

  /** Publishes a wake if jobs became ready and were not leased, or if the queue is empty. */
  #wake({ heads }: TurnReply, { isDrained }: { isDrained: boolean }): void {
    const model = this.#model;
    if (!this.#isGrouped) model.madeReady = Math.max(0, model.madeReady - heads.length);
    const hasNewWork = model.madeReady > 0 || model.isDueSooner;
    const isEmptied = isDrained && (heads.length > 0 || this.#isOverdue);
    const shouldWake = hasNewWork ? hasListeners(model, { writesFlags: false }) : isEmptied && model.flags.has("h");
    if (shouldWake) publishWake(model, { isDrained });
  }

  /** Notes the worker and the retention of its program, and ages the endings. */
  #beat(): void {
    const [model, { worker }] = [this.#model, this.#turnLease];
    if (this.#settings.setsRetention) model.policy = this.#settings.retention;
    if (worker !== "") model.workers.set(worker, model.now);
    ageEndings(model.endings, { now: model.now, by: "turn" });
  }
}

const NOTHING_TAKEN: TakenJobs = { heads: [], expired: 0, hasMore: false };
