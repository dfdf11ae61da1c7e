// The times at which something changes by itself. Time is moved to these, and to a millisecond before and after them.

import { REGISTERED } from "./queue/jobs/enqueue.ts";
import { KNOWN_FOR } from "./queue/program.ts";
import { OLD } from "./queue/state/endings.ts";
import { type Model, timeOfTick } from "./queue/state/model.ts";

/** Returns the time until one of the next moments, or a little off it. */
export function untilNext(model: Model, { next, off }: { next: number; off: number }): number {
  const jobs = [...model.jobs.values()];
  const moments = [
    ...jobs.filter(({ state }) => state === "leased").map(({ time }) => time),
    ...jobs.filter(({ state }) => state === "delayed").map(({ tick }) => timeOfTick(tick)),
    ...jobs.map(({ expiresAt }) => expiresAt),
    ...model.seen.values(),
    ...[...model.results.values(), ...model.replies.values()].map(({ until }) => until),
    model.heard ?? 0,
    ...[REGISTERED, KNOWN_FOR].map((ms) => (model.registered ?? 0) + ms),
    ...Object.values(OLD).map((ms) => (model.endings.current.since ?? 0) + ms),
  ];
  const ahead = moments.filter((moment) => moment > model.now).sort((a, b) => a - b);
  return Math.max(0, (ahead[next % (ahead.length || 1)] ?? model.now) + off - model.now);
}
