// Random choices that are the same for the same seed, so that what fails can be run again.

export interface Random {
  /** A whole number from 0 on. */
  below(most: number): number;
  one<T>(list: readonly [T, ...T[]]): T;
  /** The value in one of `times` cases, else undefined. */
  maybe<T>(times: number, value: T): T | undefined;
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
  return {
    below,
    one: (list) => list[below(list.length)] as (typeof list)[0],
    maybe: (times, value) => (below(times) === 0 ? value : undefined),
  };
}
