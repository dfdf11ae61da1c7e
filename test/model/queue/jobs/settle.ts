// Settles jobs, extends leases and reports progress, each only under a fence that is not stale.
import { endAttempt } from "../state/attempts.ts";
import { BOUNDS } from "../state/bounds.ts";
import { findEnding } from "../state/endings.ts";
import type { Job, Model, Run } from "../state/model.ts";
import { count, hasNoAttemptsLeft, makeDelayed, makeEnded, makeLeased, makeReady, removeJob } from "../state/moves.ts";
import { fullSize } from "../state/record.ts";
import { carryOutOnce, type Request, type RequestResult } from "../state/requests.ts";
import type { ProgramSettings } from "../state/settings.ts";
import { freeTickAt, issueTick, timeOfTick } from "../state/ticks.ts";
import { commitAndWake } from "../state/wakes.ts";
import { takeOver } from "./follow.ts";
import { addLatencies } from "./latency.ts";
import { trimInUnit } from "./retention.ts";

/** One in this many releases of a job whose handler had begun counts as an attempt. */
/** The number of retries of a job that use up no attempt. */
const MAX_POSTPONED = 1_000;

/** A reference to a lease. */
export interface LeaseRef {
  id: string;
  fence: number;
}

/** A settlement of a job. */
export type SettleItem = LeaseRef &
  (
    | { action: "complete"; result: string }
    | { action: "retry"; delay: number; error: string | undefined; isFree: boolean }
    | { action: "fail"; error: string }
    | { action: "release"; hasBegun: boolean }
  );

/** The result of a batch. */
export interface SettledBatch {
  /** A letter for each item; M for one that is left to the next request because the payloads are too large. */
  letters: string;
  /** True if a job was settled that was ready because its lease had expired. */
  hasLeftReady: boolean;
  /** The number of jobs that ended and are kept, if a second unit is to trim; else 0. */
  excess: number;
}

/** Settles jobs in the unit in progress, and removes ended jobs past their retention. */
export function settle(model: Model, items: SettleItem[], settings: ProgramSettings): SettledBatch {
  const settled = new Map<string, { fence: number; letter: string }>();
  const ended: Job[] = [];
  const runTimes: number[] = [];
  let [hasLeftReady, hadFailed, isCut, bytes] = [false, false, false, 0];
  const letters = items.map((item) => {
    // The result of the first item of a job decides about the second.
    const before = settled.get(item.id);
    const held = before ? undefined : findHeldJob(model, item);
    if (held && model.flags.has("l")) bytes += fullSize(held);
    isCut ||= bytes > BOUNDS.settled && settled.size > 0;
    if (isCut) return "M";
    if (!held) {
      count(model, "stale");
      if (!before) return findStaleReason(model, item);
      return before.letter === "W" && before.fence !== item.fence ? "A" : before.letter;
    }
    hasLeftReady ||= held.state === "ready";
    hadFailed ||= held.state === "failed";
    const { released } = held.run;
    const letter = settleJob(model, held, { item, settings });
    // A job that is given back unused has not run.
    if (item.action !== "release" || held.run.released === released) runTimes.push(model.now - timeOfTick(item.fence));
    settled.set(item.id, { fence: item.fence, letter: { c: "C", f: "F" }[letter] ?? "W" });
    if (isEnded(held) && model.jobs.has(held.id)) ended.push(held);
    return letter;
  });
  addLatencies(model.runTimes, runTimes);
  // A job that failed when its lease expired may be among the oldest ones, so only a second unit trims.
  const isOver = hadFailed || trimInUnit(model, settings.retention, { added: ended });
  return { letters: letters.join(""), hasLeftReady, excess: isOver ? ended.length : 0 };
}

const isEnded = ({ state }: Job) => state === "failed" || state === "done";

/** Returns the job of a reference, if the fence is not stale. */
function findHeldJob(model: Model, { id, fence }: LeaseRef): (Job & { run: Run }) | undefined {
  const job = model.jobs.get(id);
  return job?.run?.isHeld && job.run.fence === fence ? (job as Job & { run: Run }) : undefined;
}

/** Returns the letter of the reason why a fence is stale. */
export function findStaleReason(model: Model, { id, fence }: LeaseRef): string {
  const job = model.jobs.get(id);
  if (!job?.run) return findEnding(model.endings, id)?.letter ?? "U";
  switch (job.state) {
    case "failed":
      return "F";
    case "done":
      return "C";
    default:
      return job.run.isHeld || job.run.fence !== fence ? "A" : "W";
  }
}

/** Settles a job. Returns the letter of its new state. */
function settleJob(
  model: Model,
  job: Job & { run: Run },
  { item, settings }: { item: SettleItem; settings: ProgramSettings },
): string {
  const { run } = job;
  const hadFailed = job.state === "failed";
  const { follower } = job;
  const fail = () => {
    if (follower) takeOver(model, job, { follower, hasFailed: true });
    else makeEnded(model, job, "failed");
    // It was counted when its lease expired.
    if (!hadFailed) count(model, "failed");
    return "f";
  };
  run.isHeld = false;
  switch (item.action) {
    case "complete":
      count(model, "completed");
      // The result would pass for that of the follower.
      if (item.result !== "" && !follower) {
        const until = model.now + settings.keepResults;
        model.results.set(job.id, { at: model.now, text: item.result, until });
      }
      if (follower) {
        removeJob(model, job, "C");
        takeOver(model, job, { follower });
      } else if (settings.keepsDone) makeEnded(model, job, "done");
      else removeJob(model, job, "C");
      return "c";
    case "release":
      if (item.hasBegun) run.unfinished += 1;
      if (!item.hasBegun || run.unfinished % BOUNDS.releasesPerAttempt !== 0) {
        run.released += 1;
        count(model, "released");
        endAttempt(model, job, item.hasBegun ? "b" : "g");
        makeReadyAgain(model, job);
        return "r";
      }
      return retry(model, job, { letter: "b", delay: 0, error: '"released unfinished too often"' }) ?? fail();
    case "retry": {
      if (item.isFree) run.postponed += 1;
      const letter = item.isFree ? "p" : "r";
      if (!item.isFree || run.postponed > MAX_POSTPONED) return retry(model, job, { ...item, letter }) ?? fail();
      run.released += 1;
      endAttempt(model, job, letter);
      return makeWait(model, job, item.delay);
    }
    case "fail":
      endAttempt(model, job, "f", item.error);
      return fail();
  }
}

/** Retries a job with its next attempt. Returns the letter of its new state; undefined if no attempts are left. */
function retry(
  model: Model,
  job: Job & { run: Run },
  { letter, delay, error }: { letter: string; delay: number; error: string | undefined },
): string | undefined {
  const isLast = hasNoAttemptsLeft(job.run);
  endAttempt(model, job, isLast ? "f" : letter, error);
  return isLast ? undefined : makeWait(model, job, delay);
}

/** Makes a retried job ready, or delays it. Returns the letter of its new state. */
function makeWait(model: Model, job: Job, delay: number): string {
  count(model, "retried");
  const tick = issueTick(model);
  if (delay > 0) makeDelayed(model, job, freeTickAt(model, model.now + delay));
  else makeReadyAgain(model, job, tick);
  return delay > 0 ? "d" : "r";
}

/**
 * Makes a settled job ready. If its lease had expired and its group has blocked or delayed it since, it stays there, and gets
 * only its new place.
 */
function makeReadyAgain(model: Model, job: Job, tick?: number): void {
  if (job.state === "blocked" || job.state === "delayed") job.tick = tick ?? job.tick;
  else makeReady(model, job, tick);
}

/** Extends leases. An expired lease is extended too if the job was not leased again. */
export function extend(
  model: Model,
  request: Request,
  { refs, duration, worker }: { refs: LeaseRef[]; duration: number; worker: string },
): RequestResult {
  const result = carryOutOnce(model, request, () => {
    const held = refs.map((ref) => findExtendable(model, ref));
    const letters = refs.map((ref, i) => (held[i] ? "l" : findLossReason(model, ref)));
    for (const job of held) if (job) extendLease(model, job, duration);
    commitAndWake(model);
    return `${letters.join("")}\n${model.now + duration}`;
  });
  if (result.status === "ok" && worker !== "" && model.exists) model.workers.set(worker, model.now);
  return result;
}

/** Returns a held job whose lease may be extended. In a queue with groups, its slot may be used since the lease has expired. */
function findExtendable(model: Model, ref: LeaseRef) {
  const job = findHeldJob(model, ref);
  return job && (job.state === "leased" || !model.flags.has("g")) ? job : undefined;
}

function findLossReason(model: Model, ref: LeaseRef): string {
  const job = findHeldJob(model, ref);
  if (!job) return findStaleReason(model, ref);
  return job.state === "failed" ? "F" : "L";
}

function extendLease(model: Model, job: Job, duration: number): void {
  const endsAt = model.now + duration;
  if (job.state === "leased" && endsAt < job.time) model.isDueSooner = true;
  makeLeased(model, job, endsAt);
}

/** Notes the progress of a job, and extends its lease if asked. */
export function progress(
  model: Model,
  request: Request,
  { ref, note, duration }: { ref: LeaseRef; note: string; duration: number | undefined },
): RequestResult {
  return carryOutOnce(model, request, () => {
    const job = duration === undefined ? findHeldJob(model, ref) : findExtendable(model, ref);
    if (job) job.run.progress = note;
    if (job && duration !== undefined) extendLease(model, job, duration);
    const letter = job ? "l" : findLossReason(model, ref);
    commitAndWake(model);
    return letter;
  });
}
