// The endings of jobs that are gone: two hashes. One is written; when it is old and large enough, it becomes the older
// one, and the one before that goes.
import { BOUNDS } from "./bounds.ts";

/** The ending of a job, and the last tick of its unit. */
export interface Ending {
  letter: string;
  tick: number;
}

export interface EndingsHash {
  /** The time since which the hash is written; undefined where it was not begun. */
  since: number | undefined;
  entries: Map<string, Ending>;
}

export interface Endings {
  current: EndingsHash;
  before: EndingsHash;
  /** Endings of the unit in progress. */
  pending: { id: string; letter: string }[];
}

/** The age in ms after which a turn with a beat, and a light clean, make the hash that is written the older one. */
export const OLD = { turn: 120_000, clean: 86_400_000 };

export function noEndings(): Endings {
  return { current: emptyHash(), before: emptyHash(), pending: [] };
}

function emptyHash(): EndingsHash {
  return { since: undefined, entries: new Map() };
}

/** Writes the endings of a unit, and begins the hash where they are the first. */
export function writeEndings(
  { current, pending }: Endings,
  { tick, now, isFirst = sizeOf(current) === 0 }: { tick: number; now: number; isFirst: boolean | undefined },
): void {
  if (isFirst && pending.length > 0) current.since = now;
  for (const { id, letter } of pending.splice(0)) current.entries.set(id, { letter, tick });
}

function sizeOf({ since, entries }: EndingsHash): number {
  return entries.size + (since === undefined ? 0 : 1);
}

/** Makes the hash that is written the older one where it is old, in a turn only where it is also large. */
export function ageEndings(endings: Endings, now: number, by: "turn" | "clean"): void {
  const { since, entries } = endings.current;
  const fields = sizeOf(endings.current);
  if (fields === 0 || (by === "turn" && fields < BOUNDS.agedEndings)) return;
  if (since === undefined) endings.current.since = now;
  else if (now - since > OLD[by]) {
    endings.before = endings.current;
    endings.current = { ...emptyHash(), since: now };
    if (entries.size === 0) Object.assign(endings, { current: emptyHash(), before: emptyHash() });
  }
}

/** Returns how the last job of an id ended. */
export function endingOf({ current, before }: Endings, id: string): Ending | undefined {
  return current.entries.get(id) ?? before.entries.get(id);
}

// The padding makes Redis store the hash as a table.
const WIDTH = 65;

/** Returns the fields of a hash. */
export function fieldsOfEndings({ since, entries }: EndingsHash): Record<string, string> {
  const fields = [...entries].map(([id, { letter, tick }]) => [id, letter + tick]);
  return { ...(since === undefined ? {} : { "": String(since).padEnd(WIDTH) }), ...Object.fromEntries(fields) };
}
