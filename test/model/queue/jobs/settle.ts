// Holders end their leases in one of four ways, extend them, and note progress, each while the job is theirs.
import { BOUNDS } from "../state/bounds.ts";
import { endingOf } from "../state/endings.ts";
import {
  commit,
  count,
  drop,
  isUsedUp,
  type Job,
  lowerDue,
  type Model,
  makeDelayed,
  makeEnded,
  makeReady,
  nextTick,
  noteError,
  type Run,
} from "../state/model.ts";
import { recordSize } from "../state/record.ts";
import { type Answer, once, type Request } from "../state/requests.ts";
import type { Settings } from "../state/settings.ts";
import { tickAt } from "../state/ticks.ts";
import { isWakeDue, wake } from "../state/wakes.ts";
import { trimWith } from "./retention.ts";

/** Every tenth release of a job that had begun counts as an attempt; so do postponements beyond a number. */
const UNFINISHED = 10;
const POSTPONED = 1_000;

export interface Ref {
  id: string;
  fence: number;
}

export type SettleItem = Ref &
  (
    | { action: "complete"; result: string }
    | { action: "retry"; delay: number; error: string | undefined; isFree: boolean }
    | { action: "fail"; error: string }
    | { action: "release"; hasBegun: boolean }
  );

/** The outcome of a batch. */
export interface SettledBatch {
  /** A letter an item; M for one that is left to another request, since its payloads would be too large. */
  letters: string;
  /** True where a job was settled that was ready since its lease ran out. */
  leftLine: boolean;
  /** The number of jobs that have ended and are kept, where a second unit is to trim; else 0. */
  excess: number;
}

/** Settles jobs in the unit in progress, and removes ended jobs past their retention. */
export function settle(model: Model, items: SettleItem[], settings: Settings): SettledBatch {
  const settled = new Map<string, { fence: number; letter: string }>();
  const ended: Job[] = [];
  let [leftLine, hadFailed, isCut, bytes] = [false, false, false, 0];
  const letters = items.map((item) => {
    // The outcome of the first item of a job decides about the second.
    const before = settled.get(item.id);
    const held = before ? undefined : heldBy(model, item);
    if (held && model.flags.has("l")) bytes += recordSize(held);
    isCut ||= bytes > BOUNDS.settled && settled.size > 0;
    if (isCut) return "M";
    if (!held) {
      count(model, "stale");
      if (!before) return reasonNotHeld(model, item);
      return before.letter === "W" && before.fence !== item.fence ? "A" : before.letter;
    }
    leftLine ||= held.state === "ready";
    hadFailed ||= held.state === "failed";
    const letter = end(model, held, item, settings);
    settled.set(item.id, { fence: item.fence, letter: { c: "C", f: "F" }[letter] ?? "W" });
    if (isEnded(held) && model.jobs.has(held.id)) ended.push(held);
    return letter;
  });
  // A job that failed when its lease ran out may be among the oldest ones, so only a second unit trims.
  const isOver = hadFailed || trimWith(model, settings.retention, ended);
  return { letters: letters.join(""), leftLine, excess: isOver ? ended.length : 0 };
}

const isEnded = ({ state }: Job) => state === "failed" || state === "done";

/** Returns the job of a reference while its holder may settle it. */
function heldBy(model: Model, { id, fence }: Ref): (Job & { run: Run }) | undefined {
  const job = model.jobs.get(id);
  return job?.run?.isHeld && job.run.fence === fence ? (job as Job & { run: Run }) : undefined;
}

/** Returns the letter for the reason why a reference does not hold its job. */
export function reasonNotHeld(model: Model, { id, fence }: Ref): string {
  const job = model.jobs.get(id);
  if (!job?.run) return endingOf(model.endings, id)?.letter ?? "U";
  switch (job.state) {
    case "failed":
      return "F";
    case "done":
      return "C";
    default:
      return job.run.isHeld || job.run.fence !== fence ? "A" : "W";
  }
}

/** Ends a lease. Returns the letter of the state in which the job is then. */
function end(model: Model, job: Job & { run: Run }, item: SettleItem, settings: Settings): string {
  const { run } = job;
  const hadFailed = job.state === "failed";
  const fail = () => {
    makeEnded(model, job, "failed");
    // It was counted when its lease ran out.
    if (!hadFailed) count(model, "failed");
    return "f";
  };
  run.isHeld = false;
  switch (item.action) {
    case "complete":
      count(model, "completed");
      if (item.result !== "") {
        const until = model.now + settings.keepResults;
        model.results.set(job.id, { at: model.now, text: item.result, until });
      }
      if (settings.keepsDone) makeEnded(model, job, "done");
      else drop(model, job, "C");
      return "c";
    case "release":
      if (item.hasBegun) run.unfinished += 1;
      if (!item.hasBegun || run.unfinished % UNFINISHED !== 0) {
        run.released += 1;
        count(model, "released");
        makeReady(model, job);
        return "r";
      }
      return retry(model, job, { delay: 0, error: '"released unfinished too often"' }) ?? fail();
    case "retry": {
      if (item.isFree) run.postponed += 1;
      if (!item.isFree || run.postponed > POSTPONED) return retry(model, job, item) ?? fail();
      run.released += 1;
      return tryAgain(model, job, item.delay);
    }
    case "fail":
      noteError(model, job, item.error);
      return fail();
  }
}

/** Uses up an attempt. Returns the letter of the state in which the job is then; undefined where none are left. */
function retry(
  model: Model,
  job: Job & { run: Run },
  { delay, error }: { delay: number; error: string | undefined },
): string | undefined {
  noteError(model, job, error);
  return isUsedUp(job.run) ? undefined : tryAgain(model, job, delay);
}

function tryAgain(model: Model, job: Job, delay: number): string {
  count(model, "retried");
  const tick = nextTick(model);
  if (delay > 0) makeDelayed(model, job, tickAt(model, model.now + delay));
  else makeReady(model, job, tick);
  return delay > 0 ? "d" : "r";
}

/** Extends leases. One that ran out holds again, as long as the job was not leased again. */
export function extend(
  model: Model,
  request: Request,
  { refs, duration, worker }: { refs: Ref[]; duration: number; worker: string },
): Answer {
  const answer = once(model, request, () => {
    const held = refs.map((ref) => heldBy(model, ref));
    const letters = refs.map((ref, i) => (held[i] ? "l" : reasonNotHeld(model, ref)));
    for (const job of held) if (job) extendLease(model, job, duration);
    endHeld(model);
    return `${letters.join("")}\n${model.now + duration}`;
  });
  if (answer.status === "ok" && worker !== "" && model.isMade) model.workers.set(worker, model.now);
  return answer;
}

function extendLease(model: Model, job: Job, duration: number): void {
  const endsAt = model.now + duration;
  if (job.state === "leased" && endsAt < job.time) model.sooner = true;
  Object.assign(job, { state: "leased", time: endsAt });
  lowerDue(model, endsAt);
}

/** Ends the unit of a holder that keeps its jobs. A lease that was shortened is published. */
function endHeld(model: Model): void {
  if (!model.isMade) return;
  const isHeard = isWakeDue(model);
  commit(model);
  if (isHeard) wake(model);
}

export function progress(
  model: Model,
  request: Request,
  { ref, note, duration }: { ref: Ref; note: string; duration: number | undefined },
): Answer {
  return once(model, request, () => {
    const job = heldBy(model, ref);
    if (job) job.run.progress = note;
    if (job && duration !== undefined) extendLease(model, job, duration);
    const letter = job ? "l" : reasonNotHeld(model, ref);
    endHeld(model);
    return letter;
  });
}
