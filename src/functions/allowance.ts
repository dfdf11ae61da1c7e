// A number of requests that several drains share. They are told to stop while each can still give back what it holds:
// where a platform refuses a request instead, jobs that are done could not be settled, and would be done again.
import type { Adapter, Script } from "../redis/adapter.ts";

export class Allowance implements Adapter {
  readonly base: Adapter;
  readonly #adapter: Adapter;
  readonly #controller = new AbortController();
  #left: number;

  /** `reserve` is how many drains share it. */
  constructor(adapter: Adapter, requests: number, reserve: number) {
    this.base = adapter.base ?? adapter;
    this.#adapter = adapter;
    this.#left = requests - reserve;
  }

  /** Fires when only the reserve is left. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  run(script: Script, keys: string[], args: string[]): Promise<unknown> {
    this.#left -= 1;
    if (this.#left <= 0) this.#controller.abort();
    return this.#adapter.run(script, keys, args);
  }
}
