// The moments at which something changes by itself: to these, and to a millisecond before and after them, time is moved.
import { type Model, timeOfTick } from "./queue/model.ts";

/** Returns how long it is until one of the next moments, or a little off it. */
export function untilNext(model: Model, { next, off }: { next: number; off: number }): number {
  const jobs = [...model.jobs.values()];
  const moments = [
    ...jobs.filter(({ state }) => state === "leased").map(({ time }) => time),
    ...jobs.filter(({ state }) => state === "delayed").map(({ tick }) => timeOfTick(tick)),
    ...jobs.map(({ dies }) => dies),
    ...model.seen.values(),
    ...[...model.results.values(), ...model.replies.values()].map(({ until }) => until),
    model.heard ?? 0,
  ];
  const ahead = moments.filter((moment) => moment > model.now).sort((a, b) => a - b);
  return Math.max(0, (ahead[next % (ahead.length || 1)] ?? model.now) + off - model.now);
}
