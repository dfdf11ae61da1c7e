// `leasehold/redis-work-queue`: queues in the wire format of the redis-work-queue clients, shared with them.

export { Item, type ItemRef } from "./redis-work-queue/item.ts";
export type { CleanOptions, CleanResult, DeepCleanResult } from "./redis-work-queue/item-cleans.ts";
export type { AddOptions, LeaseOptions, RequestOptions } from "./redis-work-queue/item-lifecycle.ts";
export type { RedisWorkQueueOptions } from "./redis-work-queue/item-queue-context.ts";
export { RedisWorkQueue } from "./redis-work-queue/redis-work-queue.ts";
