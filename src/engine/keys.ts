// The keys of a queue, by their names in the Lua. src/lua/README.md has a table of them.

const BUCKETS = 16;
const DIGITS = "0123456789abcdef";

/** The states of a job, which are also the names of the sorted sets of jobs. */
export const STATES = ["ready", "delayed", "blocked", "leased", "failed", "done"] as const;

// The names of all other keys but those that expire by themselves.
const OTHERS =
  "expiring seen meta workers endings endedBefore events bulk history hours groups holders lines overrides outbox schedules slots " +
  "flows links waits jobs*16";

/** The state of a job. */
export type JobState = (typeof STATES)[number];

/** The parts of key names that depend on the call. */
export interface KeyParts {
  /** The end of the name of the key that remembers the reply. */
  replies?: string;
  /** The job that the call is about. */
  id?: string;
  /** The buckets that a call declares, as hexadecimal digits. */
  buckets?: string;
  /** The jobs whose results a call declares. */
  results?: readonly string[];
  state?: JobState;
  /** The list of samples that the call reads. */
  samples?: "history" | "hours";
}

/** The keys of one queue. The braces put all of them into one slot of a cluster. */
export class QueueKeys {
  readonly root: string;
  readonly #buckets: readonly string[];

  constructor(prefix: string, name: string) {
    this.root = `${prefix}:{${name}}:`;
    this.#buckets = Array.from(DIGITS, (digit) => `${this.root}jobs:${digit}`);
  }

  /** The channel on which the queue announces ready jobs. */
  get channel(): string {
    return `${this.root}wake`;
  }

  /**
   * Returns the keys for the names that a script declares, in the script's order. A name that ends in `*16` stands for 16 keys,
   * and one that ends in dots for any number.
   */
  resolve(names: readonly string[], parts: KeyParts): string[] {
    const keys: string[] = [];
    for (const name of names) {
      switch (name) {
        case "jobs*16":
          keys.push(...this.#buckets);
          break;
        case "gone*16":
          for (const digit of DIGITS) keys.push(`${this.root}gone:${digit}`);
          break;
        case "jobs...":
          for (const digit of parts.buckets ?? "") keys.push(this.#buckets[DIGITS.indexOf(digit)] as string);
          keys.push(...this.#resultKeys(parts));
          break;
        case "results...":
          keys.push(...this.#resultKeys(parts));
          break;
        case "all...":
          keys.push(...this.all());
          break;
        default:
          keys.push(this.#singleKey(name, parts));
      }
    }
    return keys;
  }

  /** Returns every key except those of results and remembered replies, which expire by themselves. */
  all(): string[] {
    return this.resolve([...STATES, ...OTHERS.split(" ")], {});
  }

  #resultKeys({ results = [] }: KeyParts): string[] {
    return results.map((id) => `${this.root}result:${id}`);
  }

  /**
   * Returns the key of a name that stands for one key: the queue's root and the name, unless a part of the call completes it.
   */
  #singleKey(name: string, { replies, id = "", buckets, state, samples }: KeyParts): string {
    switch (name) {
      case "replies":
        return `${this.root}${replies}`;
      case "result":
        return `${this.root}result:${id}`;
      case "bucket":
        return this.#buckets[buckets === undefined ? bucketOf(id) : DIGITS.indexOf(buckets)] as string;
      case "state":
        return `${this.root}${state}`;
      case "samples":
        return this.root + samples;
      case "endedBefore":
        return `${this.root}endings:before`;
      default:
        return this.root + name;
    }
  }
}

const UNDERSCORE = 95;
const WEIGHTS = [1, 3, 5, 7, 11, 13, 17, 19];

/** Returns the number of a job's bucket, 0 to 15. src/lua/lib/state/jobs.lua has the same function. */
export function bucketOf(id: string): number {
  // Most ids are ASCII, in which a character is a byte.
  for (let i = 0; i < id.length; i++) {
    if (id.charCodeAt(i) > 127) {
      const bytes = new TextEncoder().encode(id);
      return bucketOfBytes(bytes.length, (at) => bytes[at] as number);
    }
  }
  return bucketOfBytes(id.length, (at) => id.charCodeAt(at));
}

/** Returns the bucket that a generated id states; for any other id a weighted sum of its bytes, modulo 16. */
function bucketOfBytes(length: number, byteAt: (at: number) => number): number {
  // The second character of a generated id states its bucket.
  const digit = length === 13 && byteAt(0) === UNDERSCORE ? DIGITS.indexOf(String.fromCharCode(byteAt(1))) : -1;
  if (digit >= 0) return digit;
  let sum = length;
  for (let from = 0; from < length; from += WEIGHTS.length) {
    sum *= 31;
    for (let i = 0; i < WEIGHTS.length && from + i < length; i++) sum += byteAt(from + i) * (WEIGHTS[i] as number);
    sum %= 65_521;
  }
  return sum % BUCKETS;
}

/** Returns the number of a job's bucket as a hexadecimal digit. */
export function bucketDigit(id: string): string {
  return DIGITS[bucketOf(id)] as string;
}

/** Returns the digits of the buckets of several jobs, each digit once. */
export function bucketDigits(ids: Iterable<string>): string {
  return [...new Set(Array.from(ids, bucketDigit))].join("");
}
