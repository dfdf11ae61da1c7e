// Fault: Redis refuses requests, is unreachable, or is busy.
// Guarantee: each call rejects with the right code and an error that reveals no secret, and changes nothing. The same call
// succeeds later, once.
import { inspect } from "node:util";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Cleanup } from "../../../scripts/processes/cleanup.ts";
import { findFreePort } from "../../../scripts/processes/ports.ts";
import { startRedis } from "../../../scripts/processes/redis-server.ts";
import { type ErrorCode, LeaseholdError, Queue } from "../../../src/index.ts";
import { type GatewayOptions, startGateway } from "../../../src/instruments/gateway/server.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { NO_REPAIRS } from "../../queue/kit/invariants.ts";
import { sendCommand } from "../../setup/cluster.ts";
import { freshName } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { CLIENT_KINDS, type ClientKind, createRedis, HTTP_KINDS } from "../kit/client-kinds.ts";
import { readQueueState } from "../kit/queue-state.ts";
import { SECRET_PAYLOAD, SECRET_TOKEN } from "../kit/random-replies.ts";

const cleanup = new Cleanup();
afterAll(() => cleanup.run());

const SECRET_PASSWORD = "secret-password";
const SECRETS = [SECRET_PAYLOAD, SECRET_TOKEN, SECRET_PASSWORD, "redis.call", "redis.pcall"];

const logged: string[] = [];
beforeEach(() => {
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => void logged.push(inspect(values, { depth: 9 })));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const text of logged.splice(0)) expectNoSecret(text);
});

function expectNoSecret(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

/** Expects a call to reject with a code, and with an error that reveals no secret. */
async function expectRejection(call: Promise<unknown>, code: ErrorCode): Promise<void> {
  const error = await call.then(
    (value) => expect.fail(`resolved with ${inspect(value)}`),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(LeaseholdError);
  expect(error.code, error.message).toBe(code);
  expectNoSecret(inspect(error, { depth: 9, showHidden: true }));
  expectNoSecret(`${error.message} ${error.stack} ${inspect(error.cause, { depth: 9 })}`);
}

interface ServerOptions {
  settings?: string[];
  gateway?: Partial<GatewayOptions>;
  /** The token of the client; the token of the gateway by default. */
  token?: string;
}

/** Starts a Redis server with a gateway, and creates a queue over one kind of client. */
async function setUp(
  kind: ClientKind,
  { settings = [], gateway: limits = {}, token = SECRET_TOKEN }: ServerOptions = {},
) {
  const port = await findFreePort();
  const server = await startRedis({ port, settings });
  cleanup.add(server.stop);
  const gateway = await startGateway({ redisUrl: server.url, token: SECRET_TOKEN, ...limits });
  cleanup.add(gateway.close);
  const name = freshName();
  const rest = { url: gateway.url, token };
  const redis = createRedis(kind, { redisUrl: server.url, rest, maxRetriesPerRequest: 1, cleanup });
  return {
    server,
    port,
    queue: new Queue<unknown>(name, { redis, prefix: "t" }),
    sendToServer: (...words: string[]) => sendCommand(server.url, words),
    readState: () => readQueueState(name, { url: server.url, prefix: "t" }),
  };
}

/** Enqueues jobs, brings one into each state, and resolves with the leased job. */
async function fillQueue(queue: Queue<unknown>) {
  await queue.enqueueMany([
    { data: SECRET_PAYLOAD, id: "held", priority: 0 },
    { data: SECRET_PAYLOAD, id: "failed", priority: 1 },
    { data: SECRET_PAYLOAD, id: "ready" },
    { data: SECRET_PAYLOAD, id: "later", delay: "1h" },
  ]);
  const { jobs } = await queue.lease({ count: 2 });
  await jobs[1]?.fail(SECRET_PAYLOAD);
  const [held] = jobs;
  if (!held) throw new Error("nothing was leased");
  return held;
}

const BATCH = [1, 2, 3, 4].map((n) => ({ data: `${SECRET_PAYLOAD} ${n}`, id: `new-${n}`, uniqueFor: 60_000 }));

/** Expects the refused batch to be created once, as a whole. */
async function expectBatchSucceeds(queue: Queue<unknown>): Promise<void> {
  const before = (await queue.counts()).totals.enqueued;
  expect((await queue.enqueueMany(BATCH)).map(({ created }) => created)).toEqual([true, true, true, true]);
  expect((await queue.counts()).totals).toMatchObject({ enqueued: before + 4, duplicates: 0 });
  expect(await queue.deepClean()).toMatchObject(NO_REPAIRS);
}

describe.each(CLIENT_KINDS)("over %s", (kind) => {
  test("full memory is redis_full, and existing jobs can still be leased and completed", async () => {
    const { queue, sendToServer, readState } = await setUp(kind);
    const held = await fillQueue(queue);
    await queue.enqueue(1, { id: "replayed", idempotencyKey: "n" });
    const before = await readState();
    await sendToServer("CONFIG", "SET", "maxmemory", "1");
    await expectRejection(queue.enqueueMany(BATCH), "redis_full");
    await expectRejection(queue.enqueue(SECRET_PAYLOAD, { id: "another" }), "redis_full");
    expect(await readState()).toEqual(before);
    expect(await queue.enqueue(1, { id: "replayed", idempotencyKey: "n" })).toMatchObject({ created: true });
    expect(await held.complete(SECRET_PAYLOAD)).toBe(true);
    expect(await queue.result("held")).toBe(SECRET_PAYLOAD);
    const [next] = (await queue.lease()).jobs;
    expect(next?.id).toBe("ready");
    expect(await next?.complete()).toBe(true);
    await sendToServer("CONFIG", "SET", "maxmemory", "0");
    await expectBatchSucceeds(queue);
    expect(await queue.counts()).toMatchObject({ leased: 0, totals: { completed: 2, stale: 0 } });
  });

  test("a read-only replica, as during a failover, is redis_busy", async () => {
    const { queue, sendToServer, readState } = await setUp(kind);
    const primary = await startRedis();
    cleanup.add(primary.stop);
    const held = await fillQueue(queue);
    await sendToServer("CONFIG", "SET", "replica-read-only", "yes");
    const before = await readState();
    // The primary refuses its replica, so that the replica keeps its data.
    await sendCommand(primary.url, ["CONFIG", "SET", "requirepass", SECRET_PASSWORD]);
    await sendToServer("REPLICAOF", "127.0.0.1", new URL(primary.url).port);
    for (const call of [
      () => queue.enqueueMany(BATCH),
      () => queue.lease(),
      () => held.complete(),
      () => held.extend("1m"),
      () => queue.cancel("ready"),
      () => queue.redrive(),
      () => queue.promote("later"),
      () => queue.pause(),
      () => queue.clean(),
    ]) {
      await expectRejection(call(), "redis_busy");
    }
    expect(await readState()).toEqual(before);
    await sendToServer("REPLICAOF", "NO", "ONE");
    await expectBatchSucceeds(queue);
    expect(await held.complete()).toBe(true);
  });

  test("a stopped server is redis_unreachable, and calls succeed after its restart", async () => {
    const { queue, server, port } = await setUp(kind);
    await fillQueue(queue);
    await server.stop();
    await expectRejection(queue.enqueueMany(BATCH), "redis_unreachable");
    const back = await startRedis({ port });
    cleanup.add(back.stop);
    await until(() => queue.counts().catch(() => undefined));
    await expectBatchSucceeds(queue);
  }, 30_000);

  test("a script that never ends is redis_busy", async () => {
    const { queue, server, sendToServer, readState } = await setUp(kind, {
      settings: ["--busy-reply-threshold", "20"],
    });
    await fillQueue(queue);
    const before = await readState();
    const endless = sendCommand(server.url, ["EVAL", "while true do end", "0"]).catch(() => {});
    await until(async () => (await sendToServer("PING").catch((error) => error.message)).startsWith("BUSY"));
    await expectRejection(queue.enqueueMany(BATCH), "redis_busy");
    await sendToServer("SCRIPT", "KILL").catch(() => {});
    await endless;
    expect(await readState()).toEqual(before);
    await expectBatchSucceeds(queue);
  });
});

describe.each(HTTP_KINDS)("over %s", (kind) => {
  test("a wrong token is redis_unauthorized", async () => {
    const { queue } = await setUp(kind, { token: `${SECRET_TOKEN}-but-wrong` });
    await expectRejection(queue.enqueueMany(BATCH), "redis_unauthorized");
    await expectRejection(queue.counts(), "redis_unauthorized");
  });

  test("a read-only token is redis_read_only", async () => {
    const { queue, readState } = await setUp(kind, { gateway: { token: "other", readOnlyToken: SECRET_TOKEN } });
    await expectRejection(queue.enqueueMany(BATCH), "redis_read_only");
    await expectRejection(queue.lease(), "redis_read_only");
    expect(await readState()).toEqual({});
  });

  test("a request beyond the size limit is too_large", async () => {
    const { queue, readState } = await setUp(kind, { gateway: { maxRequestBytes: 40_000 } });
    await fillQueue(queue);
    const before = await readState();
    await expectRejection(queue.enqueue(SECRET_PAYLOAD + "x".repeat(40_000)), "too_large");
    expect(await readState()).toEqual(before);
    await expectBatchSucceeds(queue);
  });

  test("a record that is too large is record_too_large, and nothing of its batch is created", async () => {
    const { queue, readState } = await setUp(kind, { gateway: { maxRecordBytes: 3_000 } });
    const held = await fillQueue(queue);
    const before = await readState();
    const large = [...BATCH, { data: SECRET_PAYLOAD + "x".repeat(4_000), id: "large", delay: 1_000 }];
    await expectRejection(queue.enqueueMany(large), "record_too_large");
    await expectRejection(queue.enqueueMany([...large].reverse()), "record_too_large");
    await expectRejection(held.complete(SECRET_PAYLOAD + "x".repeat(4_000)), "record_too_large");
    expect(await readState()).toEqual(before);
    await expectBatchSucceeds(queue);
    expect(await held.complete("small")).toBe(true);
  });

  test("a turn with a result that is too large stores no other result of its jobs", async () => {
    const { queue, readState } = await setUp(kind, { gateway: { maxRecordBytes: 3_000 } });
    await queue.enqueueMany(BATCH);
    const { jobs } = await queue.lease({ count: 4 });
    const before = await readState();
    const results = ["small", "small", "x".repeat(4_000), "small"];
    const settle = jobs.map((job, i) => ({ job, action: "complete" as const, result: results[i] }));
    await expectRejection(queue.turn({ settle, lease: {} }), "record_too_large");
    expect(await readState()).toEqual(before);
    expect((await queue.turn({ settle: settle.filter((_, i) => i !== 2) })).settled).toHaveLength(3);
    expect(await queue.result("new-1")).toBe("small");
  });
});

test.each([`redis://:${SECRET_PASSWORD}-but-wrong@`, "redis://"])(
  "a login of ioredis with %s is redis_unauthorized",
  async (login) => {
    const server = await startRedis();
    cleanup.add(server.stop);
    await sendCommand(server.url, ["CONFIG", "SET", "requirepass", SECRET_PASSWORD]);
    const client = new Redis(server.url.replace("redis://", login), { maxRetriesPerRequest: 1 });
    client.on("error", () => {});
    cleanup.add(async () => client.disconnect());
    const queue = new Queue("q", { redis: ioredis(client) });
    await expectRejection(queue.enqueueMany(BATCH), "redis_unauthorized");
  },
);
