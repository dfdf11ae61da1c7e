// Reads runs: the part of a job that changes, from the first lease on. src/lua/lib/state/runs.lua describes the format.
import { withoutUndefined } from "../../../base/without-undefined.ts";

/** The error of one failed attempt. */
export interface JobError {
  message: string;
  /** The first lines of its stack; kept for the last error only. */
  stack?: string;
  attempt: number;
  at: number;
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
  /** The last errors, oldest first. */
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
}

/** Reads a run; undefined if it is missing or damaged. */
export function readRun(run: string): StoredRun | undefined {
  const [head = "", worker = "", progress = "", ...errors] = run.split("\n");
  const numbers = /^[A-Z] (\d+) (\d+) (\d+) \d+ (\d+) \d+(?: (\d+) (\d+))?$/.exec(head)?.slice(1);
  if (!numbers) return undefined;
  const [fence = 0, attempt = 0, released = 0, maxAttempts = 0, postponed = 0, unfinished = 0] = numbers.map((digits) =>
    Number(digits ?? 0),
  );
  return { fence, attempt, released, maxAttempts, postponed, unfinished, worker, ...readStory(progress, errors) };
}

/** Reads the history of a leased job: "H", then the lines of its run from the progress on. */
export function readHistory(history: string): Story {
  const [, progress = "", ...errors] = history.split("\n");
  return readStory(progress, errors);
}

/** Reads the lines of a run from the progress on. Leaves out damaged lines. */
function readStory(progress: string, errors: string[]): Story {
  return { errors: errors.flatMap(parseErrorLine), ...withoutUndefined({ progress: parseProgressLine(progress) }) };
}

/** Parses the line of the progress: the fraction, and a note as JSON; undefined if nothing was noted. */
function parseProgressLine(line: string): Progress | undefined {
  const [, fraction, note] = /^([\d.]+) ?(.*)$/s.exec(line) ?? [];
  if (fraction === undefined) return undefined;
  return { fraction: Number(fraction), ...(note ? { note: parseJsonText(note) } : {}) };
}

/** Parses the line of an error: time, attempt, message and stack. Returns a list, which is empty for a damaged line. */
function parseErrorLine(line: string): JobError[] {
  const [, at, attempt, message, stack] = /^(\d+) (\d+) ([^\t]*)(?:\t(.*))?$/s.exec(line) ?? [];
  if (message === undefined) return [];
  const stored = stack === undefined ? {} : { stack: parseJsonText(stack) };
  return [{ message: parseJsonText(message), ...stored, attempt: Number(attempt), at: Number(at) }];
}

/** Parses a text in JSON. Returns it unchanged if it is damaged. */
function parseJsonText(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}
