// Ticks: the clock of a queue, with a thousand ticks a millisecond. Each place of a job is a tick of its own.
import type { Model } from "./model.ts";
import { entryTickOf, jobsIn } from "./order.ts";

/** The time in ms of the first tick. */
const EPOCH = 1_600_000_000_000;
/** The tick from which a queue refuses requests. */
const LAST_TICK = 899_000_000_000_000;
const TICKS = 1_000;

/** Returns the first tick of a millisecond. */
export function firstTickAt(time: number): number {
  return (time - EPOCH) * TICKS;
}

/** Returns the millisecond of a tick. */
export function timeOfTick(tick: number): number {
  return Math.floor(tick / TICKS) + EPOCH;
}

/** Returns the last issued tick, or the first one of the current millisecond if that is later. */
export function currentTick({ tick, now }: Model): number {
  return Math.max(tick, firstTickAt(now));
}

/** Issues the next tick. */
export function issueTick(model: Model): number {
  model.tick = currentTick(model) + 1;
  return model.tick;
}

/** Reports whether the clock is before the first tick, or at the last one or later. */
export function isClockBad(model: Model): boolean {
  return model.now < EPOCH || currentTick(model) >= LAST_TICK;
}

/**
 * Returns a function that finds free ticks for one unit: after the ticks of the jobs that were delayed before it, even if the unit
 * moves these, and after those that the function has returned.
 */
export function createTickAllocator(model: Model): (time: number) => number {
  const before = jobsIn(model, "delayed").map(entryTickOf);
  const issued = new Map<number, number>();
  return function allocate(time: number): number {
    const own = issued.get(time);
    const taken = before.filter((tick) => timeOfTick(tick) === time);
    const tick = (own ?? Math.max(firstTickAt(time) - 1, ...taken)) + 1;
    if (tick >= firstTickAt(time) + TICKS) throw new Error("a sequence delays too many jobs until one millisecond");
    issued.set(time, tick);
    return tick;
  };
}

/** Returns a tick of a millisecond after the ticks of the jobs due in it; a tick of a later one if all are taken. */
export function freeTickAt(model: Model, time: number): number {
  const delayed = jobsIn(model, "delayed").map(entryTickOf);
  // Jobs that this unit takes out of the delayed ones are still there.
  const left = model.unit.moves.filter(({ from }) => from === "delayed").map(({ tick }) => tick);
  const taken = [...delayed, ...left].filter((tick) => timeOfTick(tick) === time);
  const tick = Math.max(firstTickAt(time) - 1, ...taken) + 1;
  return tick < firstTickAt(time) + TICKS ? tick : freeTickAt(model, time + 1);
}
