// The requests that the drains of one invocation may send. They are told to stop while each can still give back the jobs that
// it holds: where a platform refuses a request instead, finished jobs could not be settled, and would be handled again.
import type { Adapter } from "../redis/adapter.ts";
import { decorateAdapter } from "../redis/decorate-adapter.ts";

// To lease, to settle and lease again, to give back; and one to spare.
const REQUESTS_OF_A_DRAIN = 4;

/** Counts the requests that go through its adapter, and tells its drains when only one is left for each. */
export class Allowance {
  readonly adapter: Adapter;
  readonly #drains = new Set<AbortController>();
  #left: number;

  constructor(adapter: Adapter, requests: number) {
    this.#left = requests;
    this.adapter = decorateAdapter(adapter, {
      run: (script, keys, args) => {
        this.#left -= 1;
        if (this.#left <= this.#drains.size) for (const each of this.#drains) each.abort();
        return adapter.run(script, keys, args);
      },
      // Scripts that would share a request are sent and counted one by one.
      runMany: undefined,
      joinsInFlight: undefined,
      subscribe: undefined,
      eventStreams: undefined,
    });
  }

  /** The number of further drains for which there are enough requests, beside one for each that runs. */
  get drains(): number {
    return Math.max(0, Math.floor((this.#left - this.#drains.size) / REQUESTS_OF_A_DRAIN));
  }

  /** Runs a drain, with a signal that aborts when only one request is left for each. */
  async during<R>(drain: (signal: AbortSignal) => Promise<R>): Promise<R> {
    const controller = new AbortController();
    this.#drains.add(controller);
    try {
      return await drain(controller.signal);
    } finally {
      this.#drains.delete(controller);
    }
  }
}
