// How jobs ended that are gone: lines in two texts. One of them grows; it takes the place of the other when it is large
// and its first line is old.

/** How a job ended, and the last tick of the request that ended it. */
export interface Ending {
  id: string;
  letter: string;
  tick: number;
}

export interface Endings {
  lines: Ending[];
  before: Ending[];
  /** Jobs that the unit in progress has removed. */
  pending: { id: string; letter: string }[];
}

const LARGE = 262_144;
const KNOWN = 120_000_000;
const STRIDE = 4_096;

export function textOfEndings(lines: Ending[]): string {
  return lines.map(({ id, letter, tick }) => `${id}\t${letter}${tick}\n`).join("");
}

/** Adds the endings of a unit. */
export function noteEndings(endings: Endings, tick: number, mayRotate: boolean): void {
  const added = endings.pending.map((each) => ({ ...each, tick }));
  endings.pending = [];
  endings.lines.push(...added);
  const [size, growth] = [endings.lines, added].map((lines) => Buffer.byteLength(textOfEndings(lines)));
  if (!size || !growth || !mayRotate || size <= LARGE || size % STRIDE >= growth) return;
  if (tick - (endings.lines[0]?.tick ?? 0) > KNOWN) Object.assign(endings, { before: endings.lines, lines: [] });
}

/** Returns how the last job of an id ended. */
export function endingOf({ lines, before }: Endings, id: string): Ending | undefined {
  return [...before, ...lines].findLast((ending) => ending.id === id);
}
