// Holders end their leases in one of four ways, prolong them, and note progress: each for as long as the job is theirs.
import { type Given, tickAfter } from "./due.ts";
import { endingOf } from "./endings.ts";
import {
  commit,
  count,
  drop,
  dueBy,
  isUsedUp,
  type Job,
  type Model,
  makeDelayed,
  makeEnded,
  makeReady,
  mostRemoved,
  nextTick,
  noteError,
  type Run,
} from "./model.ts";
import { mostTrimmed, trim } from "./retention.ts";
import type { Settings } from "./settings.ts";

interface Ref {
  id: string;
  fence: number;
}

export type SettleItem = Ref &
  (
    | { action: "complete"; result: string }
    | { action: "retry"; delay: number; error: string | undefined }
    | { action: "fail"; error: string }
    | { action: "release" }
  );

/** The outcome of a batch: a letter an item, and whether a job left the line. */
export interface SettledBatch {
  letters: string;
  leftLine: boolean;
}

export function settle(model: Model, items: SettleItem[], settings: Settings): SettledBatch {
  const settled = new Map<string, { fence: number; letter: string }>();
  const given: Given = new Map();
  const ended: Job[] = [];
  let [leftLine, isLate] = [false, false];
  const letters = items.map((item) => {
    // The second item of a job is judged by the outcome of the first.
    const before = settled.get(item.id);
    const held = before ? undefined : heldBy(model, item);
    if (!held) {
      count(model, "stale");
      return before
        ? before.letter === "W" && before.fence !== item.fence
          ? "A"
          : before.letter
        : verdict(model, item);
    }
    leftLine ||= held.state === "ready";
    isLate ||= held.state === "failed";
    const letter = end(model, held, item, settings, given);
    settled.set(item.id, { fence: item.fence, letter: { c: "C", f: "F" }[letter] ?? "W" });
    if (isEnded(held) && model.jobs.has(held.id)) ended.push(held);
    return letter;
  });
  // Where a job had failed already, when its lease ran out, the next request trims.
  if (ended.length > 0 && !isLate) {
    trim(model, settings.retention, { added: ended, most: mostRemoved(model, mostTrimmed(ended.length)) });
  }
  return { letters: letters.join(""), leftLine };
}

const isEnded = ({ state }: Job) => state === "failed" || state === "done";

/** The job of a reference, if its holder may still settle it. */
function heldBy(model: Model, { id, fence }: Ref): (Job & { run: Run }) | undefined {
  const job = model.jobs.get(id);
  return job?.run?.isHeld && job.run.fence === fence ? (job as Job & { run: Run }) : undefined;
}

/** Returns the letter that says why a job is not held. */
export function verdict(model: Model, { id, fence }: Ref): string {
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

/** Ends a lease; returns the letter of the state that the job is in then. */
function end(model: Model, job: Job & { run: Run }, item: SettleItem, settings: Settings, given: Given): string {
  const { run } = job;
  const wasFailed = job.state === "failed";
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
      run.given += 1;
      count(model, "released");
      makeReady(model, job);
      return "r";
    case "retry": {
      noteError(model, job, item.error);
      if (isUsedUp(run)) break;
      count(model, "retried");
      const tick = nextTick(model);
      if (item.delay > 0) makeDelayed(model, job, tickAfter(model, item.delay, given));
      else makeReady(model, job, tick);
      return item.delay > 0 ? "d" : "r";
    }
    case "fail":
      noteError(model, job, item.error);
  }
  makeEnded(model, job, "failed");
  if (!wasFailed) count(model, "failed");
  return "f";
}

/** Prolongs leases. One that ran out holds again, as long as nobody else has leased the job. */
export function extend(model: Model, refs: Ref[], duration: number, worker: string): string {
  const held = refs.map((ref) => heldBy(model, ref));
  const letters = refs.map((ref, i) => (held[i] ? "l" : verdict(model, ref)));
  for (const job of held) if (job) prolong(model, job, duration);
  if (letters.includes("l")) commit(model);
  if (worker !== "" && model.isMade) model.workers.set(worker, model.now);
  return letters.join("");
}

function prolong(model: Model, job: Job, duration: number): void {
  Object.assign(job, { state: "leased", time: model.now + duration });
  dueBy(model, job.time);
}

export function progress(model: Model, ref: Ref, note: string, duration: number | undefined): string {
  const job = heldBy(model, ref);
  if (!job) return verdict(model, ref);
  job.run.progress = note;
  if (duration !== undefined) prolong(model, job, duration);
  commit(model);
  return "l";
}
