// The target of webhook deliveries: a queue in either format.
import type { Context } from "hono";
import { type EnqueueResult, enqueueMany } from "../../queue/jobs/enqueue.ts";
import { Item } from "../../redis-work-queue/item.ts";
import type { JobOptions } from "../../webhooks/receive.ts";
import type { AppEnv } from "./app-env.ts";
import { timeRedis } from "./redis-time.ts";
import { queueOf } from "./requested-queue.ts";

/** A target of deliveries, such as a `Queue`. */
export interface DeliveryTarget {
  enqueue(data: unknown, options: JobOptions): Promise<{ id: string; created: boolean }>;
}

/**
 * Returns the target that enqueues deliveries to a queue in either format. It remembers the id of a delivery for
 * `uniqueFor` ms.
 */
export function deliveryTargetOf(c: Context<AppEnv>, name: string): DeliveryTarget {
  const { queues } = c.get("service");
  if (!queues.isItemQueue(name)) {
    const queue = queueOf(c, name);
    return {
      async enqueue(data, options) {
        const [result] = await queue.labelErrors(() => enqueueMany(queue, [{ data, ...options }]));
        return result as EnqueueResult;
      },
    };
  }
  const queue = queues.itemQueue(name);
  return {
    async enqueue(data, { id, uniqueFor = 0 }) {
      const item = Item.json(data, id);
      const options = id === undefined ? {} : { idempotencyKey: id, rememberFor: Math.max(1_000, uniqueFor) };
      return { id: item.id, created: await timeRedis(c, () => queue.addItem(item, options)) };
    },
  };
}
