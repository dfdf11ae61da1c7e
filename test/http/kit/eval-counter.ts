// Counts the EVALs of requests in a Redis of its own, behind a gateway.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { Cleanup } from "../../../scripts/processes/cleanup.ts";
import { startRedis } from "../../../scripts/processes/redis-server.ts";
import * as accessScripts from "../../../src/access/scripts.gen.ts";
import * as scripts from "../../../src/engine/all-scripts.ts";
import type { AppOptions } from "../../../src/http/app.ts";
import { Queue, upstash } from "../../../src/index.ts";
import { startGateway } from "../../../src/instruments/gateway/server.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import * as itemScripts from "../../../src/redis-work-queue/scripts.gen.ts";
import { countEvals } from "../../queue/kit/connections.ts";
import { freshName } from "../../setup/queue.ts";
import { type Api, createApi } from "./api.ts";

/** Starts a Redis for the tests of a file, empty before each test, and returns functions that count its EVALs. */
export function useEvalCounter() {
  const cleanup = new Cleanup();
  let redis!: Adapter;
  let client!: ReturnType<typeof createClient>;

  beforeAll(async () => {
    const server = await startRedis();
    cleanup.add(server.stop);
    const gateway = await startGateway({ redisUrl: server.url });
    cleanup.add(gateway.close);
    redis = upstash({ url: gateway.url, token: gateway.token });
    client = createClient({ url: server.url });
    await client.connect();
    cleanup.add(async () => client.destroy());
    // Loaded scripts are sent by digest, without a first attempt that Redis refuses.
    for (const { text } of [scripts, itemScripts, accessScripts].flatMap((each) => Object.values(each)))
      await client.scriptLoad(text);
  });
  afterAll(() => cleanup.run());
  beforeEach(() => client.flushDb());

  /** Returns an app over this Redis. */
  const createFreshApi = (options: Partial<AppOptions> = {}) => createApi({ redis, prefix: "lh", ...options });

  /** Returns an app that already knows the secret of its prefix, because it has validated a receipt. */
  const createWarmApi = async (options: Partial<AppOptions> = {}) => {
    const api = await createFreshApi(options);
    const body = { receipt: await api.issueReceipt("another", 1) };
    await api.send("POST /v1/queues/another/jobs/a/complete", { body });
    return api;
  };

  /** Returns the number of EVALs that an operation sends. */
  const countEvalsIn = async (operation: () => Promise<unknown>): Promise<number> => {
    const before = await countEvals(client);
    await operation();
    return (await countEvals(client)) - before;
  };

  return {
    get redis() {
      return redis;
    },
    createFreshApi,
    createWarmApi,
    countEvalsIn,

    /** Returns the number of EVALs of a request, which must succeed. */
    async countEvalsOf(route: string, { api, body }: { api?: Api; body?: unknown } = {}): Promise<number> {
      const { send } = api ?? (await createWarmApi());
      return countEvalsIn(async () => {
        const { status } = await send(route, { body });
        expect([route, status]).toEqual([route, expect.toSatisfy((code: number) => code < 300)]);
      });
    },

    /** Returns the number of clients that are subscribed to the wake channel of a queue. */
    async countSubscribers(name: string): Promise<number> {
      return Object.values(await client.pubSubNumSub([`lh:{${name}}:wake`]))[0] ?? 0;
    },

    /** Creates a queue with a leased, a ready and a delayed job: "held", "ready" and "later". */
    async createFilledQueue(): Promise<{ name: string; queue: Queue<number>; fence: number }> {
      const name = freshName();
      const queue = new Queue<number>(name, { redis });
      await queue.enqueue(1, { id: "held" });
      const [job] = (await queue.lease()).jobs;
      await queue.enqueueMany([
        { data: 2, id: "ready" },
        { data: 3, id: "later", delay: "1h" },
      ]);
      return { name, queue, fence: job?.fence ?? 0 };
    },
  };
}
