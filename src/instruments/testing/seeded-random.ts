// Seeded random numbers: equal seeds give equal sequences. Not a library, because this ships in leasehold/testing, and
// a dependency of its users is not worth ten lines.

/** A generator of pseudo-random values, not for secrets. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number;
  /** Returns a whole number from 0 up to, but not including, a bound. */
  below(bound: number): number;
  /** Returns an item of a list, which must not be empty. */
  pick<T>(list: readonly T[]): T;
}

/** Creates a generator (mulberry32). A text is hashed to a number first (FNV-1a). */
export function createRandom(seed: number | string): Random {
  let state = typeof seed === "number" ? seed : hashText(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number): number => next() % bound;
  return {
    below,
    fraction: () => next() / 4_294_967_296,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
  };
}

/** Returns the FNV-1a hash of a text. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
