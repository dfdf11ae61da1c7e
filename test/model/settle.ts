// What holders do: end a lease in one of four ways, prolong it, note progress. Each only while the job is theirs.
import {
  count,
  firstReply,
  isUsedUp,
  type Job,
  type Model,
  makeDelayed,
  makeFailed,
  makeReady,
  nextTurn,
  noteError,
  placeAt,
  priorityAt,
  remember,
} from "./model.ts";
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

/** The settling of one request; a letter an item. */
export function settleOnce(model: Model, nonce: string, items: SettleItem[], settings: Settings): string | "bad_reply" {
  const reply = firstReply(model, nonce);
  if (reply) return reply.kind === "letters" && reply.letters.length === items.length ? reply.letters : "bad_reply";
  const letters = settle(model, items, settings);
  remember(model, nonce, { kind: "letters", letters, fingerprint: "" }, settings.keepRequests);
  return letters;
}

export function settle(model: Model, items: SettleItem[], settings: Settings): string {
  // All are judged by what was before the request; the second item of one job, by what the first made of it.
  const letters = items.map((item) => verdict(model, item));
  const ended = new Map<string, string>();
  items.forEach((item, i) => {
    const twin = ended.get(item.id);
    const job = model.jobs.get(item.id);
    if (letters[i] === "L" && twin) letters[i] = twin;
    if (letters[i] === "L" && job) ended.set(item.id, end(model, job, item, settings));
    else count(model, "stale");
  });
  return letters.join("");
}

/** L: still held. Else why not: its run's letter, A for leased again; and where it is gone, what is known of its end. */
function verdict(model: Model, { id, fence }: Ref): string {
  const run = model.jobs.get(id)?.run;
  if (run) return run.fence !== fence && (run.letter === "L" || run.letter === "W") ? "A" : run.letter;
  return model.results.get(id)?.value.letter ?? (fence <= model.fence ? "C" : "U");
}

/** Ends a lease; returns the letter of what the job is then. */
function end(model: Model, job: Job, item: SettleItem, settings: Settings): string {
  const run = job.run;
  if (!run) throw new Error("a job that is held has a run");
  switch (item.action) {
    case "complete":
      complete(model, job, item.result, settings);
      return "D";
    case "release":
      run.letter = "W";
      run.given += 1;
      makeReady(job, run.place);
      count(model, "released");
      return "W";
    case "fail":
      makeFailed(model, job, item.error);
      return "F";
    case "retry":
      if (isUsedUp(run)) {
        makeFailed(model, job, item.error);
        return "F";
      }
      run.letter = "W";
      noteError(model, job, item.error);
      if (item.delay > 0) makeDelayed(job, model.now + item.delay, priorityAt(run.place));
      else {
        run.place = placeAt(priorityAt(run.place), nextTurn(model));
        makeReady(job, run.place);
      }
      count(model, "retried");
      return "W";
  }
}

function complete(model: Model, job: Job, result: string, settings: Settings): void {
  count(model, "completed");
  // What an earlier job of the same id left is not how this one ended.
  if (result === "") model.results.delete(job.id);
  else {
    const end = { letter: "C", at: model.now, result } as const;
    model.results.set(job.id, { value: end, until: model.now + settings.keepResults });
  }
  if (!settings.keepsDone) model.jobs.delete(job.id);
  else {
    Object.assign(job, { state: "done", score: model.now, watched: false });
    if (job.run) job.run.letter = "D";
  }
}

/** A lease that ran out and was taken back is the holder's again, as long as nobody else leased the job. */
export function extend(model: Model, refs: Ref[], duration: number, worker: string): string {
  const letters = refs.map((ref) => verdict(model, ref));
  refs.forEach(({ id }, i) => {
    if (letters[i] === "L") prolong(model, id, duration);
  });
  if (worker !== "") model.workers.set(worker, model.now);
  return letters.join("");
}

function prolong(model: Model, id: string, duration: number): void {
  const job = model.jobs.get(id);
  if (job) Object.assign(job, { state: "leased", score: model.now + duration });
}

export function progress(model: Model, ref: Ref, note: string, duration: number | undefined): string {
  const letter = verdict(model, ref);
  const run = model.jobs.get(ref.id)?.run;
  if (letter === "L" && run) {
    run.progress = note;
    if (duration !== undefined) prolong(model, ref.id, duration);
  }
  return letter;
}
