// Direct connections to Redis: to the shared server, or to a server that belongs to one test.
import { createClient } from "@redis/client";
import { Redis } from "ioredis";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { startOwnRedis } from "../../gateway/kit/own-servers.ts";

/** Connects to the shared server. Disconnects after the tests of the calling file. */
export function connectToSharedRedis(): Redis {
  const client = new Redis(inject("redisUrl"));
  afterAll(() => client.disconnect());
  return client;
}

/** Connects to the shared server with node-redis. Disconnects after the tests of the calling file. */
export function connectWithNodeRedis() {
  const client = createClient({ url: inject("redisUrl") });
  beforeAll(async () => void (await client.connect()));
  afterAll(() => client.destroy());
  return client;
}

/** A client of the test's own server. */
export interface OwnClient {
  client: Redis;
  /** Opens another connection to the server. */
  connect(): Redis;
  /** Counts the EVAL and EVALSHA commands that the server has run. */
  countEvals(): Promise<number>;
}

/** Starts a Redis server that stops with the test, and connects to it. */
export async function connectToOwnRedis(): Promise<OwnClient> {
  const { url } = await startOwnRedis();
  const connect = () => {
    const client = new Redis(url);
    onTestFinished(() => client.disconnect());
    return client;
  };
  const client = connect();
  return { client, connect, countEvals: () => countEvals(client) };
}

/** Counts the EVAL and EVALSHA commands that a server has run. */
export async function countEvals(client: { info(section: string): Promise<string> }): Promise<number> {
  const stats = (await client.info("commandstats")).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g);
  return [...stats].reduce((sum, [, calls]) => sum + Number(calls), 0);
}

/** Reports whether a channel has a subscriber. */
export async function hasSubscriber(client: Redis, channel: string): Promise<boolean> {
  const [, count] = await client.pubsub("NUMSUB", channel);
  return Number(count) > 0;
}
