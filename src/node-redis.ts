// `leasehold/node-redis`: the adapter for node-redis, a client over TCP.
export { type NodeRedisClient, nodeRedis } from "./redis/node-redis.ts";
