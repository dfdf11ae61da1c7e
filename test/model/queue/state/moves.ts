// The changes of a queue that all operations share.
import { arrange } from "./arrange.ts";
import { BOUNDS } from "./bounds.ts";
import { writeEndings } from "./endings.ts";
import { type Job, type Model, NEVER, type Run, type Total } from "./model.ts";
import { entryTickOf, expiringJobs, jobsIn } from "./order.ts";
import { currentTick, timeOfTick } from "./ticks.ts";
import { createUnit, recordMove } from "./unit.ts";

/** Payloads of more bytes count as large. */
const LARGE_BYTES = 2_000;

/**
 * Ends a unit: creates the queue if necessary, and writes its clock and the endings of the unit. The plain script of a turn
 * sets `isFirst` if the queue had completed no job before; the other scripts check whether there are endings.
 */
export function commit(model: Model, { isFirst }: { isFirst?: boolean | undefined } = {}): void {
  arrange(model);
  model.unit = createUnit();
  model.exists = true;
  model.tick = currentTick(model);
  writeEndings(model.endings, { tick: model.tick, now: model.now, isFirst });
}

/** Adds to a total. */
export function count(model: Model, total: Total, by = 1): void {
  if (by !== 0) model.totals.set(total, (model.totals.get(total) ?? 0) + by);
}

/** Lowers the time before which nothing is due. */
export function lowerDue(model: Model, time: number): void {
  model.due = Math.min(model.due, time);
}

/** Returns the time at which a job is due next: the end of a lease, of a delay or of a time to live. */
export function nextDue(model: Model): number {
  const [leased] = jobsIn(model, "leased");
  const [delayed] = jobsIn(model, "delayed");
  const [expiring] = expiringJobs(model);
  const times = [leased?.time, delayed && timeOfTick(entryTickOf(delayed)), expiring?.expiresAt];
  return Math.min(NEVER, ...times.filter((time) => time !== undefined));
}

/** Makes a job ready, at its own place unless `tick` is set. */
export function makeReady(model: Model, job: Job, tick?: number): void {
  recordMove(model, job, { to: "ready", isBack: tick === undefined });
  Object.assign(job, { state: "ready", tick: tick ?? job.tick, entryTick: undefined });
  model.madeReady += 1;
  if (job.expiresAt > 0) lowerDue(model, job.expiresAt);
}

/** Delays a job until a tick. */
export function makeDelayed(model: Model, job: Job, tick: number): void {
  recordMove(model, job, { to: "delayed" });
  Object.assign(job, { state: "delayed", tick, entryTick: undefined });
  model.isDueSooner = true;
  lowerDue(model, timeOfTick(tick));
  if (job.expiresAt > 0) lowerDue(model, job.expiresAt);
}

/** Ends a job whose record is kept. */
export function makeEnded(model: Model, job: Job, state: "failed" | "done"): void {
  recordMove(model, job, { to: state });
  Object.assign(job, { state, time: model.now });
}

/** Leases a job until a time. */
export function makeLeased(model: Model, job: Job, time: number): void {
  recordMove(model, job, { to: "leased" });
  Object.assign(job, { state: "leased", time, entryTick: undefined });
  lowerDue(model, time);
}

/** Removes a job, and notes its ending. */
export function removeJob(model: Model, job: Job, letter: string): void {
  const { id } = job;
  recordMove(model, job, { to: undefined });
  model.jobs.delete(id);
  model.endings.pending.push({ id, letter });
}

/** Reports whether a run has used up its attempts. */
export function hasNoAttemptsLeft({ attempt, released, maxAttempts }: Run): boolean {
  return attempt - released >= maxAttempts;
}

/** Sets the flag of large payloads if a payload is large. */
export function noteSize(model: Model, payload: string): void {
  if (Buffer.byteLength(payload) > LARGE_BYTES) model.flags.add("l");
}

/** Returns the first items, at least `min`, whose records one unit may free. `size` returns the bytes of a record. */
export function limitFreed<T>(
  { flags }: Model,
  items: T[],
  { size, min = 1 }: { size: (item: T) => number; min?: number },
): T[] {
  if (!flags.has("l")) return items;
  let bytes = 0;
  const end = items.findIndex((item, i) => {
    bytes += size(item);
    return bytes > BOUNDS.freed && i >= min;
  });
  return end < 0 ? items : items.slice(0, end);
}
