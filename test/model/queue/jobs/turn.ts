// A turn: jobs are settled, due ones are brought back, and the next ones are leased.
import { BOUNDS } from "../state/bounds.ts";
import { ageEndings } from "../state/endings.ts";
import { commit, count, drop, inState, type Job, lowerDue, type Model, nextDue, nextTick } from "../state/model.ts";
import { recordSize } from "../state/record.ts";
import { type Answer, type Head, openRequest, type Request, remember, type TurnReply } from "../state/requests.ts";
import type { Settings } from "../state/settings.ts";
import { addListener, hasListeners, wake } from "../state/wakes.ts";
import { isRegistered } from "./enqueue.ts";
import { expire, promoteDue, reclaim } from "./heal.ts";
import { trimAdded, trimWith } from "./retention.ts";
import { reasonNotHeld, type SettleItem, settle } from "./settle.ts";

export interface Wanted {
  /** 0 where nothing is to be leased. */
  count: number;
  duration: number;
  worker: string;
  /** True where the worker and the retention of its program are to be noted. */
  beats: boolean;
  /**
   * True where the plain script answers. It notes no listener, takes the due time from the head, and may say that more
   * jobs are ready where it completes the only other one itself.
   */
  isPlain: boolean;
}

export function turn(model: Model, request: Request, items: SettleItem[], wanted: Wanted, settings: Settings): Answer {
  const known = openRequest(model, request);
  if (known) return known;
  // Nothing is written for a queue that does not exist.
  if (!model.isMade) return { status: "ok", reply: { turn: replyOfNone(model, items) } };
  const run = new Turn(model, { request, wanted, settings });
  return run.carryOut(items);
}

function replyOfNone(model: Model, items: SettleItem[]): TurnReply {
  const letters = items.map((item) => reasonNotHeld(model, item)).join("") || "-";
  return { letters, now: model.now, more: false, due: nextDue(model), flags: "", heads: [] };
}

class Turn {
  readonly #model: Model;
  readonly #request: Request;
  readonly #wanted: Wanted;
  readonly #settings: Settings;
  readonly #isOverdue: boolean;
  readonly #isPaused: boolean;
  #settles = false;

  constructor(model: Model, { request, wanted, settings }: { request: Request; wanted: Wanted; settings: Settings }) {
    this.#model = model;
    this.#request = request;
    this.#wanted = wanted;
    this.#settings = settings;
    this.#isOverdue = model.now >= model.due;
    this.#isPaused = model.flags.has("p");
  }

  carryOut(items: SettleItem[]): Answer {
    const [model, { isPlain, beats }] = [this.#model, this.#wanted];
    this.#settles = items.length > 0;
    // Before the items are settled, since late ones may be ready.
    const line = inState(model, "ready");
    const isFirst = isPlain ? (model.totals.get("completed") ?? 0) === 0 : undefined;
    const asks = this.#wanted.count > 0;
    const { letters, leftLine, excess } = this.#settles
      ? settle(model, items, this.#settings)
      : { letters: "-", leftLine: false, excess: 0 };
    // The request that settles the rest leases.
    const leases = asks && !letters.includes("M");
    // Settling and leasing are one unit unless leasing depends on what is settled or due.
    const isOne = this.#settles && leases && (isPlain || (!this.#isOverdue && !leftLine && model.readied === 0));
    let reply: TurnReply = { letters, now: model.now, more: asks, flags: this.#flags, heads: [] };
    if (!this.#settles) reply.more = false;
    else if (!isOne) this.#end(reply, { isFirst });
    if (leases) {
      if (this.#isOverdue) this.#heal();
      reply = this.#lease(letters, { isOne, isFirst, line });
    }
    if (excess > 0) trimAdded(model, this.#settings.retention, excess);
    this.#wake(reply, leases && !this.#isPaused && !reply.more);
    if (!beats) return { status: "ok", reply: { turn: reply } };
    this.#beat();
    return { status: "ok", reply: { turn: reply }, isRegistrationDue: !isRegistered(model) };
  }

  get #flags(): string {
    return [...this.#model.flags].join("");
  }

  /** Ends a unit with its reply. An empty lease with an idempotency key is not remembered. */
  #end(reply: TurnReply, { isFirst }: { isFirst: boolean | undefined }): void {
    commit(this.#model, { isFirst });
    const isRemembered = this.#settles || reply.heads.length > 0 || this.#request.number !== 0;
    if (isRemembered) remember(this.#model, this.#request, { turn: reply });
  }

  /** Brings back a number of jobs that depends on the number of wanted ones. */
  #heal(): void {
    const most = Math.min(1_000, 10 + (this.#isPaused ? 0 : this.#wanted.count) * 2);
    expire(this.#model, most);
    let isOver = false;
    const { failed } = reclaim(this.#model, most, (jobs) => {
      isOver = trimWith(this.#model, this.#settings.retention, jobs);
    });
    if (isOver) trimAdded(this.#model, this.#settings.retention, failed);
    promoteDue(this.#model, most);
  }

  #lease(
    letters: string,
    { isOne, isFirst, line }: { isOne: boolean; isFirst: boolean | undefined; line: Job[] },
  ): TurnReply {
    const [model, { isPlain, beats, duration, count: most }] = [this.#model, this.#wanted];
    // The sets still hold what the unit in progress drops.
    const exact = nextDue(model);
    if (this.#isOverdue) model.due = exact;
    const { heads, dropped, isMore } = this.#isPaused ? NOTHING_TAKEN : this.#take();
    // The due time of what the unit settles is only in the head.
    const due = heads.length > 0 || isPlain || isOne ? model.due : exact;
    const isDue = (this.#isOverdue || !this.#isPaused) && model.now >= model.due;
    const more = isDue || isMore || (isPlain && line.length > most);
    const listens = !isPlain && (heads.length === 0 || beats) && addListener(model);
    const time = heads.length > 0 ? { endsAt: model.now + duration } : { now: model.now };
    const reply: TurnReply = { letters, ...time, more, due, flags: this.#flags, heads };
    const isNumbered = this.#request.number !== 0;
    if (heads.length > 0 || isOne || this.#isOverdue || listens || dropped > 0 || isNumbered)
      this.#end(reply, { isFirst });
    return reply;
  }

  /** Leases the first ready jobs. It drops the ones past their time to live on its way. */
  #take(): Taken {
    const model = this.#model;
    const line = inState(model, "ready");
    const jobs: Job[] = [];
    let [bytes, looked, dropped, isFull] = [0, 0, 0, false];
    while (line.length > 0 && jobs.length < this.#wanted.count && !isFull) {
      const page = line.splice(0, this.#wanted.count - jobs.length);
      const some = model.flags.has("l") ? readable(page, { bytes, least: looked === 0 ? 1 : 0 }) : page.length;
      isFull = some < page.length;
      looked += some;
      for (const job of page.slice(0, some)) {
        bytes += recordSize(job);
        if (job.expiresAt === 0 || job.expiresAt > model.now) jobs.push(job);
        else {
          drop(model, job, "E");
          count(model, "expired");
          dropped += 1;
        }
      }
    }
    count(model, "leased", jobs.length);
    return { heads: jobs.map((job) => this.#leaseJob(job)), dropped, isMore: isFull || line.length > 0 };
  }

  #leaseJob(job: Job): Head {
    const { duration, worker } = this.#wanted;
    const { attempt: attempts, ...before } = job.run ?? NO_RUN;
    const [fence, attempt, isFirst] = [nextTick(this.#model), attempts + 1, !job.run];
    const maxAttempts = job.maxAttempts ?? this.#settings.maxAttempts;
    job.run = { ...before, isHeld: true, fence, attempt, maxAttempts, worker };
    Object.assign(job, { state: "leased", time: this.#model.now + duration });
    lowerDue(this.#model, job.time);
    return { id: job.id, fence, attempt, isFirst };
  }

  /** Publishes jobs that became ready and were not leased, or that the queue is empty. */
  #wake({ heads }: TurnReply, isDrained: boolean): void {
    const model = this.#model;
    model.readied = Math.max(0, model.readied - heads.length);
    const isNew = model.readied > 0 || model.sooner;
    const isEmptied = isDrained && (heads.length > 0 || this.#isOverdue);
    const isHeard = isNew ? hasListeners(model, { isWritten: false }) : isEmptied && model.flags.has("h");
    if (isHeard) wake(model, { isDrained });
  }

  /** Notes the worker and the retention of its program, and ages the endings. */
  #beat(): void {
    const [model, { worker }] = [this.#model, this.#wanted];
    if (this.#settings.statesRetention) model.policy = this.#settings.retention;
    if (worker !== "") model.workers.set(worker, model.now);
    ageEndings(model.endings, model.now, "turn");
  }
}

interface Taken {
  heads: Head[];
  dropped: number;
  /** True where more jobs are ready. */
  isMore: boolean;
}

const NO_RUN = { attempt: 0, released: 0, postponed: 0, unfinished: 0, progress: "", errors: [] };
const NOTHING_TAKEN: Taken = { heads: [], dropped: 0, isMore: false };

/** Returns the number of jobs of a page whose records one request may read after `bytes` of others, at least `least`. */
function readable(page: Job[], { bytes, least }: { bytes: number; least: number }): number {
  let sum = bytes;
  const fitting = page.findIndex((job) => {
    sum += recordSize(job);
    return sum > BOUNDS.read;
  });
  return fitting < 0 ? page.length : Math.max(fitting, least);
}
