// Searches random sequences for one after which the queue and its model differ, and shortens it.
import fc from "fast-check";
import type { Operation } from "./operations/planned-operation.ts";
import { sequencesOf } from "./operations/sequence.ts";
import { operationsOf, type Traffic } from "./operations/traffic.ts";
import { playSequence, type SequenceFigures } from "./play-sequence.ts";
import type { RealQueue } from "./real/real-queue.ts";

/** The number of operations in a sequence. */
export const SEQUENCE_LENGTH = 60;

/** The sequences to play. */
export interface DifferenceSearch {
  traffic: Traffic;
  /** The number of sequences. */
  runs: number;
  seed: number;
  /** The path that a report printed, to play its sequence again. */
  path?: string;
  /** False to keep a sequence as it was found; otherwise the shortest one is searched for. */
  shrink?: boolean;
  /** Called before each sequence. Returns true to play no more. */
  isOver?: () => boolean;
  /** Called after each sequence. */
  onPlayed?: (figures: SequenceFigures) => void;
}

/** A sequence after which the queue and its model differ, and the seed and path that repeat it. */
export interface Difference {
  operations: readonly Operation[];
  seed: number;
  path: string;
  report: string;
}

/** Plays sequences. Resolves with the first difference, if there is one. */
export async function findDifference(
  realQueue: RealQueue,
  { traffic, runs, seed, path, shrink = true, isOver, onPlayed }: DifferenceSearch,
): Promise<Difference | undefined> {
  const property = fc.asyncProperty(sequencesOf(operationsOf(traffic), SEQUENCE_LENGTH), async (operations) => {
    if (isOver?.()) return;
    const figures = await playSequence(realQueue, operations);
    onPlayed?.(figures);
  });
  const options = { numRuns: runs, seed, endOnFailure: !shrink, ...(path === undefined ? {} : { path }) };
  const found = await fc.check(property, options);
  if (!found.failed) return undefined;
  const operations = found.counterexample?.[0] ?? [];
  const foundPath = found.counterexamplePath ?? "";
  const message = found.errorInstance instanceof Error ? found.errorInstance.message : String(found.errorInstance);
  const report = [
    `The queue and its model differ in sequence ${found.numRuns}, shortened ${found.numShrinks} times:`,
    ...operations.map((operation, i) => `${i + 1}. ${JSON.stringify(operation)}`),
    message,
    `Play it again: npm run test:soak -- --traffic ${traffic} --seed ${found.seed} --path "${foundPath}"`,
  ].join("\n");
  return { operations, seed: found.seed, path: foundPath, report };
}

/** Returns a random seed. It is not negative, since a printed command could not pass a negative one. */
export function randomSeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;
}
