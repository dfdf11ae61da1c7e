// Faults on a real socket: their effects on unmodified clients, which complete their jobs nevertheless.
import { Redis } from "@upstash/redis";
import { expect, inject, onTestFinished, test } from "vitest";
import { type QueueOptions, upstash } from "../../src/index.ts";
import { startGateway } from "../../src/instruments/gateway/server.ts";
import type { Chaos, ChaosOptions } from "../../src/testing.ts";
import { freshKey } from "../setup/fresh-key.ts";
import { freshQueue } from "../setup/queue.ts";

/** Starts a gateway with faults, which closes with the test. */
async function startChaosGateway(chaos: ChaosOptions) {
  const gateway = await startGateway({ redisUrl: inject("redisUrl"), chaos });
  onTestFinished(gateway.close);
  const post = (path: string, body: unknown) =>
    fetch(gateway.url + path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${gateway.token}` },
    });
  return { ...gateway, chaos: gateway.chaos as Chaos, post };
}

test("a dropped request closes the connection, and has no effect", async () => {
  const key = freshKey();
  const { post, chaos } = await startChaosGateway({ plan: ["incr#1=dropRequest"] });
  await expect(post("/", ["INCR", key])).rejects.toThrow("fetch failed");
  expect(await (await post("/", ["GET", key])).json()).toEqual({ result: null });
  expect(chaos.faults.dropRequest).toBe(1);
});

test("a dropped reply closes the connection after the request took effect", async () => {
  const key = freshKey();
  const { post } = await startChaosGateway({ plan: ["incr#1=dropReply"] });
  await expect(post("/", ["INCR", key])).rejects.toThrow("fetch failed");
  expect(await (await post("/", ["GET", key])).json()).toEqual({ result: "1" });
});

test("a cut body has status 200, and breaks off in the middle", async () => {
  const key = freshKey();
  const { post } = await startChaosGateway({ plan: ["get#1=cutBody"] });
  await post("/", ["SET", key, "x".repeat(100_000)]);
  const reply = await post("/", ["GET", key]);
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow("terminated");
  expect(await (await post("/", ["GET", key])).json()).toEqual({ result: "x".repeat(100_000) });
});

test("a doubled request takes effect twice, and the second reply is returned", async () => {
  const { post } = await startChaosGateway({ plan: ["incr#1=duplicate"] });
  expect(await (await post("/", ["INCR", freshKey()])).json()).toEqual({ result: 2 });
});

test("an error response has Upstash's form", async () => {
  const { post } = await startChaosGateway({ plan: ["ping#1=error"] });
  const reply = await post("/", ["PING"]);
  expect(reply.status).toBe(400);
  expect(await reply.json()).toEqual({ error: "LOADING Redis is loading the dataset in memory" });
});

test("a fault that is planned for a command affects it in a pipeline, a transaction and a path too", async () => {
  const { post, url, token } = await startChaosGateway({ plan: ["incr#1=error", "incr#2=error", "incr#3=error"] });
  const key = freshKey();
  for (const path of ["/pipeline", "/multi-exec"]) {
    const reply = await post(path, [["PING"], ["INCR", key]]);
    expect([path, reply.status]).toEqual([path, 400]);
  }
  const reply = await fetch(`${url}/incr/${encodeURIComponent(key)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(400);
  expect(await (await post("/", ["INCR", key])).json()).toEqual({ result: 1 });
});

test("bytes pass unchanged, event streams meet no faults, and a wrong token is refused as without faults", async () => {
  const { url, token } = await startChaosGateway({ duplicate: 1, reorder: 0.1 });
  const headers = { authorization: `Bearer ${token}` };
  const key = encodeURIComponent(freshKey());
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  await fetch(`${url}/set/${key}`, { method: "POST", headers, body: bytes });
  const back = await fetch(`${url}/get/${key}`, { headers: { ...headers, "upstash-encoding": "base64" } });
  const { result } = (await back.json()) as { result: string };
  expect(Uint8Array.from(Buffer.from(result, "base64"))).toEqual(bytes);
  expect((await fetch(`${url}/get/${key}`, { headers: { authorization: "Bearer no" } })).status).toBe(401);
  expect((await fetch(`${url}/`, { method: "POST", headers, body: "no JSON" })).status).toBe(400);
  const stop = new AbortController();
  const stream = await fetch(`${url}/subscribe/${key}`, { headers, signal: stop.signal });
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  stop.abort();
});

test.each<[string, (url: string, token: string) => QueueOptions<unknown>["redis"]]>([
  ["leasehold's own client", (url, token) => upstash({ url, token, keyLocking: true })],
  ["@upstash/redis", (url, token) => new Redis({ url, token, retry: { retries: 5, backoff: () => 1 } })],
])("%s completes each job once through a faulty gateway", async (_client, redis) => {
  const { url, token, chaos } = await startChaosGateway({
    seed: 11,
    dropReply: 0.2,
    duplicate: 0.1,
    dropRequest: 0.05,
  });
  const queue = freshQueue<number>({ redis: redis(url, token) });
  // Repeated with the same idempotency key until there is a reply, as by a caller that must not lose a job.
  for (let retries = 0; ; retries++) {
    const jobs = Array.from({ length: 40 }, (_, data) => ({ data }));
    const done = await queue.enqueueMany(jobs, { idempotencyKey: "all" }).catch(() => undefined);
    if (done) break;
    expect(retries).toBeLessThan(10);
  }
  const seen: number[] = [];
  await queue.drain((job) => void seen.push(job.data), { budget: "15s", concurrency: 4 });
  chaos.calm();
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(await queue.counts()).toMatchObject({
    ready: 0,
    leased: 0,
    totals: { enqueued: 40, completed: 40, leased: 40 },
  });
  expect(chaos.faults.dropReply + chaos.faults.duplicate + chaos.faults.dropRequest).toBeGreaterThan(0);
});

test("faults are planned by the name of a script, with and without key locking", async () => {
  const { url, token, chaos } = await startChaosGateway({ plan: ["enqueue#1=dropReply", "enqueue#2=dropReply"] });
  const queue = freshQueue({ redis: upstash({ url, token, keyLocking: true, retries: 0 }) });
  await expect(queue.enqueue(1, { id: "a" })).rejects.toMatchObject({ code: "redis_unreachable" });
  const plain = freshQueue({ redis: upstash({ url, token, retries: 0 }) }, queue.name);
  await expect(plain.enqueue(1, { id: "a" })).rejects.toMatchObject({ code: "redis_unreachable" });
  expect(await plain.enqueue(1, { id: "a" })).toMatchObject({ created: false });
  expect(chaos.faults.dropReply).toBe(2);
});

test("a gateway without the option chaos has no faults", async () => {
  const gateway = await startGateway({ redisUrl: inject("redisUrl") });
  onTestFinished(gateway.close);
  expect(gateway.chaos).toBeUndefined();
});
