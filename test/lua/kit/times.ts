// The times and ticks of tests, and the places and scores that follow from them.
import { START } from "../../setup/queue.ts";

export { START };
/** The time in ms for which a reply is remembered. */
export const REPLY_TTL = 120_000;
/** The time in ms for which a result is kept. */
export const RESULT_TTL = 3_600_000;
/** The length of a lease in ms. */
export const LEASE = 30_000;
/** The end of a lease that begins at START. */
export const LEASE_END = START + LEASE;
/** The end of the time for which a listener that was noted at START is expected to listen, as meta holds it. */
export const LISTENS_UNTIL = String(START + 600_000);
/** The time of an event that is not known to come. */
export const NEVER = 9_999_999_999_999;
/** The place before all others of the usual priority, which a job has whose own place is lost. */
export const FIRST_PLACE = 4_500_000_000_000_000;

/** Returns the argument `times` for a clock that shows a time. */
export function clockAt(time: number): string {
  return `=${time} ${REPLY_TTL}`;
}

/** Returns a tick: some microseconds after START or another time, in 15 digits. */
export function tick(n = 0, time = START): number {
  return (time - 1_600_000_000_000) * 1_000 + n;
}

/** Returns the time of a tick in whole ms. */
export function timeOfTick(of: number): number {
  return Math.floor(of / 1_000) + 1_600_000_000_000;
}

/** Returns the place of a job that is ready since a tick, in 16 digits. */
export function place(n: number, priority = 5, { time = START } = {}): number {
  return priority * 900_000_000_000_000 + tick(n, time);
}

/** Returns the score of a delayed job. */
export function due(time: number, priority = 5, { n = 0 } = {}): number {
  return tick(n, time) * 10 + priority;
}

/** Returns the score of a blocked job: by the number of its group, and its sequence number there, of which 0 is the first. */
export function blocked(group: number, n: number, priority = 5): number {
  return (group * 10 + priority) * 1e8 + 5e7 + n;
}
