// Subscriptions to wakes that end, break or are refused: an idle worker still starts a job within about two seconds.
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { createClient } from "@redis/client";
import { Redis } from "ioredis";
import { describe, expect, inject, onTestFinished, type TestContext, test } from "vitest";
import { startTcpProxy } from "../../scripts/day/tcp-proxy.ts";
import { listenOnLoopback } from "../../scripts/processes/loopback.ts";
import { type Adapter, LeaseholdError, Queue, upstash } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { createRestClient, HTTP_KINDS } from "../fault/kit/client-kinds.ts";
import { startOwnRedis } from "../gateway/kit/own-servers.ts";
import { connectToSharedRedis, hasSubscriber } from "../queue/kit/connections.ts";
import { freshQueue, testPrefix } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { createFaultyQueue, startWorker } from "./faulty-adapter.ts";

const SOON = 2_000;

const shared = connectToSharedRedis();

/** Expects a worker to have handled `count` jobs within the given milliseconds from now. */
async function expectHandled(
  handled: readonly unknown[],
  { count, within }: { count: number; within: number },
): Promise<void> {
  const startedAt = Date.now();
  await until(() => handled.length === count);
  expect(Date.now() - startedAt).toBeLessThan(within);
}

describe.concurrent.each(HTTP_KINDS)("over %s", (kind) => {
  test("a worker notices that a proxy has closed its event stream, and starts a job soon", async (context) => {
    const proxy = await startTcpProxy(Number(new URL(inject("restUrl")).port));
    context.onTestFinished(proxy.close);
    const name = freshQueue().name;
    const otherClient = freshQueue<number>({}, name);
    const redis = createRestClient(kind, { url: proxy.url, token: inject("token") });
    const queue = freshQueue<number>({ redis }, name);
    const { handled, stop } = startWorker(queue);
    await otherClient.enqueue(0);
    await until(() => handled.length === 1);
    for (let i = 1; i <= 3; i++) {
      await until(() => hasSubscriber(shared, `${testPrefix()}:{${name}}:wake`), 5_000);
      proxy.endConnections();
      await otherClient.enqueue(i);
      await expectHandled(handled, { count: i + 1, within: SOON });
    }
    await stop();
  }, 30_000);
});

const TCP: [title: string, createRedis: (url: string) => Adapter][] = [
  [
    "ioredis",
    (url) => {
      const client = new Redis(url);
      client.on("error", () => {});
      onTestFinished(() => client.disconnect());
      return ioredis(client);
    },
  ],
  [
    "node-redis",
    (url) => {
      const client = createClient({ url });
      client.on("error", () => {});
      void client.connect().catch(() => {});
      onTestFinished(() => client.destroy());
      return nodeRedis(client);
    },
  ],
];

describe.each(TCP)("over %s", (_, createRedis) => {
  test("a worker replaces killed connections, and starts a job soon", async () => {
    const { url } = await startOwnRedis();
    const admin = new Redis(url);
    onTestFinished(() => admin.disconnect());
    const queue = new Queue<number>("q", { redis: createRedis(url), logger: false });
    const { handled, stop } = startWorker(queue);
    for (let i = 0; i < 5; i++) {
      await until(() => hasSubscriber(admin, "lh:{q}:wake"), 5_000);
      if (i > 0) await admin.call("CLIENT", "KILL", "TYPE", "pubsub");
      await new Queue<number>("q", { redis: ioredis(admin) }).enqueue(i);
      await expectHandled(handled, { count: i + 1, within: SOON });
    }
    await stop();
  }, 40_000);
});

test("a drain with free concurrency leases jobs that are enqueued while it runs", async () => {
  const { queue, otherClient } = createFaultyQueue<string>();
  await otherClient.enqueue("long");
  let finish: (() => void) | undefined;
  const handled: string[] = [];
  const drained = queue.drain(
    async (job) => {
      if (job.data === "long") await new Promise<void>((resolve) => (finish = resolve));
      handled.push(job.data);
    },
    { budget: "30s", concurrency: 2 },
  );
  await until(() => finish);
  await otherClient.enqueue("short");
  await expectHandled(handled, { count: 1, within: SOON });
  finish?.();
  expect(await drained).toMatchObject({ completed: 2 });
  expect(handled).toEqual(["short", "long"]);
});

test("a worker over ioredis with a key prefix receives wakes", async () => {
  const client = new Redis(inject("redisUrl"), { keyPrefix: "prefixed:" });
  onTestFinished(() => client.disconnect());
  const { name } = freshQueue();
  const queue = new Queue<number>(name, { redis: ioredis(client), logger: false });
  const { handled, stop } = startWorker(queue);
  await until(() => hasSubscriber(shared, `prefixed:lh:{${name}}:wake`), 5_000);
  await queue.lease();
  await queue.enqueue(1);
  await expectHandled(handled, { count: 1, within: SOON });
  await stop();
  await queue.destroy();
});

describe.concurrent("event streams", () => {
  /** Starts a server that handles subscriptions with `subscribe`, and forwards other requests to the gateway. */
  async function startProxy(
    { onTestFinished }: TestContext,
    subscribe: (channel: string, response: ServerResponse) => void,
  ) {
    const seen = { subscriptions: 0, lastRequestAt: Date.now() };
    const server = createServer(async (request, response) => {
      const [, channel] = /^\/subscribe\/(.*)$/.exec(request.url ?? "") ?? [];
      if (channel !== undefined) {
        seen.subscriptions += 1;
        response.writeHead(200, { "content-type": "text/event-stream" });
        return subscribe(decodeURIComponent(channel), response);
      }
      seen.lastRequestAt = Date.now();
      const headers = { authorization: request.headers.authorization ?? "", "content-type": "application/json" };
      const body = await text(request);
      const reply = await fetch(inject("restUrl") + request.url, { method: "POST", headers, body });
      response.writeHead(reply.status).end(await reply.text());
    });
    const { url, close } = await listenOnLoopback(server);
    onTestFinished(close);
    return { seen, url };
  }

  test.for([
    ["an error", 'data: {"error":"ERR max concurrent connections exceeded"}\n\n'],
    ["another channel", "data: subscribe,another,1\n\n"],
    ["a message", "data: message,another,1 0\n\n"],
  ])(
    "that begin with %s confirm no subscription, so the worker polls",
    { timeout: 30_000 },
    async ([, data], context) => {
      const { name } = freshQueue();
      const { seen, url } = await startProxy(context, (_, response) => response.write(data));
      const queue = freshQueue<number>({ redis: upstash({ url, token: inject("token") }) }, name);
      const { handled, stop } = startWorker(queue);
      await until(() => seen.subscriptions > 0);
      // A worker that wrongly assumed a subscription would send no more requests.
      await until(() => Date.now() - seen.lastRequestAt > 400);
      await freshQueue<number>({}, name).enqueue(1);
      await expectHandled(handled, { count: 1, within: SOON + 500 });
      await stop();
    },
  );

  test("that end repeatedly are replaced with a backoff", async (context) => {
    const { seen, url } = await startProxy(context, (channel, response) =>
      response.end(`data: subscribe,${channel},1\n\n`),
    );
    const queue = freshQueue<number>({ redis: upstash({ url, token: inject("token") }) });
    const { stop } = queue.work(() => {});
    await until(() => seen.subscriptions >= 1);
    const startedAt = Date.now();
    await until(() => seen.subscriptions >= 5, 10_000);
    // Pauses of 100, 200, 400 and 800 ms.
    expect(Date.now() - startedAt).toBeGreaterThan(1_300);
    await stop();
  }, 30_000);
});

describe.concurrent("without a subscription", () => {
  test.each([
    ["the adapter has no `subscribe`", undefined],
    ["Redis refuses it", () => Promise.reject(new LeaseholdError("redis_error", "subscribe: refused"))],
  ])(
    "because %s, a worker polls",
    async (_, subscribe) => {
      const { adapter, queue, otherClient } = createFaultyQueue({}, { subscribe });
      const { handled, stop } = startWorker(queue);
      for (let i = 1; i <= 2; i++) {
        await until(() => adapter.sent.length >= i * 3, 10_000);
        await otherClient.enqueue(i);
        await expectHandled(handled, { count: i, within: SOON + 500 });
      }
      await stop();
    },
    30_000,
  );
});

describe.concurrent("an idle worker soon starts a job", () => {
  const WAYS: [string, (queue: Queue<number>) => Promise<unknown>][] = [
    ["is enqueued", (queue) => queue.enqueue(1)],
    ["becomes due", (queue) => queue.enqueue(1, { delay: 700 })],
    [
      "becomes ready because its queue is resumed",
      async (queue) => {
        await queue.pause();
        await queue.enqueue(1);
        await queue.resume();
      },
    ],
    [
      "is promoted",
      async (queue) => {
        await queue.enqueue(1, { id: "p", delay: "1h" });
        await queue.promote("p");
      },
    ],
  ];
  test.each(WAYS)("that %s", async (_, makeReady) => {
    const { adapter, queue, otherClient } = createFaultyQueue();
    const { handled, stop } = startWorker(queue);
    await until(() => adapter.subscribers.size > 0);
    await makeReady(otherClient);
    await expectHandled(handled, { count: 1, within: SOON + 700 });
    await stop();
  });

  test("after its lease at another worker expires", async () => {
    const { adapter, queue, otherClient } = createFaultyQueue({ lease: "1s" });
    await otherClient.enqueue(1);
    await otherClient.lease();
    const { handled, stop } = startWorker(queue);
    await until(() => adapter.subscribers.size > 0);
    await expectHandled(handled, { count: 1, within: SOON + 1_000 });
    await stop();
  });
});
