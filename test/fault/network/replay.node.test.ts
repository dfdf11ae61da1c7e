// The network loses replies, and the client sends again: whatever happens in between, each operation takes effect once.
import { Redis } from "@upstash/redis";
import { afterAll, describe, expect, inject, test } from "vitest";
import { type Job, listQueues, type Queue, upstash } from "../../../src/index.ts";
import { Clock, freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { type Lossy, loseReplies, startLossy } from "../kit/lossy.ts";
import { OPERATIONS, type Operation, shown } from "../kit/operations.ts";
import { type QueueState, stateOf } from "../kit/state.ts";

const opened: Lossy[] = [];
afterAll(async () => {
  for (const lossy of opened.splice(0)) await lossy.close();
});

/** One queue reached in two ways: through the bad network, with a client as it comes out of the box, and directly. */
interface Reached {
  lossy: Lossy;
  clock: Clock;
  name: string;
  /** Through the bad network. */
  queue: Queue<number>;
  /** For everybody else. */
  others: Queue<number>;
}

async function reach(settings: object = {}): Promise<Reached> {
  const [lossy, clock, name] = [await startLossy(inject("restUrl")), new Clock(), freshName()];
  opened.push(lossy);
  const redis = new Redis({ url: lossy.url, token: inject("token"), ...settings });
  const options = { now: clock.now, backoff: 1_000 };
  return {
    lossy,
    clock,
    name,
    queue: freshQueue<number>({ redis, ...options }, name),
    others: freshQueue<number>({ ...options }, name),
  };
}

/** The reply, and all that is then in Redis, which knows the scripts of the operation from then on. */
async function play(operation: Operation, reached: Reached, during: () => void): Promise<[unknown, QueueState]> {
  const job = await operation.prepare(reached.queue);
  during();
  const reply = await operation.run(reached.queue, job as Job<number>);
  return [reply, await stateOf(reached.name)];
}

/** The state without the one number that tells a repeated request. */
function withoutReplays(state: QueueState): QueueState {
  const { replayed: _, ...meta } = state.meta as Record<string, string>;
  return { ...state, meta };
}

function replays(state: QueueState): number {
  return Number((state.meta as Record<string, string>).replayed ?? 0);
}

describe.concurrent("a client with default settings whose first five replies are lost", () => {
  test.each(OPERATIONS)("$name takes effect once, and gets the reply", async (operation) => {
    const [expected, undisturbed] = await play(operation, await reach(), () => {});
    const reached = await reach();
    const [reply, state] = await play(operation, reached, () => reached.lossy.play(loseReplies(5)));
    expect(reached.lossy.requests.length).toBeGreaterThanOrEqual(6);
    expect(new Set(reached.lossy.requests.slice(0, 6)).size, "one request sent six times").toBe(1);
    expect(reply).toEqual(expected);
    expect(withoutReplays(state)).toEqual(undisturbed);
    expect(replays(state)).toBe(5);
    expect((await reached.others.counts()).totals.replayed).toBe(5);
  });
});

describe.concurrent("a request sent again after others went on", () => {
  test.each(OPERATIONS)("$name gets its first answer, and disturbs nobody", async (operation) => {
    const [expected] = await play(operation, await reach(), () => {});
    const reached = await reach();
    let between: QueueState = {};
    const meanwhile = async () => {
      await operation.meanwhile(reached.others, reached.clock);
      between = await stateOf(reached.name);
    };
    const [reply, state] = await play(operation, reached, () => reached.lossy.play(loseReplies(1, meanwhile)));
    expect(reply).toEqual(expected);
    expect(withoutReplays(state)).toEqual(withoutReplays(between));
    expect(replays(state)).toBe(1);
  });
});

describe.concurrent("a lost lease", () => {
  test("leaves no orphan: what it took is handed out when it is sent again", async () => {
    const { queue, lossy, others } = await reach();
    await queue.enqueueMany([1, 2, 3].map((data) => ({ data })));
    // The reply of the lease, and then the reply of the request for its records.
    lossy.play((number) => (number === 1 || number === 3 ? { loseReply: true } : undefined));
    const { jobs } = await queue.lease({ count: 2 });
    expect(jobs.map(({ data }) => data)).toEqual([1, 2]);
    expect(await others.counts()).toMatchObject({ ready: 1, leased: 2, totals: { leased: 2, replayed: 1 } });
    for (const job of jobs) expect(await job.complete()).toBe(true);
  });

  test("that ran out meanwhile does not give a job to two", async () => {
    const { queue, lossy, clock, others } = await reach();
    await queue.enqueueMany(["a", "b"].map((id, data) => ({ data, id })));
    let taken: Job<number>[] = [];
    const meanwhile = async () => {
      clock.pass(30_000);
      taken = (await others.lease({ count: 1, worker: "other" })).jobs;
    };
    lossy.play(loseReplies(1, meanwhile));
    expect((await queue.lease({ count: 2 })).jobs).toEqual([]);
    expect(taken.map(({ id }) => id)).toEqual(["a"]);
    expect(await others.counts()).toMatchObject({ ready: 1, leased: 1, totals: { leased: 3, reclaimed: 2 } });
    expect(await taken[0]?.complete()).toBe(true);
  });

  test("within a turn gives only what is still held, and the outcomes as they were", async () => {
    const { queue, lossy, others } = await reach();
    await queue.enqueueMany(["a", "b", "c"].map((id, data) => ({ data, id })));
    const [job] = (await queue.lease()).jobs;
    lossy.play(loseReplies(1, () => others.cancel("b")));
    const turned = await queue.turn({
      settle: [{ job: job as Job<number>, action: "complete" }],
      lease: { count: 2 },
    });
    expect(turned.settled).toEqual([{ id: "a", ok: true, state: "done" }]);
    expect(turned.jobs.map(({ id }) => id)).toEqual(["c"]);
    expect(await others.counts()).toMatchObject({ ready: 0, leased: 1 });
  });

  test("whose reply was cut is repeated by its caller under its idempotency key", async () => {
    const { queue, lossy, others } = await reach();
    await queue.enqueueMany([1, 2].map((data) => ({ data })));
    lossy.play((number) => (number === 1 ? { cutReply: true } : undefined));
    await expect(queue.lease({ count: 2, idempotencyKey: "n" })).rejects.toMatchObject({ code: "redis_unreachable" });
    const { jobs } = await queue.lease({ count: 2, idempotencyKey: "n" });
    expect(shown(jobs)).toHaveLength(2);
    expect(await others.counts()).toMatchObject({ ready: 0, leased: 2, totals: { leased: 2, replayed: 1 } });
  });
});

describe.concurrent("a bad network", () => {
  test.each(OPERATIONS)("that doubles or loses requests does not change what $name does", async (operation) => {
    const [expected, undisturbed] = await play(operation, await reach(), () => {});
    const reached = await reach();
    const [reply, state] = await play(operation, reached, () =>
      reached.lossy.play((number) =>
        number === 1 ? { loseRequest: true } : number === 2 ? { double: true } : undefined,
      ),
    );
    expect(reply).toEqual(expected);
    expect(withoutReplays(state)).toEqual(undisturbed);
    expect(replays(state)).toBe(1);
  });

  test.each(["complete", "retry", "fail", "release"] as const)(
    "that cuts the reply of %s leaves it to be asked again, with the same outcome",
    async (verb) => {
      const { queue, lossy, others } = await reach();
      await queue.enqueue(1, { id: "a" });
      const [job] = (await queue.lease()).jobs as [Job<number>];
      lossy.play((number) => (number === 1 ? { cutReply: true } : undefined));
      await expect(job[verb]()).rejects.toMatchObject({ code: "redis_unreachable" });
      expect([await job[verb](), job.lost]).toEqual([true, undefined]);
      expect((await others.counts()).totals).toMatchObject({ stale: 0, replayed: 1 });
      expect(await job[verb]()).toBe(false);
    },
  );

  test.each<[string, (queue: Queue<number>) => Promise<unknown>]>([
    ["enqueue", (queue) => queue.enqueue(1, { id: "a" })],
    ["lease", (queue) => queue.lease({ worker: "w" })],
  ])(
    "that loses the reply of the %s by which a queue is registered does not keep it out of the list of queues",
    async (_, send) => {
      const connection = { url: inject("restUrl"), token: inject("token") };
      // So that Redis knows the script.
      await send((await reach()).queue);
      const { queue, lossy, name, others } = await reach();
      await others.enqueue(2, { id: "b" });
      const redis = new Redis(connection);
      await redis.zrem(`${testPrefix()}:queues`, name);
      await redis.hdel(`${testPrefix()}:{${name}}:meta`, "registered");
      lossy.play(loseReplies(1));
      await send(queue);
      expect(lossy.requests[1]).toBe(lossy.requests[0]);
      expect((await others.counts()).totals.replayed).toBe(1);
      expect(await listQueues({ redis: upstash(connection), prefix: testPrefix() })).toContain(name);
    },
  );
});
