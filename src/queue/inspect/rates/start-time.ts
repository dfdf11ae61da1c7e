// The probable start of a waiting job, from the rate at which the queue's jobs were leased lately.
import { parseLook } from "./look.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
// In ms. Older looks say little about the rate of the next minutes.
const MAX_AGE = 10 * MINUTE;
// In ms. The rate of a shorter time is mostly chance.
const MIN_SPAN = 5 * SECOND;

/** A waiting job, and the numbers behind its start. */
interface WaitingJob {
  now: number;
  /** The number of ready jobs before it; undefined for a delayed job. */
  place: number | undefined;
  dueAt: number | undefined;
  /** As the script get.lua returns them. */
  rates: string;
}

/** The probable start of a job, and the rate that it follows from, in leases a ms. */
export interface ProbableStart {
  startsAt: number;
  rate: number;
  /** True for the average rate since the queue was created. */
  isAverage: boolean;
  /** True if the delay of the job ends after the jobs before it have started. */
  isDue: boolean;
}

/** A look at the queue: the ready jobs, and the leases since it was created. */
interface QueueLook {
  from: number;
  to: number;
  ready: number;
  leased: number;
}

/** The rate of leases. */
interface Rate {
  rate: number;
  isAverage: boolean;
  /** True if no look has found jobs waiting in line: the workers could lease more than they did. */
  isIdle: boolean;
}

/** Estimates the start of a job; undefined if no rate is known, or if no job was leased lately while jobs waited. */
export function estimateStart({ now, place, dueAt = now, rates }: WaitingJob): ProbableStart | undefined {
  const [counts = "", ...lines] = rates.split("\n");
  const [ready, leased, born] = counts.split(" ").map(Number);
  if (ready === undefined || leased === undefined || !Number.isFinite(ready + leased)) return undefined;
  const looks = [{ from: now, to: now, ready, leased }, ...lines.flatMap(readLook)];
  const found = rateOfLooks(looks, now - MAX_AGE) ?? averageRate(leased, now - (born ?? Number.NaN));
  if (!found || found.rate <= 0) return undefined;
  const { rate, isAverage, isIdle } = found;
  // The jobs before it, and for a queue with a line the interval until the next lease.
  const before = (place ?? ready) + (isIdle ? 0 : 1);
  const inLine = now + before / rate;
  const startsAt = Math.round(Math.max(dueAt, inLine));
  // A rate near 0 would lead to a time that no date can state.
  return startsAt > now + MAX_WAIT ? undefined : { startsAt, rate, isAverage, isDue: dueAt > inLine };
}

const MAX_WAIT = 10 * 365 * 24 * 60 * MINUTE;

/** Reads the part of a sample that rates follow from. Returns nothing for a damaged one. */
function readLook(line: string): QueueLook[] {
  const look = parseLook(line);
  return look ? [{ from: look.from, to: look.to, ready: look.states.ready, leased: look.totals.leased }] : [];
}

/** Returns the rate between looks, newest first, that are not older than a time. */
function rateOfLooks(looks: readonly QueueLook[], oldest: number): Rate | undefined {
  let [time, leases, maxRate] = [0, 0, 0];
  let hasLine = false;
  for (const [i, look] of looks.entries()) {
    const before = looks[i + 1];
    if (look.to > look.from && look.to > oldest && look.ready > 0) {
      // All looks of this time have found the same: jobs in line, and none leased.
      hasLine = true;
      time += look.to - look.from;
    }
    if (!before || look.from <= oldest || look.leased < before.leased) continue;
    const span = look.from - before.to;
    const number = look.leased - before.leased;
    if (span > MAX_AGE) continue;
    if (look.ready > 0 && before.ready > 0) {
      time += span;
      leases += number;
      hasLine ||= span >= MIN_SPAN;
    }
    if (span >= MIN_SPAN) maxRate = Math.max(maxRate, number / span);
  }
  if (hasLine && time >= MIN_SPAN) return { rate: leases / time, isAverage: false, isIdle: false };
  return maxRate > 0 ? { rate: maxRate, isAverage: false, isIdle: true } : undefined;
}

/** Returns the average rate of a queue that is at least a minute old and has leased jobs. */
function averageRate(leased: number, age: number): Rate | undefined {
  return age >= MINUTE && leased > 0 ? { rate: leased / age, isAverage: true, isIdle: false } : undefined;
}

/** Formats the sentence about a probable start. */
export function formatStart({ startsAt, rate, isAverage, isDue }: ProbableStart, now: number): string {
  const when = isDue ? "then" : `about ${formatDuration(startsAt - now)} from now`;
  const since = isAverage ? ", the average since the queue was created" : "";
  return ` It will probably start ${when}, at ${formatRate(rate)}${since}.`;
}

function formatDuration(ms: number): string {
  const units: [string, number][] = [
    ["day", 24 * 60 * MINUTE],
    ["h", 60 * MINUTE],
    ["min", MINUTE],
  ];
  for (const [unit, length] of units) {
    if (ms < 2 * length) continue;
    const number = Math.round(ms / length);
    return unit === "day" ? `${number} days` : `${number} ${unit}`;
  }
  return `${Math.max(1, Math.round(ms / SECOND))} s`;
}

function formatRate(perMs: number): string {
  const [unit, number] =
    perMs * SECOND >= 1
      ? ["a second", perMs * SECOND]
      : perMs * MINUTE >= 1
        ? ["a minute", perMs * MINUTE]
        : ["an hour", perMs * 60 * MINUTE];
  const rounded = number >= 100 ? Math.round(number) : Number(number.toPrecision(2));
  return `${rounded} ${rounded === 1 ? "job" : "jobs"} ${unit}`;
}
