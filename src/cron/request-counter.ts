// The requests of a cron's run, counted.
import type { QueueOptions } from "../queue/jobs/queue-options.ts";
import type { Adapter } from "../redis/adapter.ts";
import { decorateAdapter } from "../redis/decorate-adapter.ts";
import { toAdapter } from "../redis/to-adapter.ts";

/** Counts the requests that go through its adapter. Retries inside the client are not counted. */
export class Meter {
  /** The number of requests so far. */
  used = 0;
  readonly adapter: Adapter;

  constructor(redis: QueueOptions<unknown>["redis"]) {
    const adapter = toAdapter(redis);
    const runMany = adapter.runMany?.bind(adapter);
    this.adapter = decorateAdapter(adapter, {
      run: (script, keys, args) => {
        this.used += 1;
        return adapter.run(script, keys, args);
      },
      runMany:
        runMany &&
        ((calls) => {
          this.used += 1;
          return runMany(calls);
        }),
    });
  }
}
