// Readers of the texts that scripts store and return: records, runs, endings and letters. The Lua side is src/lua/lib.
import { LeaseholdError } from "../../base/errors.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import type { JobState } from "../../engine/keys.ts";

// A tick is a microsecond since this time.
const EPOCH = 1_600_000_000_000;
const BAND = 900_000_000_000_000;

/** Returns the time of a tick, which orders jobs and fences leases. */
export function timeOfTick(tick: number): number {
  return Math.floor(tick / 1_000) + EPOCH;
}

/** Returns the time at which a delayed job is due, from its score. */
export function timeOfDue(score: number): number {
  return Math.floor(score / 10_000) + EPOCH;
}

/** A job's record: its data from the time it was enqueued. */
export interface StoredRecord {
  enqueuedAt: number;
  priority: number;
  maxAttempts?: number;
  expiresAt?: number;
  /** The job's own options that only clients read, as `ownOptions` in own-options.ts formats them. */
  own?: string;
  payload: string;
}

// In characters.
const LONGEST_HEAD = 140;

/**
 * Reads a record: its place; then "c" and the time it was enqueued, "m" and its attempts, "x" and the end of its time
 * to live, "o" and its own options, each where present; then a colon and the payload.
 */
export function readRecord(record: string): StoredRecord {
  const end = record.indexOf(":");
  // Ten bands end below 9·10¹⁵.
  const head = /^([0-8]\d{15})(?: c(\d+))?(?: m(\d+))?(?: x(\d+))?(?: o(\S+))?$/.exec(
    end < 0 || end > LONGEST_HEAD ? "" : record.slice(0, end),
  );
  if (!head) throw new LeaseholdError("bad_reply", "a record is damaged");
  const [, digits = "", created, max, dies, own] = head;
  const place = Number(digits);
  return {
    enqueuedAt: created === undefined ? timeOfTick(place % BAND) : Number(created),
    priority: Math.floor(place / BAND),
    payload: record.slice(end + 1),
    ...(max === undefined ? {} : { maxAttempts: Number(max) }),
    ...(dies === undefined ? {} : { expiresAt: Number(dies) }),
    ...(own === undefined ? {} : { own }),
  };
}

/** The error of one failed attempt. */
export interface JobError {
  message: string;
  /** The first lines of its stack; kept for the last error only. */
  stack?: string;
  attempt: number;
  at: number;
}

/** A job's run: its data that has changed since the first lease. */
export interface StoredRun {
  fence: number;
  attempt: number;
  released: number;
  maxAttempts: number;
  /** The number of retries that used up no attempt. */
  postponed: number;
  /** The number of releases after the job had begun. */
  unfinished: number;
  worker: string;
  progress?: Progress;
  errors: JobError[];
}

/** The progress of a job, as its holder noted it. */
export interface Progress {
  /** From 0 to 1. */
  fraction: number;
  note?: string;
}

/** Reads a run; undefined where it is missing or damaged. */
export function readRun(run: string): StoredRun | undefined {
  const [head = "", worker = "", progress = "", ...errors] = run.split("\n");
  const numbers = /^[A-Z] (\d+) (\d+) (\d+) \d+ (\d+) \d+(?: (\d+) (\d+))?$/.exec(head)?.slice(1);
  if (!numbers) return undefined;
  const [fence = 0, attempt = 0, released = 0, maxAttempts = 0, postponed = 0, unfinished = 0] = numbers.map((digits) =>
    Number(digits ?? 0),
  );
  return {
    fence,
    attempt,
    released,
    maxAttempts,
    postponed,
    unfinished,
    worker,
    ...readStory(progress, errors),
  };
}

/** The part of a run that tells what earlier holders left. */
export interface Story {
  progress?: Progress;
  /** The last errors, oldest first. */
  errors: JobError[];
}

/** Reads the history of a leased job: "H", then the lines of its run from the progress on. */
export function readHistory(history: string): Story {
  const [, progress = "", ...errors] = history.split("\n");
  return readStory(progress, errors);
}

function readStory(progress: string, errors: string[]): Story {
  return { errors: errors.flatMap(readError), ...withoutUndefined({ progress: readProgress(progress) }) };
}

function readProgress(line: string): Progress | undefined {
  const [, fraction, note] = /^([\d.]+) ?(.*)$/s.exec(line) ?? [];
  if (fraction === undefined) return undefined;
  return { fraction: Number(fraction), ...(note ? { note: String(parseOr(note)) } : {}) };
}

function readError(line: string): JobError[] {
  const [, at, attempt, message, stack] = /^(\d+) (\d+) ([^\t]*)(?:\t(.*))?$/s.exec(line) ?? [];
  if (message === undefined) return [];
  const stored = stack === undefined ? {} : { stack: String(parseOr(stack)) };
  return [{ message: String(parseOr(message)), ...stored, attempt: Number(attempt), at: Number(at) }];
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The ending of a job that is gone. */
export type EndState = "done" | "cancelled" | "expired" | "failed" | "purged";

const ENDS: Record<string, EndState> = { C: "done", X: "cancelled", E: "expired", F: "failed", P: "purged" };

/** An ending and its time. */
export interface StoredEnd {
  state: EndState;
  at: number;
}

/** Reads an ending: a letter and a tick; undefined for "-". */
export function readEnd(ending: string): StoredEnd | undefined {
  const [, letter = "", tick] = /^([A-Z])(\d+)$/.exec(ending) ?? [];
  const state = ENDS[letter];
  return state === undefined ? undefined : { state, at: timeOfTick(Number(tick)) };
}

/** A kept result, and the time when its job was done. */
export interface StoredResult {
  at: number;
  /** The result as JSON. */
  text: string;
}

/** Reads a kept result; undefined where there is none. */
export function readResult(kept: string): StoredResult | undefined {
  const [, at, text] = /^C (\d+) ([\s\S]*)$/.exec(kept) ?? [];
  return text === undefined ? undefined : { at: Number(at), text };
}

/** The reason why settling, extending or noting progress changed nothing. */
export type StaleReason =
  | "completed"
  | "leased_again"
  | "cancelled"
  | "failed"
  | "released"
  | "expired"
  | "purged"
  | "unknown";

const STALE: Record<string, StaleReason> = {
  A: "leased_again",
  C: "completed",
  E: "expired",
  F: "failed",
  P: "purged",
  U: "unknown",
  W: "released",
  X: "cancelled",
};

/** The state of a job after it was settled. */
export type SettledState = Exclude<JobState, "leased">;

/** The result of settling one job: its new state, or the reason why nothing changed. */
export type SettleResult =
  | { id: string; ok: true; state: SettledState }
  | { id: string; ok: false; reason: StaleReason };

const SETTLED: Record<string, SettledState> = { c: "done", f: "failed", r: "ready", d: "delayed" };

/** Reads the letters for settled items, of which there may be more. */
export function readSettled(letters: string, items: readonly { id: string }[]): SettleResult[] {
  return items.slice(0, letters.length).map(({ id }, i) => {
    const letter = letters[i] ?? "";
    const state = SETTLED[letter];
    return state ? { id, ok: true, state } : { id, ok: false, reason: STALE[letter] ?? "unknown" };
  });
}

/** The result of noting the progress of one job. */
export type ProgressResult = { id: string; ok: true } | { id: string; ok: false; reason: StaleReason };

/** Reads the letter for an extension or a progress note. */
export function readHeld(letter: string, id: string): ProgressResult {
  return letter === "l" ? { id, ok: true } : { id, ok: false, reason: STALE[letter] ?? "unknown" };
}

const STATE_LETTERS: Record<string, JobState | "seen"> = {
  r: "ready",
  d: "delayed",
  R: "ready",
  D: "delayed",
  L: "leased",
  F: "failed",
  C: "done",
  S: "seen",
};

/** Reads the letter for an enqueued job. */
export function readEnqueued(letter: string): { created: boolean; state: JobState | "seen" } {
  return { created: letter === "r" || letter === "d", state: STATE_LETTERS[letter] ?? "seen" };
}
