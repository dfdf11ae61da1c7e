// A choice that a seed repeats.

/** So many of a list, in its order. */
export function sampleOf<T>(list: readonly T[], size: number, seed: number): T[] {
  const next = numbersFrom(seed);
  const drawn = list.map((value, i) => ({ value, i, lot: next() }));
  const first = drawn.toSorted((a, b) => a.lot - b.lot).slice(0, size);
  return first.toSorted((a, b) => a.i - b.i).map(({ value }) => value);
}

/** mulberry32. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
