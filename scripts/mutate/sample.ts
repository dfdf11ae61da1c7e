// Random samples.
import { createRandom } from "../../src/instruments/testing/seeded-random.ts";

/** Returns this many items of a list, in its order. The same seed draws the same items. */
export function drawSample<T>(list: readonly T[], { size, seed }: { size: number; seed: number }): T[] {
  const random = createRandom(seed);
  const drawn = list.map((item, i) => ({ item, i, lot: random.fraction() }));
  const chosen = drawn.toSorted((a, b) => a.lot - b.lot).slice(0, size);
  return chosen.toSorted((a, b) => a.i - b.i).map(({ item }) => item);
}
