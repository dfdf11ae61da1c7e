// Places in line, as records hold them: the band of the priority, then the tick since which the job is ready.
import { timeOfTick } from "../../../queue/jobs/record.ts";

// As in src/lua/lib/state/place.lua.
const BAND = 900_000_000_000_000;

/** The tick in a place. */
export function tickOf(place: number): number {
  return place % BAND;
}

/** The time in a place: that of its enqueueing, or the one at which a delayed job is due. */
export function timeOfPlace(place: number): number {
  return timeOfTick(tickOf(place));
}
