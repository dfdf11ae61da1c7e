// The texts that the scripts store and answer with: records, runs, ends, and letters. The Lua side is src/lua/lib.
import { LeaseholdError } from "./errors.ts";
import type { State } from "./keys.ts";
import { present } from "./present.ts";

/** The part of a record that its sender writes; Redis puts the time before it. */
export function recordBody(
  priority: number,
  maxAttempts: number | undefined,
  ttl: number | undefined,
  payload: string,
): string {
  const own = maxAttempts === undefined && ttl === undefined ? "" : ` ${maxAttempts ?? "-"} ${ttl ?? "-"}`;
  return `${priority}${own}\n${payload}`;
}

/** A record: what was written when the job was enqueued. */
export interface StoredRecord {
  enqueuedAt: number;
  priority: number;
  maxAttempts?: number;
  expiresAt?: number;
  payload: string;
}

export function readRecord(record: string): StoredRecord {
  const head = /^(\d+) (\d)(?: (\d+|-) (\d+|-))?\n/.exec(record);
  if (!head) throw new LeaseholdError("bad_reply", "a record is damaged");
  const [whole, enqueuedAt, priority, max, ttl] = head;
  return {
    enqueuedAt: Number(enqueuedAt),
    priority: Number(priority),
    payload: record.slice(whole.length),
    ...(max && max !== "-" ? { maxAttempts: Number(max) } : {}),
    ...(ttl && ttl !== "-" ? { expiresAt: Number(enqueuedAt) + Number(ttl) } : {}),
  };
}

/** An error that a job ended an attempt with. */
export interface JobError {
  message: string;
  attempt: number;
  at: number;
}

/** A run: what changed of a job since it was first leased. */
export interface StoredRun {
  fence: number;
  attempt: number;
  released: number;
  maxAttempts: number;
  leasedAt: number;
  worker: string;
  progress?: { fraction: number; note?: string };
  errors: JobError[];
}

export function readRun(run: string): StoredRun | undefined {
  const [head = "", worker = "", progress = "", ...errors] = run.split("\n");
  const numbers = /^[LWFD] (\d+) (\d+) (\d+) \d+ (\d+) \d+ (\d+)$/.exec(head)?.slice(1).map(Number);
  if (!numbers) return undefined;
  const [fence = 0, attempt = 0, released = 0, maxAttempts = 0, leasedAt = 0] = numbers;
  return {
    fence,
    attempt,
    released,
    maxAttempts,
    leasedAt,
    worker,
    errors: errors.flatMap(readError),
    ...present({ progress: readProgress(progress) }),
  };
}

function readProgress(line: string): StoredRun["progress"] {
  const [, fraction, note] = /^([\d.]+) ?(.*)$/s.exec(line) ?? [];
  if (fraction === undefined) return undefined;
  return { fraction: Number(fraction), ...(note ? { note: String(parseOr(note)) } : {}) };
}

function readError(line: string): JobError[] {
  const [, at, attempt, message] = /^(\d+) (\d+) (.*)$/s.exec(line) ?? [];
  return message === undefined ? [] : [{ message: String(parseOr(message)), attempt: Number(attempt), at: Number(at) }];
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** How a job ended, where that was kept: with a result, or taken from its holder. */
export interface StoredEnd {
  state: "done" | "cancelled";
  at: number;
  result: string;
}

export function readEnd(end: string): StoredEnd | undefined {
  const [, letter, at, result = ""] = /^([CX]) (\d+) ?([\s\S]*)$/.exec(end) ?? [];
  return letter === undefined ? undefined : { state: letter === "C" ? "done" : "cancelled", at: Number(at), result };
}

/**
 * Why a settling, an extension or a note changed nothing. A job that is gone without a trace counts as completed, which
 * one that expired or was purged after its lease ran out does too.
 */
export type StaleReason = "completed" | "leased_again" | "cancelled" | "failed" | "released" | "unknown";

const STALE: Record<string, StaleReason> = {
  A: "leased_again",
  C: "completed",
  D: "completed",
  F: "failed",
  W: "released",
  X: "cancelled",
  U: "unknown",
};

/** The outcome of one settled item. */
export type Settled = { ok: true } | { ok: false; reason: StaleReason };

export function readVerdict(letter: string): Settled {
  return letter === "L" ? { ok: true } : { ok: false, reason: STALE[letter] ?? "unknown" };
}

const STATE_LETTERS: Record<string, State | "seen"> = {
  r: "ready",
  d: "delayed",
  R: "ready",
  D: "delayed",
  L: "leased",
  F: "failed",
  O: "done",
  S: "seen",
};

/** What came of enqueueing one job. */
export function readEnqueued(letter: string): { created: boolean; state: State | "seen" } {
  return { created: letter === "r" || letter === "d", state: STATE_LETTERS[letter] ?? "seen" };
}
