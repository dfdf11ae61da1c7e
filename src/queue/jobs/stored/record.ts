// Reads records: the data of a job from the time it was enqueued. src/lua/lib/steps/add-jobs.lua writes them.
import { LeaseholdError } from "../../../base/errors.ts";

// A tick is a number of microseconds since this time.
const EPOCH = 1_600_000_000_000;
// The width of a priority's band of places, in ticks.
const BAND = 900_000_000_000_000;

/** Returns the time of a tick. Ticks order jobs and fence leases. */
export function timeOfTick(tick: number): number {
  return Math.floor(tick / 1_000) + EPOCH;
}

/** Returns the time at which a delayed job is due, from its score. */
export function timeOfDue(score: number): number {
  return Math.floor(score / 10_000) + EPOCH;
}

/** The data of a job from the time it was enqueued. */
export interface StoredRecord {
  enqueuedAt: number;
  priority: number;
  maxAttempts?: number;
  expiresAt?: number;
  /** The time until which further jobs of its id may push a debounced job back. */
  pushedUntil?: number;
  /** The job's own options that only clients read, as `formatOwnOptions` formats them. */
  own?: string;
  payload: string;
}

// In characters. The head ends with a trace of up to 600.
const MAX_HEAD_LENGTH = 775;

/**
 * Reads a record: the job's place; then, each if present, "c" and the time it was enqueued, "m" and its number of attempts,
 * "x" and the end of its time to live, "u" and the time until which it may be pushed back, "o" and its own options; then a colon
 * and the payload.
 */
export function readRecord(record: string): StoredRecord {
  const end = record.indexOf(":");
  // A place begins with 0 to 8: ten bands end at 9·10¹⁵.
  const head = /^([0-8]\d{15})(?: c(\d+))?(?: m(\d+))?(?: x(\d+))?(?: u(\d+))?(?: o(\S+))?$/.exec(
    end < 0 || end > MAX_HEAD_LENGTH ? "" : record.slice(0, end),
  );
  if (!head) throw new LeaseholdError("bad_reply", "a record is damaged");
  const [, digits = "", enqueuedAt, maxAttempts, expiresAt, pushedUntil, own] = head;
  const place = Number(digits);
  return {
    enqueuedAt: enqueuedAt ? Number(enqueuedAt) : timeOfTick(place % BAND),
    priority: Math.floor(place / BAND),
    payload: record.slice(end + 1),
    ...(maxAttempts && { maxAttempts: Number(maxAttempts) }),
    ...(expiresAt && { expiresAt: Number(expiresAt) }),
    ...(pushedUntil && { pushedUntil: Number(pushedUntil) }),
    ...(own && { own }),
  };
}

/** The parts of a record to replace; the others stay. */
export interface RecordChange {
  priority?: number | undefined;
  maxAttempts?: number | undefined;
  payload: string;
}

/** Returns a record with other parts. The record must be readable. The time of the enqueue, which its place may state, stays. */
export function changeRecord(record: string, { priority, maxAttempts, payload }: RecordChange): string {
  const head = record.slice(0, record.indexOf(":"));
  const place = Number(head.slice(0, 16));
  const changed = priority === undefined ? place : priority * BAND + (place % BAND);
  const tags = head.slice(16);
  const changedTags = maxAttempts === undefined ? tags : tags.replace(/^( c\d+)?( m\d+)?/, `$1 m${maxAttempts}`);
  return `${String(changed).padStart(16, "0")}${changedTags}:${payload}`;
}
