// One measurement: the quiet tenant alone and beside a flood, in turns, so that load on the machine slows both.
import { setTimeout as sleep } from "node:timers/promises";
import type { Interruptible, Tally } from "./flooder.ts";
import type { Place } from "./place.ts";
import type { Usage } from "./processes/app.ts";
import type { Slow } from "./redis-watch.ts";

/** The times in ms of jobs from their enqueue until they were done, and what is left of them without waits for a core. */
export interface Times {
  raw: number[];
  net: number[];
}

/** The result of a measurement. */
export interface Measured {
  alone: Times;
  beside: Times;
  tally: Tally;
  /** The slowest commands of Redis beside the flood. */
  slow: Slow[];
  usage: Usage;
  pings: number[];
  late: { longest: number; missed: number };
}

const TURN = 1_000;
// The time in ms after a flood in which what it has left behind still slows others; it belongs to neither.
const REST = 200;

/** Measures a number of turns of both. */
export async function measure(place: Place, flood: Interruptible, turns: number): Promise<Measured> {
  const alone: Times = { raw: [], net: [] };
  const beside: Times = { raw: [], net: [] };
  let tally: Tally | undefined;
  const [slow, pings]: [Slow[], number[]] = [[], []];
  const startedAt = Date.now();
  let usage: Usage = { cpu: 0, longestStall: 0 };
  for (let turn = 0; turn < turns; turn++) {
    await span(place, alone);
    await Promise.all([place.usage(), place.redis.begin(), flood.resume()]);
    await span(place, beside);
    tally = await flood.pause();
    const [seen, used] = await Promise.all([place.redis.end(), place.usage()]);
    slow.push(...seen.slow);
    pings.push(...seen.pings);
    usage = { cpu: usage.cpu + used.cpu, longestStall: Math.max(usage.longestStall, used.longestStall) };
    await sleep(REST);
  }
  const late = place.punctual.verdict(startedAt, Date.now(), place.runs);
  return { alone, beside, tally: tally as Tally, slow: slow.sort((a, b) => b.ms - a.ms), usage, pings, late };
}

/** Adds the jobs of one turn, once they are done. */
async function span(place: Place, times: Times): Promise<void> {
  const from = performance.now();
  await sleep(TURN);
  for (const { begunAt, endedAt } of await place.quiet.jobs(from, performance.now())) {
    const took = endedAt - begunAt;
    times.raw.push(took);
    times.net.push(took - place.contention.between(begunAt, endedAt));
  }
}

/** Returns the value that a share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;
}
