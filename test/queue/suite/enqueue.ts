// Putting jobs in: once each, all or none.
import { describe, expect, test } from "vitest";
import { listQueues } from "../../../src/index.ts";
import { START, testPrefix } from "../../setup/queue.ts";
import type { Kit } from "./kit.ts";

export function enqueueTests({ make, leaseOne, redis }: Kit): void {
  describe("enqueue", () => {
    test("creates a job once, and says where it is the second time", async () => {
      const { queue } = make();
      expect(await queue.enqueue({ n: 1 }, { id: "a" })).toEqual({ id: "a", created: true, state: "ready" });
      expect(await queue.enqueue({ n: 2 }, { id: "a" })).toEqual({ id: "a", created: false, state: "ready" });
      expect(await queue.get("a")).toMatchObject({ data: { n: 1 }, state: "ready", enqueuedAt: START, attempt: 0 });
      expect((await queue.counts()).totals).toMatchObject({ enqueued: 1, duplicates: 1 });
    });

    test("knows an id in every state", async () => {
      const { queue } = make({ retention: { done: "1h" } });
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
        expect(await queue.enqueue(2, { id })).toEqual({ id, created: false, state: id });
      }
    });

    test("remembers an id for as long as it was told to, though the job is gone", async () => {
      const { queue } = make();
      await queue.enqueue(1, { id: "a", uniqueFor: "1h" });
      await (await leaseOne(queue)).complete();
      expect(await queue.enqueue(2, { id: "a" })).toEqual({ id: "a", created: false, state: "seen" });
      const explained = await queue.explain("a");
      expect(explained).toMatchObject({ state: "done" });
      expect(explained.why).toContain("Its id is remembered until 2023-11-14T23:13:20.000Z");
    });

    test("takes an id again that was completed and not remembered", async () => {
      const { queue } = make();
      await queue.enqueue(1, { id: "a" });
      await (await leaseOne(queue)).complete();
      expect(await queue.enqueue(2, { id: "a" })).toMatchObject({ created: true });
    });

    test("puts a batch in, in order, with duplicates inside it", async () => {
      const { queue } = make();
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

    test("takes a thousand jobs in one request", async () => {
      const { queue } = make<number>();
      const results = await queue.enqueueMany(Array.from({ length: 1_000 }, (_, n) => ({ data: n })));
      expect(new Set(results.map(({ id }) => id)).size).toBe(1_000);
      const { jobs, more } = await queue.lease({ count: 1_000 });
      expect(jobs.map((job) => job.data)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
      expect(more).toBe(false);
      const { settled } = await queue.turn({ settle: jobs.map((job) => ({ job, action: "complete" })) });
      expect(settled.every(({ ok }) => ok)).toBe(true);
    });

    test("refuses as a whole when the queue would be too long", async () => {
      const { queue } = make({ maxLength: 2 });
      await queue.enqueue(1);
      await expect(queue.enqueueMany([{ data: 2 }, { data: 3 }])).rejects.toMatchObject({ code: "queue_full" });
      expect(await queue.counts()).toMatchObject({ ready: 1 });
      await queue.enqueue(2, { delay: "1m" });
      await expect(queue.enqueue(3)).rejects.toMatchObject({ code: "queue_full" });
    });

    test("answers the same idempotency key as the first time and changes nothing", async () => {
      const { queue } = make();
      const first = await queue.enqueueMany(
        [
          { data: 1, id: "a" },
          { data: 2, id: "b" },
        ],
        { idempotencyKey: "n" },
      );
      expect(
        await queue.enqueueMany(
          [
            { data: 1, id: "a" },
            { data: 2, id: "b" },
          ],
          { idempotencyKey: "n" },
        ),
      ).toEqual(first);
      expect((await queue.counts()).totals).toMatchObject({ enqueued: 2, duplicates: 0, replayed: 1 });
    });

    test("gives the same ids to a request that its sender names and sends again", async () => {
      const { queue } = make();
      const first = await queue.enqueueMany([{ data: 1 }, { data: 2 }], { idempotencyKey: "n" });
      expect(await queue.enqueueMany([{ data: 1 }, { data: 2 }], { idempotencyKey: "n" })).toEqual(first);
      for (const { id } of first) expect(await queue.get(id)).toMatchObject({ state: "ready" });
    });

    test("enters the queue into the list of queues", async () => {
      const { queue } = make();
      await queue.enqueue(1);
      expect(await listQueues({ redis: redis(), prefix: testPrefix() })).toContain(queue.name);
    });
  });
}
