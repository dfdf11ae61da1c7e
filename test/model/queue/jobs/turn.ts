// A turn: settles jobs, heals the queue, and leases the next jobs.
import { BOUNDS } from "../state/bounds.ts";
import { ageEndings } from "../state/endings.ts";
import { addLatencies } from "../state/latency.ts";
import type { Job, Model } from "../state/model.ts";
import { commit, count, lowerDue, nextDue, removeJob } from "../state/moves.ts";
import { jobsIn } from "../state/order.ts";
import { recordSize } from "../state/record.ts";
import {
  type LeasedHead,
  type Request,
  type RequestResult,
  refuseOrReplay,
  remember,
  type TurnReply,
} from "../state/requests.ts";
import type { ProgramSettings } from "../state/settings.ts";
import { issueTick, timeOfTick } from "../state/ticks.ts";
import { addListener, hasListeners, publishWake } from "../state/wakes.ts";
import { isRegistered } from "./enqueue.ts";
import { expire, promoteDue, reclaim } from "./heal.ts";
import { trimAfterUnit, trimInUnit } from "./retention.ts";
import { findStaleReason, type SettleItem, settle } from "./settle.ts";

/** The lease of a turn. */
export interface TurnLease {
  /** 0 to lease nothing. */
  count: number;
  duration: number;
  worker: string;
  /** The version of the worker's deployment; "" for none. */
  version: string;
  /** True to note the worker and the retention of its program. */
  hasBeat: boolean;
  /**
   * True if the plain script replies. It notes no listener, takes the due time from the head, and may report that more
   * jobs are ready although it completes the only other one itself.
   */
  isPlain: boolean;
}

interface TurnOptions {
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
  #settles = false;

  constructor(model: Model, request: Request, { lease, settings }: Omit<TurnOptions, "items">) {
    this.#model = model;
    this.#request = request;
    this.#turnLease = lease;
    this.#settings = settings;
    this.#isOverdue = model.now >= model.due;
    this.#isPaused = model.flags.has("p");
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
      this.#settles && leases && (isPlain || (!this.#isOverdue && !hasLeftReady && model.madeReady === 0));
    let reply: TurnReply = { letters, now: model.now, more: isLeaseAsked, flags: this.#flags, heads: [] };
    if (!this.#settles) reply.more = false;
    else if (!isOneUnit) this.#endUnit(reply, { isFirst });
    if (leases) {
      if (this.#isOverdue) this.#heal();
      reply = this.#lease(letters, { isOneUnit, isFirst, ready });
    }
    if (excess > 0) trimAfterUnit(model, this.#settings.retention, { ended: excess });
    this.#wake(reply, { isDrained: leases && !this.#isPaused && !reply.more });
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
    const limit = Math.min(1_000, 10 + (this.#isPaused ? 0 : this.#turnLease.count) * 2);
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
    if (this.#isOverdue) model.due = exact;
    const { heads, expired, hasMore } = this.#isPaused ? NOTHING_TAKEN : this.#takeReady();
    // The due time of the jobs that the unit settles is only in the head.
    const due = heads.length > 0 || isPlain || isOneUnit ? model.due : exact;
    const isDue = (this.#isOverdue || !this.#isPaused) && model.now >= model.due;
    const more = isDue || hasMore || (isPlain && ready > max);
    const isListening = !isPlain && (heads.length === 0 || hasBeat) && addListener(model);
    const time = heads.length > 0 ? { endsAt: model.now + duration } : { now: model.now };
    const reply: TurnReply = { letters, ...time, more, due, flags: this.#flags, heads };
    const isNumbered = this.#request.number !== 0;
    if (heads.length > 0 || isOneUnit || this.#isOverdue || isListening || expired > 0 || isNumbered)
      this.#endUnit(reply, { isFirst });
    return reply;
  }

  /** Leases the first ready jobs. Removes those past their time to live on the way. */
  #takeReady(): TakenJobs {
    const model = this.#model;
    const ready = jobsIn(model, "ready");
    const jobs: Job[] = [];
    let [bytes, read, expired, isFull] = [0, 0, 0, false];
    while (ready.length > 0 && jobs.length < this.#turnLease.count && !isFull) {
      const page = ready.splice(0, this.#turnLease.count - jobs.length);
      const readable = model.flags.has("l") ? countReadable(page, { bytes, min: read === 0 ? 1 : 0 }) : page.length;
      isFull = readable < page.length;
      read += readable;
      for (const job of page.slice(0, readable)) {
        bytes += recordSize(job);
        if (job.expiresAt === 0 || job.expiresAt > model.now) jobs.push(job);
        else {
          expired += 1;
          // The next heal makes the follower the job.
          if (job.follower) {
            job.state = "delayed";
            lowerDue(model, 0);
            continue;
          }
          removeJob(model, job, "E");
          count(model, "expired");
        }
      }
    }
    count(model, "leased", jobs.length);
    // A job that was given back is at its earlier place.
    const waiting = jobs.filter(({ run }) => !run?.isHeld && !/[gbw]/.test(run?.attempts.at(-1)?.letter ?? ""));
    addLatencies(
      model.waits,
      waiting.map(({ tick }) => model.now - timeOfTick(tick)),
    );
    return { heads: jobs.map((job) => this.#leaseJob(job)), expired, hasMore: isFull || ready.length > 0 };
  }

  #leaseJob(job: Job): LeasedHead {
    const { duration, worker, version } = this.#turnLease;
    const { attempt: attempts, ...before } = job.run ?? NO_RUN;
    const [fence, attempt, isFirst] = [issueTick(this.#model), attempts + 1, !job.run];
    const maxAttempts = job.maxAttempts ?? this.#settings.maxAttempts;
    job.run = { ...before, isHeld: true, fence, attempt, maxAttempts, worker, version };
    Object.assign(job, { state: "leased", time: this.#model.now + duration });
    lowerDue(this.#model, job.time);
    return { id: job.id, fence, attempt, isFirst };
  }

  /** Publishes a wake if jobs became ready and were not leased, or if the queue is empty. */
  #wake({ heads }: TurnReply, { isDrained }: { isDrained: boolean }): void {
    const model = this.#model;
    model.madeReady = Math.max(0, model.madeReady - heads.length);
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

interface TakenJobs {
  heads: LeasedHead[];
  /** The number of jobs past their time to live, which left the ready ones. */
  expired: number;
  /** True if more jobs are ready. */
  hasMore: boolean;
}

const NO_RUN = { attempt: 0, released: 0, postponed: 0, unfinished: 0, progress: "", attempts: [] };
const NOTHING_TAKEN: TakenJobs = { heads: [], expired: 0, hasMore: false };

/** Counts the first jobs, at least `min`, whose records one request may read after `bytes` of other records. */
function countReadable(page: Job[], { bytes, min }: { bytes: number; min: number }): number {
  let sum = bytes;
  const fitting = page.findIndex((job) => {
    sum += recordSize(job);
    return sum > BOUNDS.read;
  });
  return fitting < 0 ? page.length : Math.max(fitting, min);
}
