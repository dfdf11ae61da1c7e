// Starts what every test may use: a Redis and the gateway over it.
import { randomBytes } from "node:crypto";
import { createClient } from "@redis/client";
import type { TestProject } from "vitest/node";
import { Cleanup } from "../../scripts/cleanup.ts";
import { useRedis } from "../../scripts/redis-server.ts";
import { startGateway } from "../../src/gateway/server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    redisUrl: string;
    restUrl: string;
    token: string;
    readOnlyToken: string;
    /** Begins every key of this run, so that it shares a server with others. */
    prefix: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cleanup = new Cleanup();
  try {
    const redis = await useRedis();
    cleanup.add(redis.stop);
    const gateway = await startGateway({ redisUrl: redis.url });
    cleanup.add(gateway.close);
    const prefix = `leasehold-test-${randomBytes(4).toString("hex")}:`;
    cleanup.add(() => removeKeys(redis.url, prefix));
    project.provide("redisUrl", redis.url);
    project.provide("restUrl", gateway.url);
    project.provide("token", gateway.token);
    project.provide("readOnlyToken", gateway.readOnlyToken);
    project.provide("prefix", prefix);
  } catch (error) {
    await cleanup.run();
    throw error;
  }
  return () => cleanup.run();
}

async function removeKeys(url: string, prefix: string): Promise<void> {
  const client = createClient({ url });
  await client.connect();
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: 1_000 })) {
    if (keys.length > 0) await client.unlink(keys);
  }
  client.destroy();
}
