// The forms in which a queue is stored. src/lua/README.md describes each of them.
import { bucketDigit } from "../../../src/engine/keys.ts";
import type { State } from "./state.ts";
import { NEVER, place, REPLY_TTL, START, tick, timeOfTick } from "./times.ts";

interface RecordOptions {
  enqueuedAt?: number;
  max?: number;
  expiresAt?: number;
  pushedUntil?: number;
}

/** Returns a record as Redis stores it: the place of the job, the options that it has of its own, and the payload. */
export function record(
  at = place(1),
  payload = "{}",
  { enqueuedAt, max, expiresAt, pushedUntil }: RecordOptions = {},
): string {
  const tags = Object.entries({ c: enqueuedAt, m: max, x: expiresAt, u: pushedUntil }).filter(
    ([, value]) => value !== undefined,
  );
  return [String(at).padStart(16, "0"), ...tags.map((tag) => tag.join(""))].join(" ").concat(":", payload);
}

/** Returns a follower as Redis stores it: a record that is due at a time, or at once, enqueued at START unless stated. */
export function follower(payload = "{}", { dueAt, priority = 5, ...options }: FollowerOptions = {}): string {
  const first = priority * 900_000_000_000_000 + (dueAt === undefined ? 0 : tick(0, dueAt));
  return record(first, payload, { enqueuedAt: START, ...options });
}

interface FollowerOptions extends RecordOptions {
  dueAt?: number;
  priority?: number;
}

/** The parts of a head; those that are absent are those of a queue without jobs. */
export interface HeadParts {
  flags?: string;
  tick?: number;
  due?: number;
  runs?: number;
  enqueued?: number;
  leased?: number;
  completed?: number;
}

/** Returns the head of a queue without latencies. Unless the parts state otherwise, its last tick is 100 µs after START and nothing is due. */
export function head(parts: HeadParts = {}): string {
  const { flags = "", tick: last = tick(100), due: next = NEVER } = parts;
  const { runs = 0, enqueued = 0, leased = 0, completed = 0 } = parts;
  return `${["2", flags, last, next, runs, enqueued, leased, completed].join(" ")}|`;
}

/** The parts of a run; those that are absent have the values of a first lease. */
export interface RunParts {
  attempt?: number;
  released?: number;
  place?: number;
  max?: number;
  expiresAt?: number;
  postponed?: number | undefined;
  unfinished?: number | undefined;
  worker?: string;
  progress?: string;
  /** The lines of the last attempts. */
  attempts?: string[];
}

/** The state of a run: leased, failed as its last lease expired, waiting, failed, completed. */
export type RunLetter = "L" | "E" | "W" | "F" | "C";

/** Returns a run in its lines. The first line ends with both counts if a part states either. */
export function run(letter: RunLetter, fence: number, parts: RunParts = {}): string {
  const { attempt = 1, released = 0, place: at = place(1), max = 5, expiresAt = 0 } = parts;
  const { postponed, unfinished } = parts;
  const counts = postponed === undefined && unfinished === undefined ? [] : [postponed ?? 0, unfinished ?? 0];
  const first = [letter, fence, attempt, released, String(at).padStart(16, "0"), max, expiresAt, ...counts].join(" ");
  return [first, parts.worker ?? "w", parts.progress ?? "", ...(parts.attempts ?? [])].join("\n");
}

interface EndedParts {
  attempt?: number;
  /** The time at which the attempt ended; START unless set. */
  at?: number;
  worker?: string;
  /** A message as JSON, and a tab and a stack if it has one. */
  error?: string;
}

/** The last ending of an attempt: retried, postponed, failed, released, released unfinished, its lease expired, its worker failed. */
export type EndLetter = "r" | "p" | "f" | "g" | "b" | "l" | "w";

/** Returns the line of an attempt that has ended, of a lease with a fence. */
export function ended(letter: EndLetter, fence: number, parts: EndedParts = {}): string {
  const { attempt = 1, at = START, worker = "w", error = "" } = parts;
  return `${letter} ${attempt} ${fence} ${at - timeOfTick(fence)}\t${worker}\t${error}`;
}

/** The line of an earlier attempt that was retried. */
export const RETRIED = ended("r", tick(0), { error: '"no"' });

/** Returns the run of a waiting job that was never leased. */
export function newRun(at: number): string {
  return run("W", 0, { attempt: 0, place: at, max: 0, worker: "" });
}

/** Returns the reference by which a holder proves its lease. */
export function ref(id: string, fence: number): string {
  return `L ${fence} ${id}`;
}

/** Returns the ending of a job: completed, cancelled, expired, failed or purged, at a tick. */
export function ending(letter: "C" | "X" | "E" | "F" | "P", at = tick(100)): string {
  return letter + at;
}

/** Returns the state of the usual lane, whose only request got a reply. */
export function rememberedReply(text: string, number = 1): Pick<State, "replies:w"> {
  return { "replies:w": [{ lane: `${number}\n${text}` }, REPLY_TTL] };
}

/** Returns fields: a value for each id. */
export function byId<Id extends string, T>(ids: readonly Id[], toValue: (id: Id, i: number) => T): Record<string, T> {
  return Object.fromEntries(ids.map((id, i) => [id, toValue(id, i)]));
}

/** Returns a copy of an object without some of its properties. */
export function omit<T extends object>(object: T | undefined, ...names: string[]): T {
  return Object.fromEntries(Object.entries(object ?? {}).filter(([name]) => !names.includes(name))) as T;
}

/** Returns ids that end with the numbers from 0 on. */
export function numberedIds(count: number, prefix = ""): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}`);
}

/** Returns ids of jobs that share a bucket. */
export function idsOfBucket(digit: string, count: number): string[] {
  const ids: string[] = [];
  for (let i = 0; ids.length < count; i++) if (bucketDigit(`id ${i}`) === digit) ids.push(`id ${i}`);
  return ids;
}
