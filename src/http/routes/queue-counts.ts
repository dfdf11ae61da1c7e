// The counts of many queues in few requests, for lists and metrics.
import type { Context } from "hono";
import type * as v from "valibot";
import { isForQueue } from "../../access/token.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { type Counts, readCounts } from "../../queue/inspect/counts.ts";
import type { Latency } from "../../queue/inspect/latency.ts";
import { listQueues } from "../../queue/inspect/list-queues.ts";
import { type Recent, readRecent } from "../../queue/inspect/rates/recent.ts";
import { QueueContext } from "../../queue/jobs/queue-context.ts";
import { BatchAdapter, MAX_BATCHED_CALLS } from "../../redis/batch-adapter.ts";
import type * as responses from "../responses/response-schemas.ts";
import type { AppEnv } from "../service/app-env.ts";
import { adapterFor, timeRedis } from "../service/redis-time.ts";
import { itemCounts } from "./item-routes.ts";

// The most concurrent requests if the adapter cannot send several scripts in one request. A Worker may have six open connections.
const MAX_CONCURRENT = 6;

/** Returns the names of the queues for which the token of the request is valid. */
export async function readableQueues(c: Context<AppEnv>): Promise<string[]> {
  const { prefix, queues } = c.get("service");
  const names = await listQueues({ redis: adapterFor(c), prefix });
  return [...new Set([...names, ...queues.itemQueueNames])].filter((name) => isForQueue(c.get("access"), name)).sort();
}

/** The counts of a queue, and its last hour if it was asked for. */
export interface CountedQueue {
  name: string;
  counts: Counts;
  recent?: Recent;
}
type ListedQueue = v.InferOutput<typeof responses.queuePage>["queues"][number];
/** A queue in the format of redis-work-queue, or one that cannot be read. */
export type OtherQueue = Exclude<ListedQueue, { totals: object }>;

/** Returns the counts of each queue, with its last hour on request; the code of the error for a queue that cannot be read. */
export async function countsOf(c: Context<AppEnv>, names: readonly string[], { withRecent = false } = {}) {
  const { adapter, prefix, queues } = c.get("service");
  const callsEach = withRecent ? 2 : 1;
  const maxTogether = Math.floor((adapter.runMany ? MAX_BATCHED_CALLS : MAX_CONCURRENT) / callsEach);
  const results: (CountedQueue | OtherQueue)[] = [];
  for (let start = 0; start < names.length; start += maxTogether) {
    const batch = new BatchAdapter(adapter);
    const pending = names.slice(start, start + maxTogether).map(async (name): Promise<CountedQueue | OtherQueue> => {
      try {
        if (queues.isItemQueue(name)) return await itemCounts(c, name);
        // Not a queue of the service, which caches only a hundred undeclared ones.
        const queue = new QueueContext(name, { redis: batch, prefix });
        const [counts, recent] = await queue.labelErrors(() =>
          Promise.all([readCounts(queue), withRecent ? readRecent(queue) : undefined]),
        );
        return { name, counts, ...withoutUndefined({ recent }) };
      } catch (error) {
        // Any other error, such as unreachable Redis, is not that of one queue.
        if (!(error instanceof LeaseholdError) || !/^(other_layout|redis_error|bad_reply)$/.test(error.code))
          throw error;
        return { name, code: error.code };
      }
    });
    batch.send();
    results.push(...(await timeRedis(c, () => Promise.all(pending))));
  }
  return results;
}

/** Returns the counts of a queue for a response, without the buckets of its latencies. */
export function toQueueBody(
  name: string,
  { waits, runTimes, groups, ...counts }: Counts,
): v.InferOutput<typeof responses.queue> {
  return {
    name,
    ...withoutUndefined(counts),
    ...(groups && { groups: withoutUndefined(groups) }),
    waits: toLatencyBody(waits),
    runTimes: toLatencyBody(runTimes),
  };
}

/** Returns a latency for a response, without its buckets. */
export function toLatencyBody({ count, sum, p50, p95, p99 }: Latency) {
  return { count, sum, ...withoutUndefined({ p50, p95, p99 }) };
}
