// Random numbers that a seed repeats.

/** Numbers below a bound, and one of a list. */
export interface Random {
  below(most: number): number;
  one<T>(list: readonly T[]): T;
}

/** mulberry32. */
export function numbersFrom(seed: number): Random {
  let state = seed;
  const below = (most: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
  return { below, one: <T>(list: readonly T[]) => list[below(list.length)] as T };
}
