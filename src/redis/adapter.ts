// The interface between the core and a Redis client: running a script. All other parts of an adapter are optional.

/** A script in the form in which it is sent. */
export interface Script {
  readonly name: string;
  readonly text: string;
  /**
   * Set where the script finds some of its keys only while it runs, so that it cannot lock just those that it declares.
   */
  readonly unsealed?: true;
}

/** A script with its keys and arguments. */
export interface Call {
  script: Script;
  keys: string[];
  args: string[];
}

/** A Redis client, reduced to running scripts and subscribing. */
export interface Adapter {
  /**
   * The adapter that carries out this one's calls. State about a database is shared by all adapters with the same base.
   */
  readonly base?: Adapter;
  /**
   * Set where a call may wait for a request in flight and then share a request with others. Not over fetch: in Workers the
   * calls may belong to different requests, and none may wait for another's promise.
   */
  readonly joinsInFlight?: true;
  /** Runs a script once and returns its reply; rejects with a {@link LeaseholdError}. */
  run(script: Script, keys: string[], args: string[]): Promise<unknown>;
  /** Runs several scripts in one request, each with its own reply. Without it, each is a request of its own. */
  runMany?(calls: readonly Call[]): Promise<unknown>[];
  /** Subscribes to a channel until the returned function is called. Rejects where that is not confirmed in time. */
  subscribe?(channel: string, subscriber: Subscriber): Promise<() => void>;
  /**
   * Returns where a database serves its channels as server-sent events, instead of `subscribe`: the code for these is only
   * in programs that wait for jobs.
   */
  eventStreams?(): EventStreams;
}

/** A REST API of a database. */
export interface EventStreams {
  url: string;
  headers: Record<string, string>;
}

/** The receiver of a subscription. */
export interface Subscriber {
  /** Called with each message. */
  onMessage(message: string): void;
  /** Called once where the subscription has ended by itself: the connection was lost, or the stream was closed. */
  onEnd(): void;
}
