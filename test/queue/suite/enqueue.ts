// Enqueueing: each job is created once, and a batch is created as a whole.
import { describe, expect, test } from "vitest";
import { listQueues } from "../../../src/index.ts";
import { START, testPrefix } from "../../setup/queue.ts";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of `enqueue` and `enqueueMany`. */
export function declareEnqueueTests({ createQueue, leaseOne, createRedis }: SuiteContext): void {
  describe("enqueue", () => {
    test("creates a job once, and reports the job's state to the second call", async () => {
      const { queue } = createQueue();
      expect(await queue.enqueue({ n: 1 }, { id: "a" })).toEqual({
        id: "a",
        created: true,
        state: "ready",
        outcome: "created",
      });
      expect(await queue.enqueue({ n: 2 }, { id: "a" })).toEqual({
        id: "a",
        created: false,
        state: "ready",
        outcome: "kept",
      });
      expect(await queue.get("a")).toMatchObject({ data: { n: 1 }, state: "ready", enqueuedAt: START, attempt: 0 });
      expect((await queue.counts()).totals).toMatchObject({ enqueued: 1, duplicates: 1 });
    });

    test("recognizes a duplicate id in every state", async () => {
      const { queue } = createQueue({ retention: { done: "1h" } });
      await queue.enqueueMany([
        { data: 1, id: "done", priority: 0 },
        { data: 1, id: "failed", priority: 1 },
        { data: 1, id: "leased", priority: 2 },
        { data: 1, id: "delayed", delay: "1h" },
        { data: 1, id: "ready" },
      ]);
      const { jobs } = await queue.lease({ count: 3 });
      await jobs[0]?.complete();
      await jobs[1]?.fail("no");
      for (const id of ["done", "failed", "leased", "delayed", "ready"]) {
        expect(await queue.enqueue(2, { id })).toEqual({ id, created: false, state: id, outcome: "kept" });
      }
    });

    test("remembers an id for `uniqueFor`, also after the job is gone", async () => {
      const { queue } = createQueue();
      await queue.enqueue(1, { id: "a", uniqueFor: "1h" });
      await (await leaseOne(queue)).complete();
      expect(await queue.enqueue(2, { id: "a" })).toEqual({ id: "a", created: false, state: "seen", outcome: "kept" });
      const explained = await queue.explain("a");
      expect(explained).toMatchObject({ state: "done" });
      expect(explained.why).toContain("Its id is remembered until 2023-11-14T23:13:20.000Z");
    });

    test("accepts the id of a completed job without `uniqueFor`", async () => {
      const { queue } = createQueue();
      await queue.enqueue(1, { id: "a" });
      await (await leaseOne(queue)).complete();
      expect(await queue.enqueue(2, { id: "a" })).toMatchObject({ created: true });
    });

    test("creates a batch in order, and recognizes duplicates inside the batch", async () => {
      const { queue } = createQueue();
      const results = await queue.enqueueMany([
        { data: 1, id: "a" },
        { data: 2, id: "b", delay: "1m" },
        { data: 3, id: "a" },
        { data: 4 },
      ]);
      expect(results.map(({ created, state }) => [created, state])).toEqual([
        [true, "ready"],
        [true, "delayed"],
        [false, "ready"],
        [true, "ready"],
      ]);
      expect((await queue.lease({ count: 9 })).jobs.map((job) => job.data)).toEqual([1, 4]);
      expect(await queue.enqueueMany([])).toEqual([]);
    });

    test("creates a thousand jobs in one request", async () => {
      const { queue } = createQueue<number>();
      const results = await queue.enqueueMany(Array.from({ length: 1_000 }, (_, n) => ({ data: n })));
      expect(new Set(results.map(({ id }) => id)).size).toBe(1_000);
      const { jobs, more } = await queue.lease({ count: 1_000 });
      expect(jobs.map((job) => job.data)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
      expect(more).toBe(false);
      const { settled } = await queue.turn({ settle: jobs.map((job) => ({ job, action: "complete" })) });
      expect(settled.every(({ ok }) => ok)).toBe(true);
    });

    test("refuses a whole batch that would exceed `maxLength`", async () => {
      const { queue } = createQueue({ maxLength: 2 });
      await queue.enqueue(1);
      await expect(queue.enqueueMany([{ data: 2 }, { data: 3 }])).rejects.toMatchObject({ code: "queue_full" });
      expect(await queue.counts()).toMatchObject({ ready: 1 });
      await queue.enqueue(2, { delay: "1m" });
      await expect(queue.enqueue(3)).rejects.toMatchObject({ code: "queue_full" });
    });

    test("repeats its first reply for the same idempotency key and changes nothing", async () => {
      const { queue } = createQueue();
      const jobs = ["a", "b"].map((id) => ({ data: id, id }));
      const enqueue = () => queue.enqueueMany(jobs, { idempotencyKey: "n" });
      const first = await enqueue();
      expect(await enqueue()).toEqual(first);
      expect((await queue.counts()).totals).toMatchObject({ enqueued: 2, duplicates: 0, replayed: 1 });
    });

    test("generates the same ids when a request with an idempotency key is repeated", async () => {
      const { queue } = createQueue();
      const enqueue = () => queue.enqueueMany([{ data: 1 }, { data: 2 }], { idempotencyKey: "n" });
      const first = await enqueue();
      expect(await enqueue()).toEqual(first);
      for (const { id } of first) expect(await queue.get(id)).toMatchObject({ state: "ready" });
    });

    test("registers the queue in the list of queues", async () => {
      const { queue } = createQueue();
      await queue.enqueue(1);
      expect(await listQueues({ redis: createRedis(), prefix: testPrefix() })).toContain(queue.name);
    });
  });
}
