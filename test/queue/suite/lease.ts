// Leasing: fences, attempts, expired leases, times to live, pauses and replays.
import { describe, expect, test } from "vitest";
import { START } from "../../setup/queue.ts";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of `lease`. */
export function declareLeaseTests({ createQueue, leaseOne }: SuiteContext): void {
  describe("lease", () => {
    test("returns a job to one worker at a time, with a rising fence and a counted attempt", async () => {
      const { queue, clock } = createQueue({ lease: "30s" });
      await queue.enqueue({ to: "ada" }, { id: "a", priority: 3 });
      const first = await leaseOne(queue, "w");
      expect(first).toMatchObject({
        id: "a",
        data: { to: "ada" },
        attempt: 1,
        priority: 3,
        worker: "w",
        enqueuedAt: START,
      });
      expect(first.leasedUntil).toBe(START + 30_000);
      expect((await queue.lease()).jobs).toEqual([]);
      clock.pass(30_000);
      const second = await leaseOne(queue);
      expect(second.attempt).toBe(2);
      expect(second.fence).toBeGreaterThan(first.fence);
    });

    test("reports whether more jobs are ready and when the queue next needs a call", async () => {
      const { queue } = createQueue();
      expect(await queue.lease()).toMatchObject({
        jobs: [],
        now: START,
        more: false,
        nextWakeAt: undefined,
        paused: false,
      });
      await queue.enqueue(1, { delay: "1m" });
      expect(await queue.lease()).toMatchObject({ more: false, nextWakeAt: START + 60_000 });
      await queue.enqueueMany([{ data: 2 }, { data: 3 }]);
      expect(await queue.lease({ for: "10s" })).toMatchObject({ more: true, nextWakeAt: START });
      expect(await queue.lease({ for: "20s" })).toMatchObject({ more: false, nextWakeAt: START + 10_000 });
    });

    test("limits the bytes of a reply, keeps the order, and reports that more jobs are ready", async () => {
      const { queue } = createQueue<string>();
      const ids = ["a", "b", "c", "d", "e", "f", "g"];
      for (const id of ids) await queue.enqueue("x".repeat(900_000), { id });
      const first = await queue.lease({ count: 10 });
      expect([first.jobs.map(({ id }) => id), first.more]).toEqual([ids.slice(0, 2), true]);
      expect(await queue.counts()).toMatchObject({ ready: 5, leased: 2, totals: { leased: 2 } });
      const rest = [];
      for (let i = 0; i < 3; i++) rest.push((await queue.lease({ count: 10 })).jobs.map(({ id }) => id));
      expect(rest).toEqual([ids.slice(2, 4), ids.slice(4, 6), ids.slice(6)]);
    });

    test("drops jobs past their time to live and continues with the next", async () => {
      const { queue, clock } = createQueue();
      await queue.enqueueMany([
        { data: 1, id: "short", ttl: "1s" },
        { data: 2, id: "long", ttl: "1h" },
        { data: 3, id: "ever" },
      ]);
      clock.pass(1_000);
      expect((await queue.lease({ count: 2 })).jobs.map(({ id }) => id)).toEqual(["long", "ever"]);
      expect(await queue.get("short")).toBeUndefined();
      expect((await queue.counts()).totals).toMatchObject({ expired: 1 });
    });

    test("returns no job while the queue is paused, and returns jobs after resume", async () => {
      const { queue, clock } = createQueue({ lease: "10s" });
      await queue.enqueueMany([{ data: 1 }, { data: 2 }]);
      await queue.lease();
      await queue.pause();
      clock.pass(10_000);
      expect(await queue.lease({ count: 2 })).toMatchObject({ jobs: [], paused: true, more: false });
      expect(await queue.counts()).toMatchObject({ ready: 2, leased: 0, paused: true });
      await queue.resume();
      expect((await queue.lease({ count: 2 })).jobs).toHaveLength(2);
    });

    test("fails a job whose leases expired at every attempt", async () => {
      const { queue, clock } = createQueue({ maxAttempts: 2, lease: "1s" });
      await queue.enqueue(1, { id: "a" });
      for (const attempt of [1, 2]) {
        expect((await leaseOne(queue)).attempt).toBe(attempt);
        clock.pass(1_000);
      }
      expect((await queue.lease()).jobs).toEqual([]);
      expect(await queue.get("a")).toMatchObject({
        state: "failed",
        errors: [{ message: "lease expired", attempt: 2, at: START + 2_000 }],
      });
      expect((await queue.counts()).totals).toMatchObject({ reclaimed: 1, failed: 1 });
    });

    test("repeated with its idempotency key, returns the jobs of the first reply that are still held", async () => {
      const { queue } = createQueue();
      await queue.enqueueMany(["a", "b", "c"].map((id) => ({ data: id, id })));
      const first = await queue.lease({ count: 2, idempotencyKey: "n" });
      const again = await queue.lease({ count: 2, idempotencyKey: "n" });
      expect(again.jobs.map(({ id, fence, data }) => [id, fence, data])).toEqual(
        first.jobs.map(({ id, fence, data }) => [id, fence, data]),
      );
      await first.jobs[0]?.complete();
      expect((await queue.lease({ count: 2, idempotencyKey: "n" })).jobs.map(({ id }) => id)).toEqual(["b"]);
      expect(await queue.counts()).toMatchObject({ ready: 1, leased: 1, totals: { leased: 2, replayed: 2 } });
    });

    test("accepts ids, workers, notes and errors of any text, including Unicode line separators", async () => {
      const { queue } = createQueue();
      const ids = ["\u2028", "a\u2029b", " ", "%1", "ünï 😀", "12 3 x", "null"];
      await queue.enqueueMany(ids.map((id) => ({ data: id, id })));
      const lease = () => queue.lease({ count: 9, worker: "w\u2028 %", idempotencyKey: "n\u2028" });
      const { jobs } = await lease();
      expect(jobs.map(({ id, data }) => [id, data])).toEqual(ids.map((id) => [id, id]));
      expect((await lease()).jobs.map(({ id }) => id)).toEqual(ids);
      const [known] = await queue.workers();
      expect(known?.worker).toBe("w\u2028 %");
      expect(known?.holds.map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect(await jobs[0]?.progress(0.5, { note: "half\u2028" })).toBe(true);
      expect(await queue.get("\u2028")).toMatchObject({ progress: { fraction: 0.5, note: "half\u2028" } });
      for (const job of jobs) expect(await job.fail(`no\u2029 ${job.id}`)).toBe(true);
      const { jobs: failed } = await queue.list("failed");
      expect(failed.map(({ id }) => id).sort()).toEqual([...ids].sort());
      for (const { id, errors } of failed) expect(errors).toMatchObject([{ message: `no\u2029 ${id}` }]);
    });
  });
}
