// A lease that waits for work, and settling by id and fence in another call than the one that leased.
import { describe, expect, test } from "vitest";
import { START } from "../../setup/queue.ts";
import type { Kit } from "./kit.ts";

export function waitingTests({ make, leaseOne }: Kit): void {
  describe("a lease that waits", () => {
    test("has the job that is enqueued meanwhile, long before its time is over", async () => {
      const { queue } = make();
      const before = Date.now();
      const waiting = queue.lease({ wait: "20s", worker: "w" });
      await queue.enqueue("news", { id: "a" });
      const { jobs } = await waiting;
      expect(jobs.map(({ id, data }) => [id, data])).toEqual([["a", "news"]]);
      expect(Date.now() - before).toBeLessThan(10_000);
    });

    test("answers at once when something is ready", async () => {
      const { queue } = make();
      await queue.enqueue(1);
      expect((await queue.lease({ wait: "20s" })).jobs).toHaveLength(1);
    });

    test("comes back with nothing when its time is over", async () => {
      const { queue } = make();
      expect(await queue.lease({ wait: 150 })).toMatchObject({ jobs: [], more: false });
    });

    test("ends when whoever asked is gone", async () => {
      const { queue } = make();
      const asker = new AbortController();
      const waiting = queue.lease({ wait: "20s", signal: asker.signal });
      asker.abort();
      expect((await waiting).jobs).toEqual([]);
      await queue.enqueue(1);
      expect(await queue.counts()).toMatchObject({ ready: 1, leased: 0 });
    });

    test("gives back what it was handed when whoever asked had gone by then", async () => {
      const { queue } = make({ maxAttempts: 1 });
      await queue.enqueue(1, { id: "a" });
      const asker = new AbortController();
      const leasing = queue.lease({ signal: asker.signal });
      asker.abort();
      expect((await leasing).jobs).toEqual([]);
      expect(await queue.counts()).toMatchObject({ ready: 1, leased: 0, totals: { leased: 1, released: 1 } });
      // Who named the request may ask for the same jobs again.
      const named = queue.lease({ signal: asker.signal, idempotencyKey: "n" });
      expect((await named).jobs).toMatchObject([{ id: "a" }]);
    });

    test("answers as it did when it is asked again under its idempotency key", async () => {
      const { queue } = make();
      const waiting = queue.lease({ wait: "20s", idempotencyKey: "again" });
      await queue.enqueue("once", { id: "a" });
      const [first] = (await waiting).jobs;
      const [second] = (await queue.lease({ wait: "20s", idempotencyKey: "again" })).jobs;
      expect([second?.id, second?.fence]).toEqual(["a", first?.fence]);
      expect((await queue.counts()).totals).toMatchObject({ leased: 1 });
    });
  });

  describe("by id and fence", () => {
    test("jobs are settled in any mix, each with its outcome", async () => {
      const { queue } = make();
      await queue.enqueueMany([
        { data: 1, id: "a" },
        { data: 2, id: "b" },
        { data: 3, id: "c" },
      ]);
      const { jobs } = await queue.lease({ count: 3 });
      const [a, b, c] = jobs.map(({ id, fence }) => ({ id, fence }));
      if (!a || !b || !c) throw new Error("three jobs");
      const items = [
        { job: a, action: "complete", result: { sent: true } },
        { job: b, action: "fail", error: "no such address" },
        { job: { id: "c", fence: c.fence + 1 }, action: "complete" },
      ] as const;
      const outcomes = [
        { id: "a", ok: true, state: "done" },
        { id: "b", ok: true, state: "failed" },
        { id: "c", ok: false, reason: "leased_again" },
      ];
      expect(await queue.settle(items, { idempotencyKey: "n" })).toEqual(outcomes);
      expect(await queue.settle(items, { idempotencyKey: "n" })).toEqual(outcomes);
      expect(await queue.result("a")).toEqual({ sent: true });
      expect(await queue.counts()).toMatchObject({ leased: 1, failed: 1, totals: { completed: 1, replayed: 1 } });
    });

    test("leases are prolonged, and notes taken, by their holder alone", async () => {
      const { queue, clock } = make({ lease: "10s" });
      await queue.enqueue(1, { id: "a" });
      const { id, fence } = await leaseOne(queue);
      clock.pass(5_000);
      expect(
        await queue.extend(
          [
            { id, fence },
            { id: "b", fence },
          ],
          "10s",
        ),
      ).toEqual([
        { id, ok: true, leasedUntil: START + 15_000 },
        { id: "b", ok: false, reason: "unknown" },
      ]);
      expect(await queue.progress({ id, fence }, 0.5, { note: "half" })).toEqual({ id, ok: true });
      expect(await queue.progress({ id, fence: fence + 1 }, 0.9)).toMatchObject({ ok: false });
      expect(await queue.get("a")).toMatchObject({
        leasedUntil: START + 15_000,
        progress: { fraction: 0.5, note: "half" },
      });
    });
  });
}
