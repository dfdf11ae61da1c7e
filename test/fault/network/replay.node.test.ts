// Fault: the network loses, duplicates and cuts requests and replies, and the client repeats its requests.
// Guarantee: each operation takes effect once, and its caller gets the first reply, also if other clients have changed the
// queue in between.
import { Redis } from "@upstash/redis";
import { describe, expect, inject, test } from "vitest";
import { type Job, listQueues, type Queue, upstash } from "../../../src/index.ts";
import { Clock, testPrefix } from "../../setup/queue.ts";
import { type ChooseFault, loseReplies } from "../kit/faulty-proxy.ts";
import { type ProxiedQueue, useProxiedQueues } from "../kit/proxied-queue.ts";
import { type QueueState, readQueueState } from "../kit/queue-state.ts";
import { REPEATABLE_OPERATIONS, type RepeatableOperation, toComparableJobs } from "../kit/repeatable-operations.ts";

const createProxiedQueue = useProxiedQueues((settings) => new Redis(settings));

interface ClockedQueue extends ProxiedQueue {
  clock: Clock;
}

async function createClockedQueue(): Promise<ClockedQueue> {
  const clock = new Clock();
  return { ...(await createProxiedQueue({ now: clock.now, backoff: 1_000 })), clock };
}

/** Runs an operation on a new queue with faults. Resolves with its outcome and the state of the queue. */
async function runWithFaults(
  operation: RepeatableOperation,
  createFaults: (target: ClockedQueue) => ChooseFault = () => () => undefined,
) {
  const target = await createClockedQueue();
  const job = await operation.prepare(target.queue);
  target.proxy.injectFaults(createFaults(target));
  const outcome = await operation.run(target.queue, job as Job<number>);
  return { ...target, outcome, state: await readQueueState(target.name) };
}

/** Returns the state without the number of replays. */
function withoutReplays(state: QueueState): QueueState {
  const { replayed: _, ...meta } = state.meta as Record<string, string>;
  return { ...state, meta };
}

function countReplays(state: QueueState): number {
  return Number((state.meta as Record<string, string>).replayed ?? 0);
}

describe.concurrent("if the first five replies are lost, a client with default settings", () => {
  test.each(REPEATABLE_OPERATIONS)("runs $name once and gets the reply", async (operation) => {
    const undisturbed = await runWithFaults(operation);
    const { proxy, otherClient, outcome, state } = await runWithFaults(operation, () => loseReplies(5));
    expect(proxy.requests.length).toBeGreaterThanOrEqual(6);
    expect(new Set(proxy.requests.slice(0, 6)).size, "one request sent six times").toBe(1);
    expect(outcome).toEqual(undisturbed.outcome);
    expect(withoutReplays(state)).toEqual(undisturbed.state);
    expect(countReplays(state)).toBe(5);
    expect((await otherClient.counts()).totals.replayed).toBe(5);
  });
});

describe.concurrent("if other clients change the queue before a request is repeated,", () => {
  test.each(REPEATABLE_OPERATIONS)("$name gets its first reply and changes nothing", async (operation) => {
    const undisturbed = await runWithFaults(operation);
    let stateBetween: QueueState = {};
    const { outcome, state } = await runWithFaults(operation, ({ name, otherClient, clock }) =>
      loseReplies(1, async () => {
        await operation.interfere(otherClient, clock);
        stateBetween = await readQueueState(name);
      }),
    );
    expect(outcome).toEqual(undisturbed.outcome);
    expect(withoutReplays(state)).toEqual(withoutReplays(stateBetween));
    expect(countReplays(state)).toBe(1);
  });
});

describe.concurrent("a lease whose reply is lost", () => {
  test("returns the leased jobs when it is repeated", async () => {
    const { queue, proxy, otherClient } = await createClockedQueue();
    await queue.enqueueMany([1, 2, 3].map((data) => ({ data })));
    // Loses the reply to the lease, and then the reply to the request for the jobs' records.
    proxy.injectFaults((number) => (number === 1 || number === 3 ? { loseReply: true } : undefined));
    const { jobs } = await queue.lease({ count: 2 });
    expect(jobs.map(({ data }) => data)).toEqual([1, 2]);
    expect(await otherClient.counts()).toMatchObject({ ready: 1, leased: 2, totals: { leased: 2, replayed: 1 } });
    for (const job of jobs) expect(await job.complete()).toBe(true);
  });

  test("returns no job that another worker has leased before the repetition", async () => {
    const { queue, proxy, clock, otherClient } = await createClockedQueue();
    await queue.enqueueMany(["a", "b"].map((id, data) => ({ data, id })));
    let taken: Job<number>[] = [];
    const leaseElsewhere = async () => {
      clock.pass(30_000);
      taken = (await otherClient.lease({ count: 1, worker: "other" })).jobs;
    };
    proxy.injectFaults(loseReplies(1, leaseElsewhere));
    expect((await queue.lease({ count: 2 })).jobs).toEqual([]);
    expect(taken.map(({ id }) => id)).toEqual(["a"]);
    expect(await otherClient.counts()).toMatchObject({ ready: 1, leased: 1, totals: { leased: 3, reclaimed: 2 } });
    expect(await taken[0]?.complete()).toBe(true);
  });

  test("returns, in a repeated turn, the first outcomes and the jobs that are still held", async () => {
    const { queue, proxy, otherClient } = await createClockedQueue();
    await queue.enqueueMany(["a", "b", "c"].map((id, data) => ({ data, id })));
    const [job] = (await queue.lease()).jobs;
    proxy.injectFaults(loseReplies(1, () => otherClient.cancel("b")));
    const turned = await queue.turn({ settle: [{ job: job as Job<number>, action: "complete" }], lease: { count: 2 } });
    expect(turned.settled).toEqual([{ id: "a", ok: true, state: "done" }]);
    expect(turned.jobs.map(({ id }) => id)).toEqual(["c"]);
    expect(await otherClient.counts()).toMatchObject({ ready: 0, leased: 1 });
  });

  test("can be repeated by its caller with an idempotency key", async () => {
    const { queue, proxy, otherClient } = await createClockedQueue();
    await queue.enqueueMany([1, 2].map((data) => ({ data })));
    proxy.injectFaults((number) => (number === 1 ? { cutReply: true } : undefined));
    await expect(queue.lease({ count: 2, idempotencyKey: "n" })).rejects.toMatchObject({ code: "redis_unreachable" });
    const { jobs } = await queue.lease({ count: 2, idempotencyKey: "n" });
    expect(toComparableJobs(jobs)).toHaveLength(2);
    expect(await otherClient.counts()).toMatchObject({ ready: 0, leased: 2, totals: { leased: 2, replayed: 1 } });
  });
});

test("a redrive with a change whose reply is lost takes effect once, whatever happens until it is repeated", async () => {
  const { queue, proxy, otherClient } = await createClockedQueue();
  // Redis then knows the script, which later requests send by its digest.
  await otherClient.enqueue(1, { id: "first" });
  await (await otherClient.lease()).jobs[0]?.fail("no");
  await otherClient.redrive({ ids: ["first"], change: { data: 1 } });
  await otherClient.cancel("first");
  await queue.enqueue(1, { id: "a" });
  await (await queue.lease()).jobs[0]?.fail("no");
  const failAgain = async () => (await otherClient.lease()).jobs[0]?.fail("again");
  // The request before it reads the job.
  let isLost = false;
  proxy.injectFaults((_, body) => {
    if (isLost || !/"F \d{15}",/.test(body)) return undefined;
    isLost = true;
    return { loseReply: true, beforeLoss: failAgain };
  });
  expect(await queue.redrive({ ids: ["a"], change: { data: 2 } })).toEqual({ redriven: 1, left: 0 });
  expect(await otherClient.get("a")).toMatchObject({ state: "failed", data: 2, attempt: 1 });
  expect(await otherClient.counts()).toMatchObject({ failed: 1, totals: { redriven: 2, replayed: 1 } });
});

describe.concurrent("on a faulty network,", () => {
  test.each(REPEATABLE_OPERATIONS)("$name takes effect once if requests are lost or duplicated", async (operation) => {
    const undisturbed = await runWithFaults(operation);
    const faults = [{ loseRequest: true }, { duplicate: true }];
    const { outcome, state } = await runWithFaults(operation, () => (number) => faults[number - 1]);
    expect(outcome).toEqual(undisturbed.outcome);
    expect(withoutReplays(state)).toEqual(undisturbed.state);
    expect(countReplays(state)).toBe(1);
  });

  test.each(["complete", "retry", "fail", "release"] as const)(
    "%s can be repeated after its reply was cut, with the same outcome",
    async (verb) => {
      const { queue, proxy, otherClient } = await createClockedQueue();
      await queue.enqueue(1, { id: "a" });
      const [job] = (await queue.lease()).jobs as [Job<number>];
      proxy.injectFaults((number) => (number === 1 ? { cutReply: true } : undefined));
      await expect(job[verb]()).rejects.toMatchObject({ code: "redis_unreachable" });
      expect([await job[verb](), job.lost]).toEqual([true, undefined]);
      expect((await otherClient.counts()).totals).toMatchObject({ stale: 0, replayed: 1 });
      expect(await job[verb]()).toBe(false);
    },
  );

  test.each<[string, (queue: Queue<number>) => Promise<unknown>]>([
    ["enqueue", (queue) => queue.enqueue(1, { id: "a" })],
    ["lease", (queue) => queue.lease({ worker: "w" })],
  ])("the queue is registered although the reply to the %s that registers it is lost", async (_, send) => {
    const connection = { url: inject("restUrl"), token: inject("token") };
    // Makes Redis cache the script.
    await send((await createClockedQueue()).queue);
    const { queue, proxy, name, otherClient } = await createClockedQueue();
    await otherClient.enqueue(2, { id: "b" });
    const redis = new Redis(connection);
    await redis.zrem(`${testPrefix()}:queues`, name);
    await redis.hdel(`${testPrefix()}:{${name}}:meta`, "registered");
    proxy.injectFaults(loseReplies(1));
    await send(queue);
    expect(proxy.requests[1]).toBe(proxy.requests[0]);
    expect((await otherClient.counts()).totals.replayed).toBe(1);
    expect(await listQueues({ redis: upstash(connection), prefix: testPrefix() })).toContain(name);
  });
});
