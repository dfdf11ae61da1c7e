// `leasehold/ioredis`: Redis over TCP with ioredis.
export { type IoRedisClient, ioredis } from "./redis/ioredis.ts";
