// Batches that are refused, lost, duplicated or late: each call returns its own true outcome, and no call fails because
// of another.
import { describe, expect, test } from "vitest";
import type { Adapter } from "../../src/index.ts";
import { chaos } from "../../src/testing.ts";
import { freshQueue } from "../setup/queue.ts";
import { createRestAdapter, createWatchedQueue, leaseWatched, range, repeatUntilReply } from "./watched-queue.ts";

describe("a refused batch", () => {
  test.each([0, 1, 3, 7])("fills a queue with room for %i jobs, and rejects the other calls", async (free) => {
    const { queue } = await createWatchedQueue<number>({ maxLength: free + 2 });
    await queue.enqueueMany([
      { data: -1, id: "known" },
      { data: -2, delay: "1h" },
    ]);
    const calls = range(8).map((n) => queue.enqueue(n));
    const known = queue.enqueue(9, { id: "known" });
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(range(8).map((n) => (n < free ? "fulfilled" : "rejected")));
    for (const { reason } of outcomes.slice(free) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ code: "queue_full", message: expect.stringContaining(`${queue.name}: `) });
    }
    expect(await known).toEqual({ id: "known", created: false, state: "ready", outcome: "kept" });
    const { jobs } = await queue.lease({ count: 10 });
    expect(jobs.map(({ data }) => data)).toEqual([-1, ...range(free)]);
  });

  test.each(["OOM command not allowed", "ERR max request size exceeded"])(
    "is repeated in smaller requests after the error `%s`",
    async (errorReply) => {
      const redis = chaos(createRestAdapter(), {
        plan: ["enqueue#1=error", "settle#1=error", "lease#1=error"],
        errorReply,
      });
      const queue = freshQueue<number>({ redis });
      await freshQueue<number>({}, queue.name).enqueueMany([{ data: -1 }, { data: -2 }]);
      expect(await Promise.all(range(3).map((n) => queue.enqueue(n)))).toHaveLength(3);
      const leases = await Promise.all(range(3).map(() => queue.lease()));
      expect(leases.map(({ jobs }) => jobs[0]?.data)).toEqual([-1, -2, 0]);
      expect(await Promise.all(leases.map(({ jobs }) => jobs[0]?.complete()))).toEqual([true, true, true]);
    },
  );

  test("is not repeated if its effect is unknown, and rejects each call", async () => {
    const redis = chaos(createRestAdapter(), { plan: ["enqueue#1=error"] });
    const queue = freshQueue<number>({ redis });
    const outcomes = await Promise.allSettled(range(3).map((n) => queue.enqueue(n)));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: "redis_busy" } });
    expect(redis.faults.error).toBe(1);
    expect((await queue.counts()).ready).toBe(0);
  });
});

describe("a lost request or reply", () => {
  test.each(["dropReply", "dropRequest", "cutBody"] as const)("of an enqueue (%s) rejects each call", async (fault) => {
    const queue = freshQueue<number>({ redis: chaos(createRestAdapter(), { plan: [`enqueue#1=${fault}`] }) });
    const outcomes = await Promise.allSettled(range(3).map((n) => queue.enqueue(n, { id: `${n}` })));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        reason: { code: "redis_unreachable", message: expect.stringContaining(`${queue.name}: `) },
      });
    }
    const again = await Promise.all(range(3).map((n) => queue.enqueue(n, { id: `${n}` })));
    expect(again.every(({ created }) => created === (fault === "dropRequest"))).toBe(true);
  });

  test.each(["dropReply", "dropRequest"] as const)(
    "of a settle (%s) is repeated once, by the first caller, and the reply serves the other callers",
    async (fault) => {
      const { queue, sent, jobs } = await leaseWatched([1, 2, 3], { plan: [`settle#1=${fault}`] });
      const [a, b, c] = jobs;
      const actions = [() => a?.complete(), () => b?.fail("no"), () => c?.release()];
      const outcomes = await Promise.allSettled(actions.map((act) => act()));
      for (const [i, outcome] of outcomes.entries()) {
        const id = [a, b, c][i]?.id;
        const message = expect.stringContaining(`${queue.name}, job "${id}": `);
        expect(outcome).toMatchObject({ reason: { code: "redis_unreachable", message } });
      }
      // Meanwhile another caller leases and settles.
      await queue.enqueue(4);
      const [d] = (await queue.lease({ count: 5 })).jobs.filter(({ data }) => data === 4);
      expect(await d?.complete()).toBe(true);
      sent.length = 0;
      expect(await b?.fail("no")).toBe(true);
      expect(sent).toEqual(["turn"]);
      expect(await a?.complete()).toBe(true);
      expect(await c?.release()).toBe(true);
      expect(sent).toEqual(["turn"]);
      expect((await queue.counts()).totals).toMatchObject({ completed: 2, stale: 0 });
    },
  );

  test("of a settle is repeated in one request if all callers repeat it at once", async () => {
    const { sent, jobs } = await leaseWatched(range(5), { plan: ["settle#1=dropReply"] });
    await Promise.allSettled(jobs.map((job) => job.complete()));
    sent.length = 0;
    expect(await Promise.all(jobs.map((job) => job.complete()))).toEqual([true, true, true, true, true]);
    expect(sent).toEqual(["turnPlain"]);
  });

  test("of a settle decides the outcome of another action on the same job", async () => {
    const [a, b] = (await leaseWatched([1, 2], { plan: ["settle#1=dropReply"] })).jobs;
    await Promise.allSettled([a?.complete(), b?.complete()]);
    expect(await a?.retry()).toBe(false);
    expect(a?.lost).toBe("completed");
    expect(await b?.complete()).toBe(true);
  });

  test("of a settle is repeated with the latest result of the job", async () => {
    const { queue, jobs } = await leaseWatched([1, 2], { plan: ["settle#1=dropRequest"] });
    const [a, b] = jobs;
    await Promise.allSettled([a?.complete("first"), b?.complete("b")]);
    expect(await a?.complete("second")).toBe(true);
    expect(await queue.result(a?.id ?? "")).toBe("second");
    expect(await queue.result(b?.id ?? "")).toBe("b");
  });

  test("of a refused settle is repeated for the repeating caller's job only", async () => {
    const refusal = { plan: ["settle#1=error"], errorReply: "NOAUTH Authentication required" } as const;
    const { queue, jobs } = await leaseWatched([1, 2], refusal);
    const [a, b] = jobs;
    const outcomes = await Promise.allSettled([a?.complete(), b?.complete()]);
    expect(outcomes).toMatchObject([{ reason: { code: "redis_unauthorized" } }, { reason: {} }]);
    expect(await a?.complete()).toBe(true);
    expect(await queue.get(b?.id ?? "")).toMatchObject({ state: "leased" });
  });
});

test("late copies of batches have no effect", async () => {
  const redis = createRestAdapter();
  const copies: Parameters<Adapter["run"]>[] = [];
  const run: Adapter["run"] = (...call) => {
    copies.push(call);
    return redis.run(...call);
  };
  const { queue } = await createWatchedQueue<number>({ redis: { ...redis, run } });
  const deliver = async () => {
    for (const call of copies.splice(0)) await redis.run(...call).catch(() => {});
  };
  copies.length = 0;
  await Promise.all(range(3).map((n) => queue.enqueue(n)));
  const leases = await Promise.all(range(3).map(() => queue.lease()));
  await deliver();
  expect(await Promise.all(leases.map(({ jobs }) => jobs[0]?.release()))).toEqual([true, true, true]);
  const again = await Promise.all(range(3).map(() => queue.lease()));
  await deliver();
  expect(await Promise.all(again.map(({ jobs }) => jobs[0]?.complete()))).toEqual([true, true, true]);
  await deliver();
  const { totals, ...states } = await queue.counts();
  expect(states).toMatchObject({ ready: 0, leased: 0 });
  expect(totals).toMatchObject({ leased: 6, completed: 3 });
});

test("lost, duplicated and late requests leave every outcome true", async () => {
  const faults = { dropReply: 0.1, dropRequest: 0.1, duplicate: 0.1, delay: 0.1, longestDelay: 5 };
  const redis = chaos(createRestAdapter(), { seed: 11, ...faults });
  const queue = freshQueue<number>({ redis });
  const completed = new Map<number, number>();
  await Promise.all(
    range(8).map(async (caller) => {
      for (let i = 0; i < 5; i++) {
        const n = caller * 5 + i;
        await repeatUntilReply(() => queue.enqueue(n, { id: `n${n}`, uniqueFor: "1h" }));
        const { jobs } = await repeatUntilReply(() => queue.lease({ for: "1h" }));
        for (const job of jobs) {
          if (await repeatUntilReply(() => job.complete())) completed.set(job.data, (completed.get(job.data) ?? 0) + 1);
        }
      }
    }),
  );
  await redis.settled();
  redis.calm();
  const { totals, ...states } = await queue.counts();
  expect([...completed.values()].every((times) => times === 1)).toBe(true);
  expect(totals.completed).toBe(completed.size);
  expect(totals.enqueued).toBe(40);
  expect(states.ready + states.leased + completed.size).toBe(40);
});
