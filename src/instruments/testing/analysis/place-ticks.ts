// The parts of a place: the band of the priority, and the tick since which the job is ready.
import { timeOfTick } from "../../../queue/jobs/stored/record.ts";

// As in src/lua/lib/state/place.lua.
const BAND = 900_000_000_000_000;

/** Returns the tick in a job's place, which is the tick plus a multiple of BAND for the priority. */
export function tickOf(place: number): number {
  return place % BAND;
}

/** Returns the time in a job's place, in ms: when the job was enqueued, or when it is due if it is delayed. */
export function timeOfPlace(place: number): number {
  return timeOfTick(tickOf(place));
}
