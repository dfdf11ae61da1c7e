// The number of requests that a cron sends.
import type { QueueOptions } from "../queue/jobs/queue-options.ts";
import type { Adapter } from "../redis/adapter.ts";
import { decorateAdapter } from "../redis/decorate-adapter.ts";
import { toAdapter } from "../redis/to-adapter.ts";

/** Counts the requests through its adapter. Retries inside the client are not counted. */
export class RequestCounter {
  /** The number of requests so far. */
  count = 0;
  readonly adapter: Adapter;

  /** Creates an adapter over a client that counts each request; a batch of calls is one. */
  constructor(redis: QueueOptions<unknown>["redis"]) {
    const adapter = toAdapter(redis);
    const runMany = adapter.runMany?.bind(adapter);
    this.adapter = decorateAdapter(adapter, {
      run: (script, keys, args) => {
        this.count += 1;
        return adapter.run(script, keys, args);
      },
      runMany:
        runMany &&
        ((calls) => {
          this.count += 1;
          return runMany(calls);
        }),
    });
  }
}
