// An adapter that counts requests.
import type { QueueOptions } from "../core/queue-options.ts";
import type { Adapter, Script } from "../redis/adapter.ts";
import { adapterOf } from "../redis/adapter-of.ts";

/** Passes scripts on and counts the requests. Retries inside the client are not counted. */
export class Meter implements Adapter {
  /** The number of requests so far. */
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
