// A lease that waits for a job, and settling by id and fence instead of by a leased job.
import { describe, expect, test } from "vitest";
import { START } from "../../setup/queue.ts";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of `lease` with `wait`, and of settling by id and fence. */
export function declareWaitingTests({ createQueue, createLeasedJobs }: SuiteContext): void {
  describe("a lease that waits", () => {
    test("returns a job that is enqueued while it waits", async () => {
      const { queue } = createQueue();
      const before = Date.now();
      const waiting = queue.lease({ wait: "20s", worker: "w" });
      await queue.enqueue("news", { id: "a" });
      const { jobs } = await waiting;
      expect(jobs.map(({ id, data }) => [id, data])).toEqual([["a", "news"]]);
      expect(Date.now() - before).toBeLessThan(10_000);
    });

    test("returns at once if a job is ready", async () => {
      const { queue } = createQueue();
      await queue.enqueue(1);
      expect((await queue.lease({ wait: "20s" })).jobs).toHaveLength(1);
    });

    test("returns no job when its wait is over", async () => {
      const { queue } = createQueue();
      expect(await queue.lease({ wait: 150 })).toMatchObject({ jobs: [], more: false });
    });

    test("ends when its signal aborts", async () => {
      const { queue } = createQueue();
      const caller = new AbortController();
      const waiting = queue.lease({ wait: "20s", signal: caller.signal });
      caller.abort();
      expect((await waiting).jobs).toEqual([]);
      await queue.enqueue(1);
      expect(await queue.counts()).toMatchObject({ ready: 1, leased: 0 });
    });

    test("releases the jobs that it leased after its signal aborted", async () => {
      const { queue } = createQueue({ maxAttempts: 1 });
      await queue.enqueue(1, { id: "a" });
      const caller = new AbortController();
      const leasing = queue.lease({ signal: caller.signal });
      caller.abort();
      expect((await leasing).jobs).toEqual([]);
      expect(await queue.counts()).toMatchObject({ ready: 1, leased: 0, totals: { leased: 1, released: 1 } });
      // With an idempotency key the jobs stay leased, because the caller can repeat the request.
      const repeatable = queue.lease({ signal: caller.signal, idempotencyKey: "n" });
      expect((await repeatable).jobs).toMatchObject([{ id: "a" }]);
    });

    test("returns the same jobs when it is repeated with its idempotency key", async () => {
      const { queue } = createQueue();
      const waiting = queue.lease({ wait: "20s", idempotencyKey: "again" });
      await queue.enqueue("once", { id: "a" });
      const [first] = (await waiting).jobs;
      const [second] = (await queue.lease({ wait: "20s", idempotencyKey: "again" })).jobs;
      expect([second?.id, second?.fence]).toEqual(["a", first?.fence]);
      expect((await queue.counts()).totals).toMatchObject({ leased: 1 });
    });
  });

  describe("by id and fence", () => {
    test("settle settles any mix of actions and returns each outcome", async () => {
      const { queue, jobs } = await createLeasedJobs(["a", "b", "c"]);
      const [a, b, c] = jobs;
      const items = [
        { job: { id: "a", fence: a.fence }, action: "complete", result: { sent: true } },
        { job: { id: "b", fence: b.fence }, action: "fail", error: "no such address" },
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

    test("extend and progress take effect for the holder only", async () => {
      const { queue, clock, jobs } = await createLeasedJobs(["a"], { lease: "10s" });
      const [{ id, fence }] = jobs;
      clock.pass(5_000);
      const extended = [id, "b"].map((each) => ({ id: each, fence }));
      expect(await queue.extend(extended, "10s")).toEqual([
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
