// Redis refuses, is away, or something else answers: each gives one error with its code and nothing to hide in it, leaves
// the queue as it was, and the same call succeeds later, once.
import { inspect } from "node:util";
import { createClient } from "@redis/client";
import { Redis as Upstash } from "@upstash/redis";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Cleanup } from "../../../scripts/processes/cleanup.ts";
import { findFreePort } from "../../../scripts/processes/ports.ts";
import { startRedis } from "../../../scripts/processes/redis-server.ts";
import { type ErrorCode, LeaseholdError, Queue, type QueueOptions, upstash } from "../../../src/index.ts";
import { type GatewayOptions, startGateway } from "../../../src/instruments/gateway/server.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { sendCommand } from "../../setup/cluster.ts";
import { freshName } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { stateOf } from "../kit/state.ts";

const cleanup = new Cleanup();
afterAll(() => cleanup.run());

const PAYLOAD = "payload-that-nobody-may-see";
const TOKEN = "token-that-nobody-may-see";
const PASSWORD = "password-that-nobody-may-see";
const SECRETS = [PAYLOAD, TOKEN, PASSWORD, "redis.call", "redis.pcall"];

const spoken: string[] = [];
beforeEach(() => {
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void spoken.push(inspect(words, { depth: 9 })));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const words of spoken.splice(0)) expectNoSecret(words);
});

function expectNoSecret(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

/** The call fails with the code, and the error gives nothing away. */
async function expectRefused(call: Promise<unknown>, code: ErrorCode): Promise<void> {
  const error = await call.then(
    (value) => expect.fail(`answered ${inspect(value)}`),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(LeaseholdError);
  expect(error.code, error.message).toBe(code);
  expectNoSecret(inspect(error, { depth: 9, showHidden: true }));
  expectNoSecret(`${error.message} ${error.stack} ${inspect(error.cause, { depth: 9 })}`);
}

type Way = "upstash()" | "a default @upstash/redis client" | "ioredis" | "node-redis";
const HTTP: Way[] = ["upstash()", "a default @upstash/redis client"];
const ALL: Way[] = [...HTTP, "ioredis", "node-redis"];

interface Options {
  settings?: string[];
  gateway?: Partial<GatewayOptions>;
  queue?: Partial<QueueOptions<unknown>>;
  token?: string;
}

/** A server of the test's own, with a queue over one adapter. */
async function place(way: Way, { settings = [], gateway = {}, queue = {}, token = TOKEN }: Options = {}) {
  const port = await findFreePort();
  const server = await startRedis({ port, settings });
  cleanup.add(server.stop);
  const over = { redis: await clientOf(way, server.url, gateway, token), prefix: "t", ...queue };
  const name = freshName();
  return {
    server,
    port,
    queue: new Queue<unknown>(name, over),
    tell: (...words: string[]) => sendCommand(server.url, words),
    state: () => stateOf(name, server.url, "t"),
  };
}

async function clientOf(way: Way, redisUrl: string, options: Partial<GatewayOptions>, token: string) {
  if (way === "ioredis") {
    const client = new Redis(redisUrl, { maxRetriesPerRequest: 1 });
    client.on("error", () => {});
    cleanup.add(async () => client.disconnect());
    return ioredis(client);
  }
  if (way === "node-redis") {
    const client = createClient({ url: redisUrl });
    client.on("error", () => {});
    await client.connect();
    cleanup.add(async () => client.destroy());
    return nodeRedis(client);
  }
  const gateway = await startGateway({ redisUrl, token: TOKEN, ...options });
  cleanup.add(gateway.close);
  const credentials = { url: gateway.url, token };
  return way === "upstash()" ? upstash(credentials) : new Upstash(credentials);
}

/** Jobs in each state, and one in hand. */
async function fill(queue: Queue<unknown>) {
  await queue.enqueueMany([
    { data: PAYLOAD, id: "held", priority: 0 },
    { data: PAYLOAD, id: "failed", priority: 1 },
    { data: PAYLOAD, id: "ready" },
    { data: PAYLOAD, id: "later", delay: "1h" },
  ]);
  const { jobs } = await queue.lease({ count: 2 });
  await jobs[1]?.fail(PAYLOAD);
  const [held] = jobs;
  if (!held) throw new Error("nothing was leased");
  return held;
}

const batch = [1, 2, 3, 4].map((n) => ({ data: `${PAYLOAD} ${n}`, id: `new-${n}`, uniqueFor: 60_000 }));

/** The batch that was refused goes in whole, once. */
async function expectLater(queue: Queue<unknown>): Promise<void> {
  const before = (await queue.counts()).totals.enqueued;
  expect((await queue.enqueueMany(batch)).map(({ created }) => created)).toEqual([true, true, true, true]);
  expect((await queue.counts()).totals).toMatchObject({ enqueued: before + 4, duplicates: 0 });
  expect(await queue.deepClean()).toMatchObject({ orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 });
}

describe.each(ALL)("over %s", (way) => {
  test("out of memory is redis_full; what is there can still be worked off", async () => {
    const { queue, tell, state } = await place(way);
    const held = await fill(queue);
    await queue.enqueue(1, { id: "replayed", idempotencyKey: "n" });
    const before = await state();
    await tell("CONFIG", "SET", "maxmemory", "1");
    await expectRefused(queue.enqueueMany(batch), "redis_full");
    await expectRefused(queue.enqueue(PAYLOAD, { id: "another" }), "redis_full");
    expect(await state()).toEqual(before);
    expect(await queue.enqueue(1, { id: "replayed", idempotencyKey: "n" })).toMatchObject({ created: true });
    expect(await held.complete(PAYLOAD)).toBe(true);
    expect(await queue.result("held")).toBe(PAYLOAD);
    const [next] = (await queue.lease()).jobs;
    expect(next?.id).toBe("ready");
    expect(await next?.complete()).toBe(true);
    await tell("CONFIG", "SET", "maxmemory", "0");
    await expectLater(queue);
    expect(await queue.counts()).toMatchObject({ leased: 0, totals: { completed: 2, stale: 0 } });
  });

  test("a read-only replica, as during a failover, is redis_busy", async () => {
    const { queue, tell, state } = await place(way);
    const primary = await startRedis();
    cleanup.add(primary.stop);
    const held = await fill(queue);
    await tell("CONFIG", "SET", "replica-read-only", "yes");
    const before = await state();
    // Of a server that does not take it in, so that it keeps what it has.
    await sendCommand(primary.url, ["CONFIG", "SET", "requirepass", PASSWORD]);
    await tell("REPLICAOF", "127.0.0.1", new URL(primary.url).port);
    for (const call of [
      () => queue.enqueueMany(batch),
      () => queue.lease(),
      () => held.complete(),
      () => held.extend("1m"),
      () => queue.cancel("ready"),
      () => queue.redrive(),
      () => queue.promote("later"),
      () => queue.pause(),
      () => queue.clean(),
    ]) {
      await expectRefused(call(), "redis_busy");
    }
    expect(await state()).toEqual(before);
    await tell("REPLICAOF", "NO", "ONE");
    await expectLater(queue);
    expect(await held.complete()).toBe(true);
  });

  test("Redis away is redis_unreachable, and back again it goes on", async () => {
    const { queue, server, port } = await place(way);
    await fill(queue);
    await server.stop();
    await expectRefused(queue.enqueueMany(batch), "redis_unreachable");
    const back = await startRedis({ port });
    cleanup.add(back.stop);
    await until(() => queue.counts().catch(() => undefined));
    await expectLater(queue);
  }, 30_000);

  test("a script that does not end is redis_busy", async () => {
    const { queue, server, tell, state } = await place(way, { settings: ["--busy-reply-threshold", "20"] });
    await fill(queue);
    const before = await state();
    const endless = sendCommand(server.url, ["EVAL", "while true do end", "0"]).catch(() => {});
    await until(async () => (await tell("PING").catch((error) => error.message)).startsWith("BUSY"));
    await expectRefused(queue.enqueueMany(batch), "redis_busy");
    await tell("SCRIPT", "KILL").catch(() => {});
    await endless;
    expect(await state()).toEqual(before);
    await expectLater(queue);
  });
});

describe.each(HTTP)("over %s", (way) => {
  test("a wrong token is redis_unauthorized", async () => {
    const { queue } = await place(way, { token: `${TOKEN}-but-wrong` });
    await expectRefused(queue.enqueueMany(batch), "redis_unauthorized");
    await expectRefused(queue.counts(), "redis_unauthorized");
  });

  test("a read-only token is redis_read_only", async () => {
    const { queue, state } = await place(way, { gateway: { token: "other", readOnlyToken: TOKEN } });
    await expectRefused(queue.enqueueMany(batch), "redis_read_only");
    await expectRefused(queue.lease(), "redis_read_only");
    expect(await state()).toEqual({});
  });

  test("a request that is too large is too_large", async () => {
    const { queue, state } = await place(way, { gateway: { maxRequestBytes: 40_000 } });
    await fill(queue);
    const before = await state();
    await expectRefused(queue.enqueue(PAYLOAD + "x".repeat(40_000)), "too_large");
    expect(await state()).toEqual(before);
    await expectLater(queue);
  });

  test("a record that is too large is record_too_large, and takes back the rest of its batch", async () => {
    const { queue, state } = await place(way, { gateway: { maxRecordBytes: 3_000 } });
    const held = await fill(queue);
    const before = await state();
    const large = [...batch, { data: PAYLOAD + "x".repeat(4_000), id: "large", delay: 1_000 }];
    await expectRefused(queue.enqueueMany(large), "record_too_large");
    await expectRefused(queue.enqueueMany([...large].reverse()), "record_too_large");
    await expectRefused(held.complete(PAYLOAD + "x".repeat(4_000)), "record_too_large");
    expect(await state()).toEqual(before);
    await expectLater(queue);
    expect(await held.complete("small")).toBe(true);
  });

  test("a result that is too large leaves no result of the others in its turn", async () => {
    const { queue, state } = await place(way, { gateway: { maxRecordBytes: 3_000 } });
    await queue.enqueueMany(batch);
    const { jobs } = await queue.lease({ count: 4 });
    const before = await state();
    const results = ["small", "small", "x".repeat(4_000), "small"];
    const settle = jobs.map((job, i) => ({ job, action: "complete" as const, result: results[i] }));
    await expectRefused(queue.turn({ settle, lease: {} }), "record_too_large");
    expect(await state()).toEqual(before);
    expect((await queue.turn({ settle: settle.filter((_, i) => i !== 2) })).settled).toHaveLength(3);
    expect(await queue.result("new-1")).toBe("small");
  });
});

test.each([`redis://:${PASSWORD}-but-wrong@`, "redis://"])("over ioredis, %s is redis_unauthorized", async (login) => {
  const server = await startRedis();
  cleanup.add(server.stop);
  await sendCommand(server.url, ["CONFIG", "SET", "requirepass", PASSWORD]);
  const queue = new Queue("q", { redis: await clientOf("ioredis", server.url.replace("redis://", login), {}, TOKEN) });
  await expectRefused(queue.enqueueMany(batch), "redis_unauthorized");
});
