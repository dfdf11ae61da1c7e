// Every key that a queue can touch, by the name that the Lua gives it. The table is in src/lua/README.md.

const HASHES = 16;
const DIGITS = "0123456789abcdef";

/** The states of a job, which are also the names of the sorted sets that hold it. */
export const STATES = ["ready", "delayed", "leased", "failed", "done"] as const;

/** Where a job is. */
export type JobState = (typeof STATES)[number];

/** The parts of key names that depend on the call. */
export interface KeyParts {
  /** Ends the name of the hash that remembers the reply. */
  replies?: string;
  /** The job that the call is about. */
  id?: string;
  /** The numbers of the hashes that a call declares, as hexadecimal digits. */
  hashes?: string;
  /** The jobs whose results a call declares. */
  results?: readonly string[];
  state?: JobState;
}

/** The keys of one queue. The braces make all of them share a slot on a cluster. */
export class QueueKeys {
  readonly root: string;
  readonly #hashes: readonly string[];

  constructor(prefix: string, name: string) {
    this.root = `${prefix}:{${name}}:`;
    this.#hashes = Array.from(DIGITS, (digit) => `${this.root}jobs:${digit}`);
  }

  /** The channel on which the queue says that there is work. */
  get channel(): string {
    return `${this.root}wake`;
  }

  /** The keys for the names that a script declares, in its order. */
  resolve(names: readonly string[], parts: KeyParts): string[] {
    const keys: string[] = [];
    for (const name of names) {
      switch (name) {
        case "jobs*16":
          keys.push(...this.#hashes);
          break;
        case "gone*16":
          for (const digit of DIGITS) keys.push(`${this.root}gone:${digit}`);
          break;
        case "jobs...":
          for (const digit of parts.hashes ?? "") keys.push(this.#hashes[DIGITS.indexOf(digit)] as string);
          keys.push(...this.#results(parts));
          break;
        case "results...":
          keys.push(...this.#results(parts));
          break;
        case "all...":
          keys.push(...this.all());
          break;
        default:
          keys.push(this.#single(name, parts));
      }
    }
    return keys;
  }

  /** Returns every key but those of results and remembered replies, which expire by themselves. */
  all(): string[] {
    return this.resolve(
      [...STATES, "expiring", "seen", "meta", "workers", "endings", "endedBefore", "events", "jobs*16"],
      {},
    );
  }

  #results({ results = [] }: KeyParts): string[] {
    return results.map((id) => `${this.root}result:${id}`);
  }

  #single(name: string, { replies, id = "", hashes, state }: KeyParts): string {
    switch (name) {
      case "replies":
        return `${this.root}${replies}`;
      case "result":
        return `${this.root}result:${id}`;
      case "hash":
        return this.#hashes[hashes === undefined ? hashOf(id) : DIGITS.indexOf(hashes)] as string;
      case "state":
        return `${this.root}${state}`;
      case "endedBefore":
        return `${this.root}endings:before`;
      default:
        return this.root + name;
    }
  }
}

const UNDERSCORE = 95;
const WEIGHTS = [1, 3, 5, 7, 11, 13, 17, 19];

/** Returns the number of the hash that holds a job, 0 to 15; the same function as in src/lua/lib/state/jobs.lua. */
export function hashOf(id: string): number {
  // Most ids are ASCII, where a character is a byte.
  for (let i = 0; i < id.length; i++) {
    if (id.charCodeAt(i) > 127) {
      const bytes = new TextEncoder().encode(id);
      return hashOfBytes(bytes.length, (at) => bytes[at] as number);
    }
  }
  return hashOfBytes(id.length, (at) => id.charCodeAt(at));
}

function hashOfBytes(length: number, byteAt: (at: number) => number): number {
  // A generated id states its hash by its second character.
  const digit = length === 13 && byteAt(0) === UNDERSCORE ? DIGITS.indexOf(String.fromCharCode(byteAt(1))) : -1;
  if (digit >= 0) return digit;
  let sum = length;
  for (let from = 0; from < length; from += WEIGHTS.length) {
    sum *= 31;
    for (let i = 0; i < WEIGHTS.length && from + i < length; i++) sum += byteAt(from + i) * (WEIGHTS[i] as number);
    sum %= 65_521;
  }
  return sum % HASHES;
}

/** Returns the number of the hash that holds a job as a hexadecimal digit. */
export function hashDigit(id: string): string {
  return DIGITS[hashOf(id)] as string;
}

/** Returns the digits of the hashes that hold several jobs, each once. */
export function hashDigits(ids: Iterable<string>): string {
  return [...new Set(Array.from(ids, hashDigit))].join("");
}
