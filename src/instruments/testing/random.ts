// Numbers that are the same for the same text, so that what a run did can be done again.

/** Numbers from 0 to 1 (mulberry32 over FNV-1a). */
export function randomOf(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from 0 to below a bound. */
export function below(bound: number, random: () => number): number {
  return Math.floor(random() * bound);
}
