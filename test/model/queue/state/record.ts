// Records: the part of a job that does not change, as Redis holds it.
import { type Job, placeOf, timeOfTick } from "./model.ts";

/** Returns a record: its first place; the time of its enqueue where the place does not tell it; its own limits; its payload. */
export function recordOf({ priority, firstTick, createdAt, maxAttempts, expiresAt, timeout, payload }: Job): string {
  const created = timeOfTick(firstTick) === createdAt ? "" : ` c${createdAt}`;
  const limits = (maxAttempts === undefined ? "" : ` m${maxAttempts}`) + (expiresAt === 0 ? "" : ` x${expiresAt}`);
  const own = limits + (timeout === undefined ? "" : ` ot${timeout}`);
  return `${placeText(priority, firstTick)}${created}${own}:${payload}`;
}

/** Returns the size of a record in bytes. */
export function recordSize(job: Job): number {
  return Buffer.byteLength(recordOf(job));
}

export function placeText(priority: number, tick: number): string {
  return String(placeOf(priority, tick)).padStart(16, "0");
}
