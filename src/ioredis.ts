// `leasehold/ioredis`: the adapter for ioredis, a client over TCP.
export { type IoRedisClient, ioredis } from "./redis/ioredis.ts";
