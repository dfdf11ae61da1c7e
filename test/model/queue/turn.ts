// A turn: jobs are settled, due ones are brought back, and the next ones are handed out for a limited time.
import { isUnregistered } from "./enqueue.ts";
import { expire, promoteDue, reclaim } from "./heal.ts";
import { recordOf } from "./keys.ts";
import { commit, count, drop, dueBy, inState, type Job, type Model, mostRemoved, nextDue, nextTick } from "./model.ts";
import { type Answer, type Head, openRequest, type Request, remember, type TurnReply } from "./requests.ts";
import { mostTrimmed, trim } from "./retention.ts";
import type { Settings } from "./settings.ts";
import { type SettleItem, settle, verdict } from "./settle.ts";
import { isHeard, listen, wake } from "./wakes.ts";

export interface Wanted {
  /** 0 where nothing is to be leased. */
  count: number;
  duration: number;
  worker: string;
  /** Whether it is time to note the worker, and the retention of its program. */
  beats: boolean;
  /**
   * Whether the short script answers. It does not note that somebody listens, tells no later due time than is known, and leaves
   * the texts of endings in their places.
   */
  isShort: boolean;
}

const MOST_BYTES = 2_000_000;

export function turn(model: Model, request: Request, items: SettleItem[], wanted: Wanted, settings: Settings): Answer {
  const known = openRequest(model, request);
  if (known) return known;
  // Nothing is written for a queue that does not exist.
  if (!model.isMade) return { status: "ok", reply: { turn: answerOfNone(model, items) } };

  const isOverdue = model.now >= model.due;
  const leases = wanted.count > 0;
  const { letters, leftLine } = items.length > 0 ? settle(model, items, settings) : { letters: "-", leftLine: false };
  let reply: TurnReply = { letters, now: model.now, more: false, flags: [...model.flags].join(""), heads: [] };
  // Settling and leasing are one unit unless the line changes in between.
  const isOne = items.length > 0 && leases && !isOverdue && !leftLine && model.readied === 0;
  if (items.length > 0 && !isOne) end(model, request, reply, wanted);
  if (leases) {
    if (isOverdue) heal(model, wanted, settings);
    reply = lease(model, { letters, isOverdue, isOne }, request, wanted, settings);
  }
  tell(model, reply, leases && !model.flags.has("p") && !reply.more && (reply.heads.length > 0 || isOverdue));
  if (!wanted.beats) return { status: "ok", reply: { turn: reply } };
  if (settings.statesRetention) model.policy = settings.retention;
  if (wanted.worker !== "") model.workers.set(wanted.worker, model.now);
  return { status: "ok", reply: { turn: reply }, isRegistrationDue: isUnregistered(model) };
}

/** Tells listeners what came into line and is left there; also that nothing is left, so that they need not ask. */
function tell(model: Model, { heads }: TurnReply, isDrained: boolean): void {
  model.readied = Math.max(0, model.readied - heads.length);
  const brings = model.readied > 0 || model.sooner !== undefined;
  if (brings ? isHeard(model, false) : isDrained && model.flags.has("h")) wake(model);
}

function answerOfNone(model: Model, items: SettleItem[]): TurnReply {
  const letters = items.map((item) => verdict(model, item)).join("") || "-";
  return { letters, now: model.now, more: false, due: nextDue(model), flags: "", heads: [] };
}

/** Ends the unit of a request, with its reply. An answer to a lease is remembered only where jobs are leased. */
function end(model: Model, request: Request, reply: TurnReply, { isShort }: Wanted): void {
  commit(model, !isShort);
  if (reply.letters !== "-" || reply.heads.length > 0) remember(model, request, { turn: reply });
}

/** Brings back a number of jobs that follows from how many are wanted. */
function heal(model: Model, wanted: Wanted, settings: Settings): void {
  const most = Math.min(1_000, 10 + wantedNow(model, wanted) * 2);
  expire(model, most);
  reclaim(model, most, (failed) => {
    trim(model, settings.retention, { added: failed, most: mostRemoved(model, mostTrimmed(failed.length)) });
  });
  promoteDue(model, most);
}

function wantedNow(model: Model, wanted: Wanted): number {
  return model.flags.has("p") ? 0 : wanted.count;
}

/** Hands out the next jobs. */
function lease(
  model: Model,
  { letters, isOverdue, isOne }: { letters: string; isOverdue: boolean; isOne: boolean },
  request: Request,
  wanted: Wanted,
  settings: Settings,
): TurnReply {
  // The due time before the line is looked through. The sorted sets do not show yet what the same unit settles.
  const exact = nextDue(model);
  if (isOverdue) model.due = exact;
  const due = wanted.isShort || isOne ? model.due : exact;
  const isPaused = model.flags.has("p");
  const { heads, dropped, isMore } = isPaused ? NOTHING_TAKEN : take(model, wanted, settings);
  const more = isMore || ((isOverdue || !isPaused) && model.now >= model.due);
  if (heads.length > 0) {
    const flags = [...model.flags].join("");
    const reply = { letters, till: model.now + wanted.duration, more, due: model.due, flags, heads };
    end(model, request, reply, wanted);
    return reply;
  }
  const listens = !isPaused && !wanted.isShort && listen(model);
  const flags = [...model.flags].join("");
  const reply = { letters, now: model.now, more, due, flags, heads: [] };
  if (isOne || isOverdue || listens || dropped > 0) end(model, request, reply, wanted);
  return reply;
}

interface Taken {
  heads: Head[];
  dropped: number;
  /** Whether more is in line. */
  isMore: boolean;
}

const NOTHING_TAKEN: Taken = { heads: [], dropped: 0, isMore: false };

/** Leases the first in line. Jobs that are past their time to live are dropped on the way. */
function take(model: Model, wanted: Wanted, settings: Settings): Taken {
  const line = inState(model, "ready");
  const jobs: Job[] = [];
  let [bytes, dropped, isFull] = [0, 0, false];
  while (line.length > 0 && jobs.length < wanted.count && !isFull) {
    const page = line.splice(0, wanted.count - jobs.length);
    const some = model.flags.has("l") ? readable(page, bytes, jobs.length === 0) : page.length;
    isFull = some < page.length;
    for (const job of page.slice(0, some)) {
      if (job.dies > 0 && job.dies <= model.now) {
        drop(model, job, "E");
        count(model, "expired");
        dropped += 1;
      } else {
        bytes += Buffer.byteLength(recordOf(job));
        jobs.push(job);
      }
    }
  }
  count(model, "leased", jobs.length);
  const heads = jobs.map((job) => handOut(model, job, wanted, settings));
  return { heads, dropped, isMore: isFull || line.length > 0 };
}

/** Returns how many jobs of a page are handed out, after so many bytes of others. The first job is, however large. */
function readable(page: Job[], bytes: number, isFirst: boolean): number {
  let sum = bytes;
  const fitting = page.findIndex((job) => {
    sum += Buffer.byteLength(recordOf(job));
    return sum > MOST_BYTES;
  });
  return fitting < 0 ? page.length : Math.max(fitting, isFirst ? 1 : 0);
}

function handOut(model: Model, job: Job, { duration, worker }: Wanted, settings: Settings): Head {
  const { attempt: attempts, ...before } = job.run ?? { attempt: 0, given: 0, progress: "", errors: [] };
  const [fence, attempt, isFirst] = [nextTick(model), attempts + 1, !job.run];
  const maxAttempts = job.maxAttempts ?? settings.maxAttempts;
  job.run = { ...before, isHeld: true, fence, attempt, maxAttempts, worker };
  Object.assign(job, { state: "leased", time: model.now + duration });
  dueBy(model, job.time);
  return { id: job.id, fence, attempt, isFirst };
}
