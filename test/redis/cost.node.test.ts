// The cost meter: what a process has sent for each queue, compared with what Redis and a proxy of its API have seen.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Redis as UpstashRedis } from "@upstash/redis/cloudflare";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { decorateAdapter, Queue, upstash } from "../../src/index.ts";
import { ioredis } from "../../src/ioredis.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";

/** The requests that a proxy has passed on. */
const seen = { requests: 0, commands: 0, sent: 0, received: 0 };
/** The number of the next requests that the proxy drops without a response. */
let drops = 0;
const proxy = createServer(async (request, response) => {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString();
  const commands = JSON.parse(text) as unknown[];
  seen.requests += 1;
  seen.commands += Array.isArray(commands[0]) ? commands.length : 1;
  seen.sent += Buffer.byteLength(text);
  if (drops > 0) {
    drops -= 1;
    request.socket.destroy();
    return;
  }
  const { authorization = "" } = request.headers;
  const answered = await fetch(inject("restUrl") + request.url, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: text,
  });
  const reply = await answered.text();
  seen.received += Buffer.byteLength(reply);
  response.writeHead(answered.status, { "content-type": "application/json" }).end(reply);
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => void proxy.close());

const proxied = () => upstash({ url, token: inject("token") });

/** Resolves with what the proxy sees while a function runs. */
async function observe(run: () => Promise<unknown>): Promise<typeof seen> {
  Object.assign(seen, { requests: 0, commands: 0, sent: 0, received: 0 });
  await run();
  return { ...seen };
}

test("the meter counts each request, command and byte that leaves, and those of retries", async () => {
  const queue = freshQueue({ redis: proxied() });
  const passed = await observe(async () => {
    await queue.enqueueMany([{ data: "öäü" }, { data: "b" }]);
    await queue.drain(async () => "ö", { budget: "10s" });
    drops = 1;
    await queue.enqueue("again");
    await queue.counts();
  });
  const { total, operations, jobs } = await queue.cost();
  // Registering the queue belongs to no queue.
  expect(passed.requests - total.requests).toBeLessThanOrEqual(3);
  expect(passed.commands - total.commands).toBe(passed.requests - total.requests);
  expect(Object.keys(operations).sort()).toEqual(expect.arrayContaining(["counts", "enqueue", "turn"]));
  expect(jobs).toEqual({ enqueued: 3, ended: 2 });
  // Once the queue is registered and Redis knows the scripts, both numbers are equal to the byte.
  const before = (await queue.cost()).total;
  const exact = await observe(async () => {
    drops = 1;
    await queue.enqueue("öäü 😀");
    await queue.enqueue("b");
  });
  const after = (await queue.cost()).total;
  expect({
    requests: after.requests - before.requests,
    commands: after.commands - before.commands,
    sent: after.bytesSent - before.bytesSent,
    received: after.bytesReceived - before.bytesReceived,
  }).toEqual(exact);
  expect(exact.requests).toBe(3);
});

test("the jobs of a queue with groups are counted, under the same operations", async () => {
  const queue = freshQueue({ groups: { concurrency: 1 } });
  await queue.enqueueMany(["a", "a", "b"].map((group) => ({ data: 1, group })));
  await queue.enqueue(1, { group: "b", delay: "1h" });
  await queue.drain(async () => "done", { budget: "10s" });
  const { jobs, operations } = await queue.cost();
  expect(jobs).toEqual({ enqueued: 4, ended: 3 });
  expect(Object.keys(operations).sort()).toEqual(["enqueue", "noteRegistration", "turn"]);
});

test("a request that several queues share is attributed in parts", async () => {
  const redis = proxied();
  const queues = [freshQueue<string>({ redis }), freshQueue<string>({ redis })] as const;
  for (const queue of queues) for (let i = 0; i < 20; i++) await queue.enqueue("warm");
  const totals = () => Promise.all(queues.map(async (queue) => (await queue.cost()).total));
  const before = await totals();
  const passed = await observe(() => Promise.all([queues[0].enqueue("a"), queues[1].enqueue("b".repeat(1_000))]));
  const used = (await totals()).map((total, i) => ({
    requests: total.requests - (before[i]?.requests ?? 0),
    sent: total.bytesSent - (before[i]?.bytesSent ?? 0),
  }));
  expect(passed).toMatchObject({ requests: 1, commands: 2 });
  expect(used.map(({ requests }) => requests)).toEqual([0.5, 0.5]);
  expect(used.reduce((sum, { sent }) => sum + sent, 0)).toBeCloseTo(passed.sent);
  expect((used[1]?.sent ?? 0) - (used[0]?.sent ?? 0)).toBeGreaterThan(800);
});

test("all queues of a process over one client count together, whatever wraps the client", async () => {
  const redis = proxied();
  const name = freshName();
  const open = (client = redis) => new Queue(name, { redis: client, prefix: testPrefix(), logger: false });
  await open().enqueue(1);
  // A queue over the adapter of a metered queue does not count twice.
  const metered = (open() as unknown as { context: { adapter: typeof redis } }).context.adapter;
  await open(decorateAdapter(metered, {})).enqueue(2);
  const { operations, jobs } = await open().cost();
  expect(jobs.enqueued).toBe(2);
  expect(operations.enqueue?.commands).toBeLessThanOrEqual(4);
});

test.each([
  ["ioredis", () => ioredis(new Redis(inject("redisUrl")))],
  ["@upstash/redis", () => new UpstashRedis({ url: inject("restUrl"), token: inject("token") })],
])("the bytes of %s are estimated", async (_, open) => {
  const queue = freshQueue<string>({ redis: open() });
  await queue.enqueue("x".repeat(10_000));
  await queue.drain(async () => {}, { budget: "10s" });
  const { total, jobs } = await queue.cost();
  expect(jobs).toEqual({ enqueued: 1, ended: 1 });
  expect(total.requests).toBe(total.commands);
  expect(total.bytesSent).toBeGreaterThan(10_000);
  expect(total.bytesSent).toBeLessThan(25_000);
  expect(total.bytesReceived).toBeGreaterThan(10_000);
});

test("prices give the cost in all, an hour, and a million jobs", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const queue = freshQueue<number>();
    const unused = await queue.cost({ prices: { perGb: 1 } });
    expect(unused).toEqual({
      since: Date.now(),
      total: { requests: 0, commands: 0, bytesSent: 0, bytesReceived: 0 },
      operations: {},
      jobs: { enqueued: 0, ended: 0 },
      price: { total: 0 },
    });
    await queue.enqueueMany([{ data: 1 }, { data: 2 }]);
    expect((await queue.cost()).perHour).toBeUndefined();
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    const { total, perHour, price } = await queue.cost({
      prices: { per100kCommands: 0.2, per100kRequests: 0.1, perGb: 0.03 },
    });
    const { requests, commands, bytesSent, bytesReceived } = total;
    const expected = (commands * 0.2 + requests * 0.1) / 1e5 + ((bytesSent + bytesReceived) * 0.03) / 1e9;
    expect(price?.total).toBeCloseTo(expected, 12);
    expect(perHour?.commands).toBeCloseTo(commands / 2, 2);
    expect(price?.perHour).toBeCloseTo(expected / 2, 8);
    expect(price?.perMillionJobs).toBeCloseTo((expected / 2) * 1e6, 6);
    await expect(queue.cost({ prices: { perGb: -1 } })).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(queue.cost({ prices: { perCommand: 1 } as object })).rejects.toThrow("perCommand");
  } finally {
    vi.useRealTimers();
  }
});
