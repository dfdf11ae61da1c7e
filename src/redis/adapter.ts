// What the core asks of a Redis client: to run a script. Everything else an adapter can do is optional.

/** A script as it is sent. */
export interface Script {
  readonly name: string;
  readonly text: string;
  /** Set where it finds out about some of its keys only while it runs, so that it cannot lock only those that it declares. */
  readonly unsealed?: true;
}

/** A script, and what it runs on. */
export interface Call {
  script: Script;
  keys: string[];
  args: string[];
}

/** A Redis client, seen through the one thing that a queue needs of it. */
export interface Adapter {
  /** The adapter that this one sends its scripts through: what is known of its database is known of this one. */
  readonly base?: Adapter;
  /** Runs a script once and gives back its reply; rejects with a {@link LeaseholdError}. */
  run(script: Script, keys: string[], args: string[]): Promise<unknown>;
  /** Runs several in one request, each with a reply of its own. Without it each is a request of its own. */
  runMany?(calls: readonly Call[]): Promise<unknown>[];
  /**
   * Calls back with each message of a channel, until the returned function is called; without one where messages may have
   * been missed.
   */
  subscribe?(channel: string, onMessage: (message?: string) => void): Promise<() => Promise<void>>;
}
