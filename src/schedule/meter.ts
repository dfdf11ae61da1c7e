// An adapter that counts what is sent through it.
import { adapterOf, type QueueOptions } from "../core/context.ts";
import type { Adapter, Script } from "../redis/adapter.ts";

/** Passes scripts on, and counts the requests. What a client sends again by itself it does not see. */
export class Meter implements Adapter {
  /** How many requests were sent. */
  used = 0;
  readonly runMany?: NonNullable<Adapter["runMany"]>;
  readonly base: Adapter;
  readonly #adapter: Adapter;

  constructor(redis: QueueOptions<unknown>["redis"]) {
    const adapter = adapterOf(redis);
    this.base = adapter.base ?? adapter;
    this.#adapter = adapter;
    const runMany = adapter.runMany?.bind(adapter);
    if (!runMany) return;
    this.runMany = (calls) => {
      this.used += 1;
      return runMany(calls);
    };
  }

  run(script: Script, keys: string[], args: string[]): Promise<unknown> {
    this.used += 1;
    return this.#adapter.run(script, keys, args);
  }
}
