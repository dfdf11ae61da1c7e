// News of a queue: a stream that ends, a connection that breaks, a subscription that is refused. No idle worker starts a job
// later than two seconds after it became ready.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createClient } from "@redis/client";
import { Redis as Upstash } from "@upstash/redis";
import { Redis } from "ioredis";
import { afterAll, describe, expect, inject, onTestFinished, type TestContext, test } from "vitest";
import { startRelay } from "../../scripts/day/relay.ts";
import { LeaseholdError, Queue, type QueueOptions, upstash } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { ownRedis } from "../gateway/kit/own-redis.ts";
import { freshQueue, testPrefix } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { faultyQueue } from "./faulty.ts";

const SOON = 2_000;

const shared = new Redis(inject("redisUrl"));
afterAll(() => shared.disconnect());

/** Waits until a worker is idle: it has asked twice without finding anything. */
async function settleDown(sent: () => number): Promise<void> {
  const before = sent();
  await until(() => sent() > before || sent() >= 3, 5_000).catch(() => {});
}

/** Reports whether the news of a queue have a subscriber. */
async function isHeard(name: string): Promise<boolean> {
  const [, count] = await shared.pubsub("NUMSUB", `${testPrefix()}:{${name}}:wake`);
  return Number(count) > 0;
}

const HTTP: [string, (url: string) => QueueOptions<unknown>["redis"]][] = [
  ["upstash()", (url) => upstash({ url, token: inject("token") })],
  ["a default @upstash/redis client", (url) => new Upstash({ url, token: inject("token") })],
];

describe.concurrent.each(HTTP)("over %s", (_, redisAt) => {
  test("a stream that a proxy closes is noticed, and a job starts soon", async (context) => {
    const proxy = await startRelay(Number(new URL(inject("restUrl")).port));
    context.onTestFinished(proxy.close);
    const name = freshQueue().name;
    const others = freshQueue<number>({}, name);
    const queue = freshQueue<number>({ redis: redisAt(proxy.url) }, name);
    const handled: number[] = [];
    const handle = queue.work((job) => void handled.push(job.data), {});
    await others.enqueue(0);
    await until(() => handled.length === 1);
    for (let i = 1; i <= 3; i++) {
      await until(() => isHeard(name), 5_000);
      proxy.cut();
      await others.enqueue(i);
      const at = Date.now();
      await until(() => handled.length === i + 1, 5_000);
      expect(Date.now() - at).toBeLessThan(SOON);
    }
    await handle.stop();
  }, 30_000);
});

const TCP: [string, (url: string) => QueueOptions<unknown>["redis"]][] = [
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

describe.each(TCP)("over %s", (_, redisAt) => {
  test("connections that are killed are replaced, and a job starts soon", async () => {
    const { url } = await ownRedis();
    const admin = new Redis(url);
    onTestFinished(() => admin.disconnect());
    const queue = new Queue<number>("q", { redis: redisAt(url), logger: false });
    const handled: number[] = [];
    const handle = queue.work((job) => void handled.push(job.data));
    for (let i = 0; i < 5; i++) {
      await until(async () => Number((await admin.pubsub("NUMSUB", "lh:{q}:wake"))[1]) > 0, 5_000);
      if (i > 0) await admin.call("CLIENT", "KILL", "TYPE", "pubsub");
      await new Queue<number>("q", { redis: ioredis(admin) }).enqueue(i);
      const at = Date.now();
      await until(() => handled.length === i + 1, 5_000);
      expect(Date.now() - at).toBeLessThan(SOON);
    }
    await handle.stop();
  }, 40_000);
});

test("a drain with free handlers takes jobs that are enqueued meanwhile", async () => {
  const { queue, others } = faultyQueue<string>();
  await others.enqueue("long");
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
  await others.enqueue("short");
  const at = Date.now();
  await until(() => handled.length === 1, 10_000);
  expect(Date.now() - at).toBeLessThan(SOON);
  finish?.();
  expect(await drained).toMatchObject({ completed: 2 });
  expect(handled).toEqual(["short", "long"]);
});

test("over ioredis with a key prefix, a worker hears the wakes", async () => {
  const client = new Redis(inject("redisUrl"), { keyPrefix: "prefixed:" });
  onTestFinished(() => client.disconnect());
  const { name } = freshQueue();
  const queue = new Queue<number>(name, { redis: ioredis(client), logger: false });
  const handled: number[] = [];
  const handle = queue.work((job) => void handled.push(job.data));
  const isHeardHere = async () => Number((await shared.pubsub("NUMSUB", `prefixed:lh:{${name}}:wake`))[1]) > 0;
  await until(isHeardHere, 5_000);
  await queue.lease();
  await queue.enqueue(1);
  const at = Date.now();
  await until(() => handled.length === 1, 5_000);
  expect(Date.now() - at).toBeLessThan(SOON);
  await handle.stop();
  await queue.destroy();
});

describe.concurrent("streams of news", () => {
  /** A server that answers subscriptions in its own way, and passes on everything else. */
  async function serverOf(
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
      const answer = await fetch(inject("restUrl") + request.url, {
        method: "POST",
        headers,
        body: await text(request),
      });
      response.writeHead(answer.status).end(await answer.text());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  test.for([
    ["an error", 'data: {"error":"ERR max concurrent connections exceeded"}\n\n'],
    ["another channel", "data: subscribe,another,1\n\n"],
    ["a message", "data: message,another,1 0\n\n"],
  ])("that begin with %s are no subscription, and a worker polls", { timeout: 30_000 }, async ([, data], context) => {
    const { name } = freshQueue();
    const { seen, url } = await serverOf(context, (_, response) => response.write(data));
    const queue = freshQueue<number>({ redis: upstash({ url, token: inject("token") }) }, name);
    const handled: number[] = [];
    const handle = queue.work((job) => void handled.push(job.data));
    await until(() => seen.subscriptions > 0);
    // A worker that hears nothing, and takes itself for subscribed, sends no more requests.
    await until(() => Date.now() - seen.lastRequestAt > 400);
    await freshQueue<number>({}, name).enqueue(1);
    const at = Date.now();
    await until(() => handled.length === 1, 10_000);
    expect(Date.now() - at).toBeLessThan(SOON + 500);
    await handle.stop();
  });

  test("that end again and again are replaced less and less often", async (context) => {
    const { seen, url } = await serverOf(context, (channel, response) =>
      response.end(`data: subscribe,${channel},1\n\n`),
    );
    const queue = freshQueue<number>({ redis: upstash({ url, token: inject("token") }) });
    const handle = queue.work(() => {});
    await until(() => seen.subscriptions >= 1);
    const at = Date.now();
    await until(() => seen.subscriptions >= 5, 10_000);
    // Pauses of 100, 200, 400 and 800 ms.
    expect(Date.now() - at).toBeGreaterThan(1_300);
    await handle.stop();
  }, 30_000);
});

describe.concurrent("where no news arrive", () => {
  test.each(["the adapter has none", "every subscription is refused"])(
    "since %s, a worker polls",
    async (why) => {
      const { adapter, queue, others } = faultyQueue();
      Object.assign(adapter, {
        subscribe: why.startsWith("the adapter")
          ? undefined
          : () => Promise.reject(new LeaseholdError("redis_error", "subscribe: refused")),
      });
      const handled: number[] = [];
      const handle = queue.work((job) => void handled.push(job.data));
      await settleDown(() => adapter.sent.length);
      for (let i = 1; i <= 2; i++) {
        await until(() => adapter.sent.length >= i * 3, 10_000);
        await others.enqueue(i);
        const at = Date.now();
        await until(() => handled.length === i, 5_000);
        expect(Date.now() - at).toBeLessThan(SOON + 500);
      }
      await handle.stop();
    },
    30_000,
  );
});

describe.concurrent("an idle worker starts a job soon, however it became ready:", () => {
  const WAYS: [string, (queue: Queue<number>) => Promise<unknown>][] = [
    ["enqueued", (queue) => queue.enqueue(1)],
    ["due", (queue) => queue.enqueue(1, { delay: 700 })],
    [
      "given back",
      async (queue) => {
        await queue.pause();
        await queue.enqueue(1);
        await queue.resume();
      },
    ],
    [
      "promoted",
      async (queue) => {
        await queue.enqueue(1, { id: "p", delay: "1h" });
        await queue.promote("p");
      },
    ],
  ];
  test.each(WAYS)("%s", async (_, make) => {
    const { adapter, queue, others } = faultyQueue();
    const handled: number[] = [];
    const handle = queue.work((job) => void handled.push(job.data));
    await until(() => adapter.subscribers.size > 0);
    await make(others);
    const at = Date.now();
    await until(() => handled.length === 1, 5_000);
    expect(Date.now() - at).toBeLessThan(SOON + 700);
    await handle.stop();
  });

  test("its lease ran out at another worker", async () => {
    const { adapter, queue, others } = faultyQueue({ lease: "1s" });
    await others.enqueue(1);
    await others.lease();
    const handled: number[] = [];
    const handle = queue.work((job) => void handled.push(job.data));
    await until(() => adapter.subscribers.size > 0);
    const at = Date.now();
    await until(() => handled.length === 1, 5_000);
    expect(Date.now() - at).toBeLessThan(SOON + 1_000);
    await handle.stop();
  });
});
