// The parts of a place: the band of the priority, and the tick since which the job is ready.
import { timeOfTick } from "../../../queue/jobs/stored/record.ts";

// As in src/lua/lib/state/place.lua.
const BAND = 900_000_000_000_000;

/** Returns the tick in a place. */
export function tickOf(place: number): number {
  return place % BAND;
}

/** Returns the time in a place, in ms: when the job was enqueued, or when a delayed job is due. */
export function timeOfPlace(place: number): number {
  return timeOfTick(tickOf(place));
}
