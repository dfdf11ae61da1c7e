// What the core asks of a Redis client: to run a script. Everything else an adapter can do is optional.

/** A script as it is sent. */
export interface Script {
  readonly name: string;
  readonly text: string;
  /** Set where it finds out about some of its keys only while it runs, so that it cannot lock only those that it declares. */
  readonly unsealed?: true;
}

/** A Redis client, seen through the one thing that a queue needs of it. */
export interface Adapter {
  /** Runs a script once and gives back its reply; rejects with a {@link LeaseholdError}. */
  run(script: Script, keys: string[], args: string[]): Promise<unknown>;
  /** Calls back for each message of a channel, until the returned function is called. */
  subscribe?(channel: string, onMessage: () => void): Promise<() => Promise<void>>;
}
