// The interface between the library and a Redis client. Only `run` is required.

/** A script in the form in which it is sent. */
export interface Script {
  readonly name: string;
  /** The Lua; empty in a bundle without texts. */
  readonly text: string;
  /**
   * Set if the script finds some of its keys only while it runs. Key locking, which locks only the declared keys, does not
   * work for it.
   */
  readonly unsealed?: true;
}

/** A script with its keys and arguments. */
export interface Call {
  script: Script;
  keys: string[];
  args: string[];
}

/** A Redis client, reduced to what the library uses: running scripts and subscribing. */
export interface Adapter {
  /**
   * The adapter to which this one passes its calls. Adapters with the same base share what is known about their database.
   */
  readonly base?: Adapter;
  /**
   * Set if a call may wait for a request in flight and then share a request with other calls. Not for adapters over fetch: in
   * Workers the calls may belong to different requests, and none may wait for another's promise.
   */
  readonly joinsInFlight?: true;
  /** Runs a script once and returns its reply; rejects with a {@link LeaseholdError}. */
  run(script: Script, keys: string[], args: string[]): Promise<unknown>;
  /** Runs several scripts in one request, each with its own reply. Without this function each script is a request of its own. */
  runMany?(calls: readonly Call[]): Promise<unknown>[];
  /** Subscribes to a channel until the returned function is called. Rejects if Redis does not confirm the subscription in time. */
  subscribe?(channel: string, subscriber: Subscriber): Promise<() => void>;
  /**
   * Returns the REST API on which a database serves its channels as server-sent events, in place of `subscribe`. Only programs
   * that wait for jobs then bundle the code that reads such events.
   */
  eventStreams?(): EventStreams;
}

/** The address of a database's REST API, and the headers of its requests. */
export interface EventStreams {
  url: string;
  headers: Record<string, string>;
}

/** The receiver of a subscription. */
export interface Subscriber {
  /** Called with each message. */
  onMessage(message: string): void;
  /** Called once if the subscription ends by itself: the connection was lost, or the stream was closed. */
  onEnd(): void;
}
