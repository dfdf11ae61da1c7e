// Records: the part of a job that does not change, as Redis stores it.
import type { Follower, Job } from "./model.ts";
import { placeOf } from "./order.ts";
import { firstTickAt, timeOfTick } from "./ticks.ts";

/** Returns a record: first place; time of the enqueue if the place does not imply it; the job's own limits; payload. */
export function formatRecord({
  priority,
  firstTick,
  createdAt,
  maxAttempts,
  expiresAt,
  pushedUntil,
  timeout,
  payload,
  statesCreation,
}: Omit<Job, "id" | "state" | "tick" | "time" | "run">): string {
  const created = timeOfTick(firstTick) === createdAt && !statesCreation ? "" : ` c${createdAt}`;
  const limits = (maxAttempts === undefined ? "" : ` m${maxAttempts}`) + (expiresAt === 0 ? "" : ` x${expiresAt}`);
  const pushed = pushedUntil === undefined ? "" : ` u${pushedUntil}`;
  const options = limits + pushed + (timeout === undefined ? "" : ` ot${timeout}`);
  return `${formatPlace(priority, firstTick)}${created}${options}:${payload}`;
}

/** Returns a follower: its cost and its group if it has any; then a record whose place has the time at which it is due, or 0. */
export function formatFollower({ dueAt, member, ...content }: Follower): string {
  const prefix = member ? `\x01${member.cost} ${member.group ?? ""}\n` : "";
  return (
    prefix + formatRecord({ ...content, firstTick: dueAt === undefined ? 0 : firstTickAt(dueAt), statesCreation: true })
  );
}

/** Returns the size of the record of a job and of its follower in bytes. */
export function fullSize(job: Job): number {
  return recordSize(job) + (job.follower ? Buffer.byteLength(formatFollower(job.follower)) : 0);
}

/** Returns the size of a record in bytes. */
export function recordSize(job: Job): number {
  return Buffer.byteLength(formatRecord(job));
}

/** Returns a place as a text of 16 digits. */
export function formatPlace(priority: number, tick: number): string {
  return String(placeOf(priority, tick)).padStart(16, "0");
}
