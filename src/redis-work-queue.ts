// `leasehold/redis-work-queue`: queues in the wire format of the redis-work-queue clients, shared with them.
export type { CleanOptions, CleanResult, DeepCleanResult } from "./redis-work-queue/clean.ts";
export type { RedisWorkQueueOptions } from "./redis-work-queue/context.ts";
export { Item, type ItemRef } from "./redis-work-queue/item.ts";
export { RedisWorkQueue } from "./redis-work-queue/redis-work-queue.ts";
export type { AddOptions, LeaseOptions, RequestOptions } from "./redis-work-queue/work.ts";
