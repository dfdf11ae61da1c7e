// The endings of jobs that are gone, in two hashes. New endings are written to the current hash. Once it is old and large
// enough, it replaces the earlier hash.
import { BOUNDS } from "./bounds.ts";

/** The ending of a job, and the last tick of its unit. */
export interface Ending {
  letter: string;
  tick: number;
}

/** A hash of endings, by id. */
export interface EndingsHash {
  /** The time since which the hash is written; undefined before its first entry. */
  since: number | undefined;
  entries: Map<string, Ending>;
}

/** The endings of a queue. */
export interface Endings {
  current: EndingsHash;
  before: EndingsHash;
  /** Endings of the unit in progress. */
  pending: { id: string; letter: string }[];
}

/** The age in ms from which the current hash becomes the older one: in a turn with a beat, and in a light clean. */
export const ENDINGS_MAX_AGE = { turn: 120_000, clean: 86_400_000 };

/** Creates the endings of a new queue. */
export function createEndings(): Endings {
  return { current: createEndingsHash(), before: createEndingsHash(), pending: [] };
}

function createEndingsHash(): EndingsHash {
  return { since: undefined, entries: new Map() };
}

/** Writes the endings of a unit. The first endings of a hash also write the time since which it is written. */
export function writeEndings(
  { current, pending }: Endings,
  { tick, now, isFirst = fieldCount(current) === 0 }: { tick: number; now: number; isFirst: boolean | undefined },
): void {
  if (isFirst && pending.length > 0) current.since = now;
  for (const { id, letter } of pending.splice(0)) current.entries.set(id, { letter, tick });
}

/** Returns the number of fields in Redis: the endings, and the time since which they are written. */
function fieldCount({ since, entries }: EndingsHash): number {
  return entries.size + (since === undefined ? 0 : 1);
}

/** Makes the current hash the older one if it is old and, in a turn, also large. */
export function ageEndings(endings: Endings, { now, by }: { now: number; by: "turn" | "clean" }): void {
  const { since, entries } = endings.current;
  const fields = fieldCount(endings.current);
  if (fields === 0 || (by === "turn" && fields < BOUNDS.agedEndings)) return;
  if (since === undefined) endings.current.since = now;
  else if (now - since > ENDINGS_MAX_AGE[by]) {
    endings.before = endings.current;
    endings.current = { ...createEndingsHash(), since: now };
    if (entries.size === 0) Object.assign(endings, { current: createEndingsHash(), before: createEndingsHash() });
  }
}

/** Returns the ending of the last job of an id. */
export function findEnding({ current, before }: Endings, id: string): Ending | undefined {
  return current.entries.get(id) ?? before.entries.get(id);
}

// The padding makes Redis store the hash as a table.
const WIDTH = 65;

/** Returns a hash as the fields that Redis stores. */
export function formatEndings({ since, entries }: EndingsHash): Record<string, string> {
  const fields = [...entries].map(([id, { letter, tick }]) => [id, letter + tick]);
  return { ...(since === undefined ? {} : { "": String(since).padEnd(WIDTH) }), ...Object.fromEntries(fields) };
}
