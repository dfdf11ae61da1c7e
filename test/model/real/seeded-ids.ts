// Seeded ids: a sequence that is played again gets the same ones.
import { randomText } from "../../../src/base/random.ts";
import { createRandom } from "../../../src/instruments/testing/random.ts";

const SEED = 1;

/** Makes the random bytes of the library begin anew. */
export function seedChance(): void {
  const random = createRandom(SEED);
  let isSeeded = false;
  const getRandomValues = (bytes: Uint8Array) => {
    isSeeded = true;
    for (const i of bytes.keys()) bytes[i] = random.below(256);
    return bytes;
  };
  Object.assign(crypto, { getRandomValues });
  // The library draws many bytes at once; those of an earlier draw are used up first.
  while (!isSeeded) randomText(1);
}

/** Makes the bytes random again. */
export function unseedChance(): void {
  Reflect.deleteProperty(crypto, "getRandomValues");
}
