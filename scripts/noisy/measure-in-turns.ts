// One measurement: the quiet tenant alone and beside a flood, in turns, so that load on the machine slows both.
import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../measuring/statistics.ts";
import type { Punctuality } from "./delayed-jobs.ts";
import type { FloodCounts, PausableFlood } from "./flood/flooder.ts";
import { readSlowCommands, resetSlowCommands, type SlowCommand } from "./slow-commands.ts";
import type { Testbed } from "./testbed.ts";

/** The times in ms of jobs from their enqueue until they are completed. */
export interface JobTimes {
  raw: number[];
  /** The times without waits for a core. */
  net: number[];
}

/** The result of a measurement. */
export interface FloodResult {
  alone: JobTimes;
  beside: JobTimes;
  counts: FloodCounts;
  /** The slow commands of Redis beside the flood. */
  slow: SlowCommand[];
  delayed: Punctuality;
}

const TURN = 1_000;
// The time in ms after a flood for which its leftovers slow others. It belongs to neither turn.
const RECOVERY = 200;

/** Measures a number of turns, each alone and then beside the flood. */
export async function measureTurns(
  testbed: Testbed,
  flood: PausableFlood,
  { turns }: { turns: number },
): Promise<FloodResult> {
  const alone: JobTimes = { raw: [], net: [] };
  const beside: JobTimes = { raw: [], net: [] };
  const slow: SlowCommand[] = [];
  let counts: FloodCounts | undefined;
  const startedAt = Date.now();
  for (let turn = 0; turn < turns; turn++) {
    await measureTurn(testbed, alone);
    await Promise.all([resetSlowCommands(testbed.redis), flood.resume()]);
    await measureTurn(testbed, beside);
    counts = await flood.pause();
    slow.push(...(await readSlowCommands(testbed.redis)));
    await sleep(RECOVERY);
  }
  const delayed = testbed.delayed.punctualitySince(startedAt, testbed.cronRuns);
  return { alone, beside, counts: counts as FloodCounts, slow, delayed };
}

/** Adds the times of the jobs of one turn, once they are completed. */
async function measureTurn({ quiet, contention }: Testbed, times: JobTimes): Promise<void> {
  const from = performance.now();
  await sleep(TURN);
  for (const { startedAt, endedAt } of await quiet.jobsBetween(from, performance.now())) {
    times.raw.push(endedAt - startedAt);
    times.net.push(endedAt - startedAt - contention.between(startedAt, endedAt));
  }
}

/** Returns the ratio of the 99th percentiles beside the flood and alone, without waits for a core. */
export function slowdownOf({ alone, beside }: FloodResult): number {
  return quantile(beside.net, 0.99) / quantile(alone.net, 0.99);
}
