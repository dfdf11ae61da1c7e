// The ticks of delayed jobs: those that are due in the same millisecond keep their order.
import { inState, type Model, ticksAt, timeOfTick } from "./model.ts";

/** The last tick that a request has given in each millisecond. */
export type Given = Map<number, number>;

/** Returns the tick of a job that is due at a time: the one after those of the jobs that are due in that millisecond. */
export function tickAt(model: Model, time: number, given: Given): number {
  const taken = inState(model, "delayed").filter(({ tick }) => timeOfTick(tick) === time);
  const last = given.get(time) ?? Math.max(ticksAt(time) - 1, ...taken.map(({ tick }) => tick));
  given.set(time, last + 1);
  return last + 1;
}

/** Returns the tick of a job that is due after a delay. As long as ticks keep to the clock, they tell the order by themselves. */
export function tickAfter(model: Model, delay: number, given: Given): number {
  const time = model.now + delay;
  if (timeOfTick(model.tick) > model.now || given.has(time)) return tickAt(model, time, given);
  given.set(time, model.tick + delay * 1_000);
  return model.tick + delay * 1_000;
}
