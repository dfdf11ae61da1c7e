// `leasehold/node-redis`: Redis over TCP with node-redis.
export { type NodeRedisClient, nodeRedis } from "./redis/node-redis.ts";
