// Every key that a queue can touch, by the name that the Lua gives it. The table is in src/lua/README.md.

const HASHES = 16;
const DIGITS = "0123456789abcdef";

/** The states of a job, which are also the names of the sorted sets that hold it. */
export const STATES = ["ready", "delayed", "leased", "failed", "done"] as const;

/** Where a job is. */
export type State = (typeof STATES)[number];

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
  state?: State;
  /** Ends the names of the hashes that remember replies of about now. */
  windows?: readonly string[];
}

/** The keys of one queue. The braces make all of them share a slot on a cluster. */
export class QueueKeys {
  readonly root: string;
  readonly #registry: string;
  readonly #rounds: string;
  readonly #hashes: readonly string[];

  constructor(prefix: string, name: string) {
    this.root = `${prefix}:{${name}}:`;
    this.#registry = `${prefix}:queues`;
    // Its tag is the registry's name, so that both share a slot. No key of a queue of that name ends like this.
    this.#rounds = `${prefix}:{${this.#registry}}:rounds`;
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
        case "jobs...":
          for (const digit of parts.hashes ?? "") keys.push(this.#hashes[DIGITS.indexOf(digit)] as string);
          keys.push(...this.#results(parts));
          break;
        case "results...":
          keys.push(...this.#results(parts));
          break;
        case "all...":
          keys.push(...this.all(parts));
          break;
        default:
          keys.push(this.#single(name, parts));
      }
    }
    return keys;
  }

  /** Every key that is not of one result, or of one request that was named. */
  all({ windows = [] }: KeyParts = {}): string[] {
    const names = [...STATES, "expiring", "seen", "meta", "workers", "endings", "endedBefore", "jobs*16"];
    return [...this.resolve(names, {}), ...windows.map((window) => this.root + window)];
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
      case "registry":
        return this.#registry;
      case "rounds":
        return this.#rounds;
      default:
        return this.root + name;
    }
  }
}

/** Which of the 16 hashes holds a job; the same function as in src/lua/lib/jobs.lua, but from 0 on. */
export function hashOf(id: string): number {
  // Ids are short, and most often ASCII, where a character is a byte.
  for (let i = 0; i < id.length; i++) if (id.charCodeAt(i) > 127) return hashOfBytes(new TextEncoder().encode(id));
  const { length } = id;
  const last = length > 1 ? id.charCodeAt(length - 2) + id.charCodeAt(length - 1) : id.charCodeAt(0);
  return (length + id.charCodeAt(Math.ceil(length / 2) - 1) + last) % HASHES;
}

function hashOfBytes(bytes: Uint8Array): number {
  const [y, z] = bytes.length > 1 ? [bytes.at(-2), bytes.at(-1)] : [bytes[0], 0];
  return (bytes.length + (bytes[Math.ceil(bytes.length / 2) - 1] ?? 0) + (y ?? 0) + (z ?? 0)) % HASHES;
}

/** The same as a hexadecimal digit. */
export function hashDigit(id: string): string {
  return DIGITS[hashOf(id)] as string;
}

/** The hashes of several jobs, each once. */
export function hashDigits(ids: Iterable<string>): string {
  return [...new Set(Array.from(ids, hashDigit))].join("");
}
