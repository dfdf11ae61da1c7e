// Seeded random bytes, so that a repeated sequence creates the same ids.
import { randomText } from "../../../src/base/random.ts";
import { createRandom } from "../../../src/instruments/testing/seeded-random.ts";

const SEED = 1;

/** Replaces the random bytes of this process by the sequence of a seed, from its start. */
export function seedRandomBytes(): void {
  const random = createRandom(SEED);
  let isSeeded = false;
  const getRandomValues = (bytes: Uint8Array) => {
    isSeeded = true;
    for (const i of bytes.keys()) bytes[i] = random.below(256);
    return bytes;
  };
  Object.assign(crypto, { getRandomValues });
  // The library draws many bytes at once. Those of an earlier draw have to be used up first.
  while (!isSeeded) randomText(1);
}

/** Restores the random bytes. */
export function restoreRandomBytes(): void {
  Reflect.deleteProperty(crypto, "getRandomValues");
}
