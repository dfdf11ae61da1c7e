// Reads runs: the part of a job that changes, from the first lease on. src/lua/lib/state/runs.lua describes the format.
import { withoutUndefined } from "../../../base/without-undefined.ts";
import { readHolder } from "./holder.ts";
import { timeOfTick } from "./record.ts";

/** The error of one failed attempt. */
export interface JobError {
  message: string;
  /** The first lines of its stack; kept for the last error only. */
  stack?: string;
  attempt: number;
  at: number;
}

/** The outcomes of attempts. */
export const ATTEMPT_OUTCOMES = [
  "leased",
  "completed",
  "retried",
  "postponed",
  "failed",
  "released",
  "expired",
  "worker_failed",
] as const;

/**
 * The end of an attempt. It still runs, has completed its job, retried it (`postponed` if it used up no attempt), failed it or
 * released it; or its lease has expired, or `failWorker` has taken the job from its worker.
 */
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** One lease of a job. */
export interface JobAttempt {
  /** The number of the lease, counted from 1, and again from 1 after a redrive. */
  attempt: number;
  startedAt: number;
  /** The time when it ended; for an expired lease the time when this was noticed. Undefined for a leased job. */
  endedAt?: number;
  worker?: string;
  /** The version of the worker's deployment. */
  version?: string;
  outcome: AttemptOutcome;
  /** The message of its error. */
  message?: string;
  /** The first lines of the error's stack; kept for the last error only. */
  stack?: string;
}

/** The progress of a job, as its holder noted it. */
export interface Progress {
  /** From 0 to 1. */
  fraction: number;
  note?: string;
}

/** The progress and the errors that earlier holders left. */
export interface Story {
  progress?: Progress;
  /** The last five errors, oldest first. */
  errors: JobError[];
}

/** The data of a job that has changed since its first lease. */
export interface StoredRun extends Story {
  fence: number;
  attempt: number;
  /** The number of attempts that were released unused. */
  released: number;
  maxAttempts: number;
  /** The number of retries that used up no attempt. */
  postponed: number;
  /** The number of releases after the work had begun. */
  unfinished: number;
  worker: string;
  version: string;
  /** The last attempts that have ended, oldest first. An attempt that has completed the job is not among them. */
  attempts: EndedAttempt[];
}

/** An attempt that has ended, and the fence of its lease. */
interface EndedAttempt extends JobAttempt {
  fence: number;
}

/** Reads a run; undefined if it is missing or damaged. */
export function readRun(run: string): StoredRun | undefined {
  const [head = "", holder = "", progress = "", ...lines] = run.split("\n");
  const numbers = /^[A-Z] (\d+) (\d+) (\d+) \d+ (\d+) \d+(?: (\d+) (\d+))?$/.exec(head)?.slice(1);
  if (!numbers) return undefined;
  const [fence = 0, attempt = 0, released = 0, maxAttempts = 0, postponed = 0, unfinished = 0] = numbers.map((digits) =>
    Number(digits ?? 0),
  );
  const counts = { fence, attempt, released, maxAttempts, postponed, unfinished };
  const attempts = readAttempts(lines);
  return { ...counts, ...readHolder(holder), attempts, ...toStory(progress, attempts) };
}

/** Reads the history of a leased job: "H", then the lines of its run from the progress on. */
export function readHistory(history: string): Story {
  const [, progress = "", ...lines] = history.split("\n");
  return toStory(progress, readAttempts(lines));
}

/** Returns the progress, and the last errors of attempts. */
function toStory(progressLine: string, attempts: JobAttempt[]): Story {
  const errors = attempts.flatMap(({ message, stack, attempt, endedAt = 0 }) =>
    message === undefined ? [] : [{ message, ...withoutUndefined({ stack }), attempt, at: endedAt }],
  );
  return { errors: errors.slice(-MAX_ERRORS), ...withoutUndefined({ progress: parseProgressLine(progressLine) }) };
}

/** Parses the line of the progress: the fraction, and a note as JSON; undefined if nothing was noted. */
function parseProgressLine(line: string): Progress | undefined {
  const [, fraction, note] = /^([\d.]+) ?(.*)$/s.exec(line) ?? [];
  if (fraction === undefined) return undefined;
  return { fraction: Number(fraction), ...(note ? { note: parseJsonText(note) } : {}) };
}

const MAX_ATTEMPTS = 10;
const MAX_ERRORS = 5;

const OUTCOMES: Record<string, AttemptOutcome> = {
  r: "retried",
  p: "postponed",
  f: "failed",
  g: "released",
  b: "released",
  l: "expired",
  w: "worker_failed",
};

/** Reads the lines of attempts, oldest first. Leaves out damaged ones. */
function readAttempts(lines: string[]): EndedAttempt[] {
  // The message "=" is that of the next line, which is therefore read first.
  let next = "";
  const attempts = [...lines].reverse().flatMap((line): EndedAttempt[] => {
    const [head = "", holder = "", last = "", stack] = line.split("\t");
    const [, letter = "", attempt, fence, runTime] = /^([a-z]) (\d+) (\d+) (-?\d+)$/.exec(head) ?? [];
    const outcome = OUTCOMES[letter];
    if (!outcome) return [];
    const message = last === "=" ? next : last;
    next = message;
    const startedAt = timeOfTick(Number(fence));
    const endedAt = startedAt + Number(runTime);
    return [
      {
        fence: Number(fence),
        attempt: Number(attempt),
        // A fence may be a little ahead of the clock.
        startedAt: Math.min(startedAt, endedAt),
        endedAt,
        ...withoutEmpty(readHolder(holder)),
        // A postponement past the limit of 1,000 has used up an attempt.
        outcome: outcome === "postponed" && message !== "" ? "retried" : outcome,
        ...withoutUndefined({
          message: message === "" ? undefined : parseJsonText(message),
          stack: stack === undefined ? undefined : parseJsonText(stack),
        }),
      },
    ];
  });
  return attempts.reverse();
}

/** Returns the last ten attempts of a stored job, oldest first: with the one that holds it, or that has completed it. */
export function attemptsOf(
  { fence, attempt, worker, version, attempts }: StoredRun,
  { state, score }: { state: string; score: number },
): JobAttempt[] {
  const startedAt = timeOfTick(fence);
  const last = { attempt, startedAt, ...withoutEmpty({ worker, version }) };
  const end: JobAttempt[] = [];
  if (state === "leased") end.push({ ...last, outcome: "leased" });
  if (state === "done")
    end.push({ ...last, startedAt: Math.min(startedAt, score), endedAt: score, outcome: "completed" });
  // The lease may have expired before it was extended, or before its holder completed the job.
  const earlier = end.length > 0 ? attempts.filter((each) => each.fence !== fence) : attempts;
  return [...earlier.map(({ fence: _, ...each }) => each), ...end].slice(-MAX_ATTEMPTS);
}

function withoutEmpty({ worker, version }: { worker: string; version: string }) {
  return { ...(worker && { worker }), ...(version && { version }) };
}

/** Parses a text in JSON. Returns it unchanged if it is damaged. */
function parseJsonText(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}
