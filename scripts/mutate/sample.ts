// A choice that a seed repeats.
import { createRandom } from "../../src/instruments/testing/random.ts";

/** So many of a list, in its order. */
export function sampleOf<T>(list: readonly T[], size: number, seed: number): T[] {
  const random = createRandom(seed);
  const drawn = list.map((value, i) => ({ value, i, lot: random.fraction() }));
  const first = drawn.toSorted((a, b) => a.lot - b.lot).slice(0, size);
  return first.toSorted((a, b) => a.i - b.i).map(({ value }) => value);
}
