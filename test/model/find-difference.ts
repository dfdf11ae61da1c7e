// Random sequences of operations, played until one differs; what is reported then repeats it.
import fc from "fast-check";
import type { Operation, Traffic } from "./operations/operation.ts";
import { operationOf } from "./operations/operation.ts";
import { sequenceOf } from "./operations/sequence.ts";
import { type Played, play } from "./play-sequence.ts";
import type { World } from "./real/real-queue.ts";

export const LENGTH = 60;

export interface Run {
  traffic: Traffic;
  /** How many sequences. */
  runs: number;
  seed: number;
  /** Where a failure was found, to begin there. */
  path?: string;
  /** Whether a failure is looked for the shortest sequence that shows it; yes unless set. */
  shrink?: boolean;
  /** Asked before each sequence whether the time for them is over. */
  isOver?: () => boolean;
  /** Told of each sequence that was played. */
  onPlayed?: (played: Played) => void;
}

/** The shortest sequence that differs, and how to see it again. */
export interface Difference {
  operations: readonly Operation[];
  seed: number;
  path: string;
  report: string;
}

/** Plays sequences; resolves with the first difference, if there is one. */
export async function check(world: World, run: Run): Promise<Difference | undefined> {
  const { traffic, runs, seed, path, shrink = true, isOver, onPlayed } = run;
  const property = fc.asyncProperty(sequenceOf(operationOf(traffic), LENGTH), async (operations) => {
    if (isOver?.()) return;
    const played = await play(world, operations);
    onPlayed?.(played);
  });
  const options = { numRuns: runs, seed, endOnFailure: !shrink, ...(path === undefined ? {} : { path }) };
  const found = await fc.check(property, options);
  if (!found.failed) return undefined;
  const operations = found.counterexample?.[0] ?? [];
  const at = found.counterexamplePath ?? "";
  const why = found.errorInstance instanceof Error ? found.errorInstance.message : String(found.errorInstance);
  const report = [
    `the queue and its model differ (sequence ${found.numRuns}, made ${found.numShrinks} times shorter):`,
    ...operations.map((operation, i) => `${i + 1}. ${JSON.stringify(operation)}`),
    why,
    `Again: npm run test:soak -- --traffic ${traffic} --seed ${found.seed} --path "${at}"`,
  ].join("\n");
  return { operations, seed: found.seed, path: at, report };
}

/** Returns a seed by chance. A negative one could not be given to a command as it is printed. */
export function anySeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;
}
