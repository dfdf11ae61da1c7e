// Records: the part of a job that does not change, as Redis stores it.
import type { Job } from "./model.ts";
import { placeOf } from "./order.ts";
import { timeOfTick } from "./ticks.ts";

/** Returns a record: first place; time of the enqueue if the place does not imply it; the job's own limits; payload. */
export function formatRecord({
  priority,
  firstTick,
  createdAt,
  maxAttempts,
  expiresAt,
  timeout,
  payload,
}: Job): string {
  const created = timeOfTick(firstTick) === createdAt ? "" : ` c${createdAt}`;
  const limits = (maxAttempts === undefined ? "" : ` m${maxAttempts}`) + (expiresAt === 0 ? "" : ` x${expiresAt}`);
  const options = limits + (timeout === undefined ? "" : ` ot${timeout}`);
  return `${formatPlace(priority, firstTick)}${created}${options}:${payload}`;
}

/** Returns the size of a record in bytes. */
export function recordSize(job: Job): number {
  return Buffer.byteLength(formatRecord(job));
}

/** Returns a place as a text of 16 digits. */
export function formatPlace(priority: number, tick: number): string {
  return String(placeOf(priority, tick)).padStart(16, "0");
}
