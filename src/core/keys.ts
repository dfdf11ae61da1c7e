// Every key that a queue can touch, by the name that the Lua gives it. The table is in src/lua/README.md.

const BUCKETS = 16;

/** The states of a job, which are also the names of the sorted sets that hold it. */
export const STATES = ["ready", "delayed", "leased", "failed", "done"] as const;

/** Where a job is. */
export type State = (typeof STATES)[number];

/** The parts of key names that depend on the call. */
export interface KeyParts {
  nonce?: string;
  /** The job, or the jobs, that the call is about. */
  ids?: readonly string[];
  state?: State;
}

/** The keys of one queue. The braces make all of them share a slot on a cluster. */
export class QueueKeys {
  readonly #root: string;
  readonly #registry: string;
  readonly #rounds: string;

  constructor(prefix: string, name: string) {
    this.#root = `${prefix}:{${name}}:`;
    this.#registry = `${prefix}:queues`;
    // Its tag is the registry's name, so that both share a slot. No key of a queue of that name ends like this.
    this.#rounds = `${prefix}:{${this.#registry}}:rounds`;
  }

  /** The channel on which the queue says that there is work. */
  get channel(): string {
    return `${this.#root}wake`;
  }

  /** The keys for the names that a script declares, in its order. */
  resolve(names: readonly string[], parts: KeyParts): string[] {
    return names.flatMap((name) => this.#named(name, parts));
  }

  /** Every key that is not of one id or one request. */
  all(): string[] {
    const names = [...STATES, "expiring", "runs", "meta", "workers", `jobs*${BUCKETS}`];
    return this.resolve(names, {});
  }

  #named(name: string, { nonce, ids = [], state }: KeyParts): string | string[] {
    switch (name) {
      case "reply":
        return `${this.#root}reply:${nonce}`;
      case "result":
      case "seen":
        return `${this.#root}${name}:${ids[0]}`;
      case "job":
        return `${this.#root}jobs:${bucketOf(ids[0] ?? "").toString(BUCKETS)}`;
      case "state":
        return `${this.#root}${state}`;
      case "registry":
        return this.#registry;
      case "rounds":
        return this.#rounds;
      case "result...":
      case "seen...":
        return ids.map((id) => `${this.#root}${name.slice(0, -3)}:${id}`);
      case "all...":
        return this.all();
      case `jobs*${BUCKETS}`:
        return Array.from({ length: BUCKETS }, (_, bucket) => `${this.#root}jobs:${bucket.toString(BUCKETS)}`);
      default:
        return this.#root + name;
    }
  }
}

/** Which of the 16 hashes holds the record of an id; the same function as in src/lua/lib/records.lua. */
export function bucketOf(id: string): number {
  const bytes = new TextEncoder().encode(id);
  const [y, z] = bytes.length > 1 ? [bytes.at(-2), bytes.at(-1)] : [bytes[0], 0];
  return (bytes.length + (bytes[Math.ceil(bytes.length / 2) - 1] ?? 0) + (y ?? 0) + (z ?? 0)) % BUCKETS;
}
