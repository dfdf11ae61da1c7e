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

/** The requests, commands and bytes that calls have taken. */
export interface Usage {
  /** The number of requests. Of a request with several commands, each has an equal part. */
  requests: number;
  commands: number;
  bytesSent: number;
  bytesReceived: number;
}

/** The usage of one queue since a time. */
export interface QueueUsage {
  /** In ms since the epoch. */
  since: number;
  /** By the names of operations. */
  operations: Map<string, Usage>;
  /** The number of jobs that were enqueued. */
  enqueued: number;
  /** The number of jobs that were completed, or that failed for good. */
  ended: number;
}

/** A script with its keys and arguments. */
export interface Call {
  script: Script;
  keys: string[];
  args: string[];
  /** The usage to which an adapter that can measure its requests adds. */
  usage?: Usage | undefined;
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
  /** The usage of each queue, by the beginning of its keys, if the adapter is metered. */
  readonly usage?: ReadonlyMap<string, QueueUsage>;
  /**
   * Runs a script once and returns its reply; rejects with a {@link LeaseholdError}. An adapter that can measure its requests
   * adds them to `usage`.
   */
  run(script: Script, keys: string[], args: string[], usage?: Usage): Promise<unknown>;
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
