// The moments at which time alone changes a queue. Sequences move the time to them, and to a ms before and after them.
import { REGISTERED_FOR } from "./queue/jobs/enqueue.ts";
import { REGISTRATION_KNOWN_FOR } from "./queue/program.ts";
import { ENDINGS_MAX_AGE } from "./queue/state/endings.ts";
import type { Model } from "./queue/state/model.ts";
import { entryTickOf } from "./queue/state/order.ts";
import { timeOfTick } from "./queue/state/ticks.ts";

/** Returns the ms until one of the next moments at which time changes the queue, plus an offset. */
export function timeUntilChange(model: Model, { next, offset }: { next: number; offset: number }): number {
  const jobs = [...model.jobs.values()];
  const overrides = [...model.groups.overrides.values()];
  const moments = [
    ...jobs.filter(({ state }) => state === "leased").map(({ time }) => time),
    ...jobs.filter(({ state }) => state === "delayed").map((job) => timeOfTick(entryTickOf(job))),
    ...jobs.map(({ expiresAt }) => expiresAt),
    ...model.seen.values(),
    ...[...model.results.values(), ...model.replies.values()].map(({ until }) => until),
    ...overrides.map(({ paused }) => paused ?? 0),
    model.listenerUntil ?? 0,
    ...[REGISTERED_FOR, REGISTRATION_KNOWN_FOR].map((ms) => (model.registeredAt ?? 0) + ms),
    ...Object.values(ENDINGS_MAX_AGE).map((ms) => (model.endings.current.since ?? 0) + ms),
  ];
  const ahead = moments.filter((moment) => moment > model.now).sort((a, b) => a - b);
  return Math.max(0, (ahead[next % (ahead.length || 1)] ?? model.now) + offset - model.now);
}
