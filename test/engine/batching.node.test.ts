// Batching over TCP, where calls also join a batch while a request is in flight, and batching at the limits of a plan.
import { join } from "node:path";
import { Redis } from "ioredis";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { spawnLeashed } from "../../scripts/processes/leash.mjs";
import { type Adapter, type Queue, upstash } from "../../src/index.ts";
import { startGateway } from "../../src/instruments/gateway/server.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { chaos, checkHistory, finalState, recordHistory } from "../../src/testing.ts";
import { connectToSharedRedis, connectWithNodeRedis } from "../queue/kit/connections.ts";
import { NO_REPAIRS } from "../queue/kit/invariants.ts";
import { freshQueue, testPrefix } from "../setup/queue.ts";
import {
  createRestAdapter,
  createWatchedQueue,
  enqueueAndLease,
  ReplyGate,
  range,
  repeatUntilReply,
} from "./watched-queue.ts";

const io = connectToSharedRedis();
const node = connectWithNodeRedis();

/** Creates a queue whose replies can be held back. */
async function createHeldQueue(adapter: Adapter = ioredis(io)) {
  const gate = new ReplyGate(adapter);
  return { ...(await createWatchedQueue<number>({ redis: gate.redis })), gate };
}

/** Resolves in the next turn of the event loop. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe.each([
  ["ioredis", () => ioredis(io)],
  ["node-redis", () => nodeRedis(node)],
])("over %s", (_, adapter) => {
  test("calls made while a request is in flight join the next one", async () => {
    const { queue, sent, gate } = await createHeldQueue(adapter());
    // Fake timers keep the wait for the request in flight from ending by itself.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    gate.isClosed = true;
    const calls = [queue.enqueue(0)];
    while (gate.held.length === 0) await nextTurn();
    for (const n of [1, 2, 3]) {
      calls.push(queue.enqueue(n));
      for (let turn = 0; turn < 10; turn++) await nextTurn();
    }
    expect(sent).toEqual(["enqueuePlain"]);
    gate.open();
    expect((await Promise.all(calls)).every(({ created }) => created)).toBe(true);
    expect(sent).toEqual(["enqueuePlain", "enqueuePlain"]);
    const { jobs } = await queue.lease({ count: 5 });
    expect(jobs.map(({ data }) => data)).toEqual([0, 1, 2, 3]);
  });

  test("calls of one producer take effect in their order, in one batch or in several", async () => {
    const { queue } = await createWatchedQueue<number>({ redis: adapter() });
    const calls: Promise<unknown>[] = [];
    for (let n = 0; n < 60; n += 6) {
      calls.push(queue.enqueue(n), queue.enqueue(n + 1));
      calls.push(queue.enqueueMany([{ data: n + 2 }, { data: n + 3 }]));
      calls.push(queue.enqueue(n + 4));
      if (n % 12 === 0) await nextTurn();
      calls.push(queue.enqueueMany([{ data: n + 5 }]));
    }
    await Promise.all(calls);
    const { jobs } = await queue.lease({ count: 60 });
    expect(jobs.map(({ data }) => data)).toEqual(range(60));
  });
});

test("a call waits for a request in flight for a few milliseconds only", async () => {
  const { queue, sent, gate } = await createHeldQueue();
  gate.isClosed = true;
  const calls = [queue.enqueue(0)];
  await vi.waitUntil(() => gate.held.length === 1);
  calls.push(queue.enqueue(1), queue.enqueue(2));
  // The first reply is still held.
  await vi.waitUntil(() => gate.held.length === 2);
  expect(sent).toEqual(["enqueuePlain", "enqueuePlain"]);
  gate.open();
  expect(await Promise.all(calls)).toHaveLength(3);
});

test("a refused or lost batch does not delay later calls", async () => {
  const redis = chaos(ioredis(io), { plan: ["enqueue#1=dropReply", "enqueue#2=error"] });
  const queue = freshQueue<number>({ redis });
  const first = queue.enqueue(0);
  await expect(first).rejects.toMatchObject({ code: "redis_unreachable" });
  await expect(queue.enqueue(1)).rejects.toMatchObject({ code: "redis_busy" });
  expect(await queue.enqueue(2)).toMatchObject({ created: true });
});

test("the adapters of leasehold/testing join calls in flight if the wrapped client does", () => {
  expect(chaos(ioredis(io), {}).joinsInFlight).toBe(true);
  expect(recordHistory(nodeRedis(node)).redis.joinsInFlight).toBe(true);
  const rest = createRestAdapter();
  expect(chaos(rest, {})).not.toHaveProperty("joinsInFlight");
  expect(recordHistory(rest).redis).not.toHaveProperty("joinsInFlight");
});

test("waiting calls are rejected when the connection is closed", async () => {
  const client = new Redis(inject("redisUrl"));
  const { queue } = await createWatchedQueue<number>({ redis: ioredis(client) });
  const calls = [queue.enqueue(0), queue.enqueue(1)];
  await nextTurn();
  calls.push(queue.enqueue(2), queue.enqueue(3));
  client.disconnect();
  calls.push(queue.enqueue(4));
  const outcomes = await Promise.allSettled(calls);
  for (const outcome of outcomes.slice(2)) {
    expect(outcome).toMatchObject({ reason: { code: "redis_unreachable" } });
  }
  // The first batch took effect as a whole, or not at all.
  const { ready } = await freshQueue({}, queue.name).counts();
  expect([0, 2]).toContain(ready);
});

describe("a process", () => {
  /** Starts a process that enqueues jobs. */
  function startProcess(queue: Queue<number>, mode: "once" | "forever") {
    const program = join(import.meta.dirname, "batching-process.ts");
    const started = spawnLeashed(process.execPath, [program, inject("redisUrl"), testPrefix(), queue.name, mode]);
    onTestFinished(started.stop);
    return started;
  }

  test("that does not await its calls exits after all of them have taken effect", async () => {
    const queue = freshQueue<number>();
    await startProcess(queue, "once").exited;
    const { jobs } = await queue.lease({ count: 200 });
    expect(jobs.map(({ data }) => data)).toEqual(range(100));
  });

  test("that is killed with calls in flight leaves whole jobs, and each job is counted", async () => {
    const queue = freshQueue<number>();
    const started = startProcess(queue, "forever");
    await vi.waitUntil(async () => (await queue.counts()).ready > 100, { timeout: 10_000 });
    process.kill(started.process.pid as number, "SIGKILL");
    await started.exited;
    const { ready, totals } = await queue.counts();
    expect(totals.enqueued).toBe(ready);
    expect(await queue.deepClean()).toMatchObject(NO_REPAIRS);
    let handled = 0;
    await queue.drain(() => void handled++, { budget: "10s", batch: 1_000, concurrency: 100 });
    // A request that was in flight may arrive after the process has died.
    const after = await queue.counts();
    expect(handled + after.ready).toBe(after.totals.enqueued);
    expect(handled).toBeGreaterThanOrEqual(ready);
  });
});

test("the history of 16 concurrent callers over a bad network is consistent", async () => {
  const faults = { dropReply: 0.1, dropRequest: 0.1, duplicate: 0.1, delay: 0.1, reorder: 0.05, longestDelay: 10 };
  const redis = chaos(ioredis(io), { seed: 3, ...faults });
  const queue = freshQueue<number>({ redis, lease: "1h" });
  const history = recordHistory(queue);
  let outcomes = 0;
  await Promise.all(
    range(16).map(async (caller) => {
      for (let i = 0; i < 10; i++) {
        await repeatUntilReply(() => queue.enqueue(caller * 10 + i, { id: `n${caller}.${i}`, uniqueFor: "1h" }));
        for (const job of (await repeatUntilReply(() => queue.lease({ worker: `w${caller % 4}` }))).jobs) {
          const act = job.data % 3 === 0 && job.attempt === 1 ? () => job.release() : () => job.complete();
          if (await repeatUntilReply(act)) outcomes += 1;
        }
      }
    }),
  );
  await redis.settled();
  redis.calm();
  const final = await finalState(queue);
  expect(checkHistory(history.events, final).map(String)).toEqual([]);
  const { totals } = await queue.counts();
  expect(totals.enqueued).toBe(160);
  expect(totals.completed + totals.released).toBe(outcomes);
});

test("32 concurrent callers share their requests", async () => {
  const { queue, sent } = await createWatchedQueue<number>({ redis: ioredis(io) });
  const handled: number[] = [];
  await Promise.all(
    range(32).map(async (caller) => {
      for (let i = 0; i < 10; i++) {
        await queue.enqueue(caller * 10 + i);
        const [job] = (await queue.lease()).jobs;
        if (job && (await job.complete())) handled.push(job.data);
      }
    }),
  );
  expect(handled.toSorted((a, b) => a - b)).toEqual(range(320));
  // Without batching, 960.
  expect(sent.length).toBeLessThan(200);
});

describe("at the limits of a plan", () => {
  /** Creates a queue over a gateway with small limits. */
  async function createLimitedQueue(limits: { maxRecordBytes?: number; maxRequestBytes?: number }, options = {}) {
    const gateway = await startGateway({ redisUrl: inject("redisUrl"), token: inject("token"), ...limits });
    onTestFinished(() => gateway.close());
    const redis = upstash({ url: gateway.url, token: inject("token") });
    return freshQueue<string>({ redis, ...options });
  }

  test("a payload that is too large for its key rejects its own call only", async () => {
    const queue = await createLimitedQueue({ maxRecordBytes: 20_000 });
    const outcomes = await Promise.allSettled(
      range(9).map((n) => queue.enqueue(`${n}${n === 4 ? "x".repeat(30_000) : ""}`)),
    );
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual(range(9).map((n) => n !== 4));
    expect(outcomes[4]).toMatchObject({ reason: { code: "record_too_large" } });
    const { jobs } = await queue.lease({ count: 10 });
    expect(jobs.map(({ data }) => data).join("")).toBe("01235678");
  });

  test("a batch that is too large for a request is sent in parts", async () => {
    const queue = await createLimitedQueue({ maxRequestBytes: 100_000 });
    const outcomes = await Promise.allSettled(
      range(7).map((n) => queue.enqueue(`${n}${"x".repeat(n === 3 ? 120_000 : 30_000)}`)),
    );
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual(range(7).map((n) => n !== 3));
    expect(outcomes[3]).toMatchObject({ reason: { code: "too_large" } });
    expect((await queue.lease({ count: 10 })).jobs.map(({ data }) => data.slice(0, 1)).join("")).toBe("012456");
  });

  test("a result that is too large rejects its own call only, and the job can be settled without it", async () => {
    const queue = await createLimitedQueue({ maxRecordBytes: 20_000 });
    const jobs = await enqueueAndLease(queue, ["a", "b", "c"]);
    const outcomes = await Promise.allSettled(
      jobs.map((job) => job.complete(job.data === "b" ? "x".repeat(30_000) : job.data)),
    );
    expect(outcomes).toMatchObject([{ value: true }, { reason: { code: "record_too_large" } }, { value: true }]);
    expect(await jobs[1]?.complete()).toBe(true);
    expect((await queue.counts()).totals.completed).toBe(3);
  });
});

test("jobs with very large payloads are settled in several requests, and each call returns its own outcome", async () => {
  const redis = chaos(ioredis(io), { plan: ["settle#2=dropReply"] });
  const { queue, sent } = await createWatchedQueue<string>({ redis, maxPayloadBytes: 4_000_000 });
  const jobs = [];
  // 40 MB in total. One request frees 32 MB.
  for (const n of range(10)) {
    await queue.enqueue(`${n}${"x".repeat(3_999_000)}`);
    jobs.push(...(await queue.lease()).jobs);
  }
  sent.length = 0;
  const outcomes = await Promise.allSettled(jobs.map((job) => job.retry()));
  expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual(range(10).map((n) => n < 8));
  expect(await jobs[9]?.retry()).toBe(true);
  expect(await jobs[8]?.retry()).toBe(true);
  expect(sent).toHaveLength(3);
  expect(await queue.counts()).toMatchObject({ delayed: 10, leased: 0, totals: { retried: 10, stale: 0 } });
  await queue.destroy();
});
