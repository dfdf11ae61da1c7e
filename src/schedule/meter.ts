// An adapter that counts what is sent through it.
import { adapterOf, type QueueOptions } from "../core/context.ts";
import type { Adapter, Script } from "../redis/adapter.ts";

/** Passes scripts on, and counts them. What a client sends again by itself it does not see. */
export class Meter implements Adapter {
  /** How many requests were sent. */
  used = 0;
  readonly #adapter: Adapter;

  constructor(redis: QueueOptions<unknown>["redis"]) {
    this.#adapter = adapterOf(redis);
  }

  run(script: Script, keys: string[], args: string[]): Promise<unknown> {
    this.used += 1;
    return this.#adapter.run(script, keys, args);
  }
}
