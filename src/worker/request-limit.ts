// The limit of requests that the drains of one invocation send together. A drain stops while it can still release its jobs. If
// the platform refused a request instead, completed jobs could not be settled, and would be handled again.
import type { Adapter } from "../redis/adapter.ts";
import { decorateAdapter } from "../redis/decorate-adapter.ts";

// A lease, a turn, a release, and one spare.
const REQUESTS_PER_DRAIN = 4;

/** Counts the requests through its adapter, and aborts its drains when one request is left for each. */
export class RequestLimit {
  readonly adapter: Adapter;
  readonly #drains = new Set<AbortController>();
  #left: number;

  /** `maxRequests` is the number of requests that may be sent through the adapter of this limit. */
  constructor(adapter: Adapter, maxRequests: number) {
    this.#left = maxRequests;
    this.adapter = decorateAdapter(adapter, {
      run: (script, keys, args) => {
        this.#left -= 1;
        if (this.#left <= this.#drains.size) for (const drain of this.#drains) drain.abort();
        return adapter.run(script, keys, args);
      },
      // Scripts that could share a request are sent and counted one by one.
      runMany: undefined,
      joinsInFlight: undefined,
      subscribe: undefined,
      eventStreams: undefined,
    });
  }

  /** The number of drains that may still start. One request is reserved for each running drain. */
  get drainsLeft(): number {
    return Math.max(0, Math.floor((this.#left - this.#drains.size) / REQUESTS_PER_DRAIN));
  }

  /** Runs a drain with a signal that aborts when one request is left for each running drain. */
  async runDrain<R>(drain: (signal: AbortSignal) => Promise<R>): Promise<R> {
    const controller = new AbortController();
    this.#drains.add(controller);
    try {
      return await drain(controller.signal);
    } finally {
      this.#drains.delete(controller);
    }
  }
}
