// A look at a queue, as the light clean stores it among the samples (src/lua/lib/steps/sample.lua).
import { type JobState, STATES } from "../../../engine/keys.ts";

/** The totals that a look has. */
export const SAMPLED_TOTALS = ["enqueued", "leased", "completed", "failed", "retried"] as const;

/** The numbers of a queue that cleans have found. */
export interface Look {
  /** The times of the first and the last clean that found the same. */
  from: number;
  to: number;
  /** The number of jobs in each state. */
  states: Record<JobState, number>;
  /** Since the queue was created. */
  totals: Record<(typeof SAMPLED_TOTALS)[number], number>;
  /** The latencies, as `parseLatencies` reads them; "" if only the numbers were read. */
  latencies: string;
}

const LOOK = /^(\d+) (\d+) (-?\d+(?: -?\d+){10})(?:\|(.*))?$/;

/** Parses a look. Returns undefined if it is damaged. */
export function parseLook(line: string): Look | undefined {
  const [, from, to, numbers, latencies = ""] = LOOK.exec(line) ?? [];
  if (numbers === undefined) return undefined;
  const values = numbers.split(" ").map(Number);
  return {
    from: Number(from),
    to: Number(to),
    states: toRecord(STATES, values),
    totals: toRecord(SAMPLED_TOTALS, values.slice(STATES.length)),
    latencies,
  };
}

/** Returns a record of some names and their values, in the order of both. */
function toRecord<Name extends string>(names: readonly Name[], values: readonly number[]): Record<Name, number> {
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? 0])) as Record<Name, number>;
}
