// The ticks of delayed jobs, which order the jobs that are due in the same millisecond.
import { inState, type Model, ticksAt, timeOfTick } from "./model.ts";

const TICKS = 1_000;

/** Returns the first free tick of a millisecond, after those of the jobs that are due in it; else one of a later millisecond. */
export function tickAt(model: Model, time: number): number {
  const taken = inState(model, "delayed").filter(({ tick }) => timeOfTick(tick) === time);
  const tick = Math.max(ticksAt(time) - 1, ...taken.map(({ tick }) => tick)) + 1;
  return tick < ticksAt(time) + TICKS ? tick : tickAt(model, time + 1);
}
