// Settling: complete, retry, fail and release, with extensions, progress, results and `wait`.
import { describe, expect, test } from "vitest";
import { START } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of settling. */
export function declareSettleTests({ createQueue, createLeasedJobs, leaseOne }: SuiteContext): void {
  describe("settling", () => {
    test("complete stores a result and returns true once", async () => {
      const { queue, jobs } = await createLeasedJobs(["a"]);
      const [job] = jobs;
      expect(await job.complete({ sent: true, to: "ünï" })).toBe(true);
      expect(await job.complete()).toBe(false);
      expect(await queue.result("a")).toEqual({ sent: true, to: "ünï" });
      expect(await queue.wait("a", { timeout: 0 })).toEqual({ state: "done", result: { sent: true, to: "ünï" } });
      expect(await queue.explain("a")).toMatchObject({ state: "done", endedAt: START });
    });

    test("result returns nothing of an earlier job with the same id", async () => {
      const { queue, jobs } = await createLeasedJobs(["a"]);
      await jobs[0].complete("first");
      await queue.enqueue(2, { id: "a" });
      expect(await queue.result("a")).toBeUndefined();
      await (await leaseOne(queue)).complete();
      expect(await queue.result("a")).toBeUndefined();
      expect(await queue.wait("a", { timeout: 0 })).toEqual({ state: "done", result: undefined });
    });

    test("wait resolves when the job ends, with its outcome", async () => {
      const { queue } = createQueue();
      await queue.enqueueMany(["done", "cancelled", "purged"].map((id) => ({ data: 1, id })));
      const waits = ["done", "cancelled", "purged"].map((id) => queue.wait(id));
      await until(async () => (await queue.counts()).ready === 3);
      const job = await leaseOne(queue);
      await queue.cancel("cancelled");
      await queue.purge("ready");
      await job.complete("well");
      const [done, cancelled, purged] = await Promise.all(waits);
      expect(done).toEqual({ state: "done", result: "well" });
      expect(cancelled).toEqual({ state: "cancelled" });
      expect(purged).toEqual({ state: "purged" });
    });

    test("complete returns true to one of two concurrent calls", async () => {
      const [job] = (await createLeasedJobs(["a"])).jobs;
      const outcomes = await Promise.all([job.complete(), job.complete()]);
      expect(outcomes.sort()).toEqual([false, true]);
    });

    test("wait for an id that was enqueued again ignores the outcome of the earlier job", async () => {
      const { queue, jobs } = await createLeasedJobs(["done", "cancelled"]);
      await jobs[0].complete("old");
      await queue.cancel("cancelled");
      for (const id of ["done", "cancelled"]) {
        expect(await queue.wait(id, { timeout: 0 })).toMatchObject({ state: id });
        await queue.enqueue(2, { id });
        expect(await queue.wait(id, { timeout: 0 })).toEqual({ state: "timeout" });
        await (await leaseOne(queue)).complete("new");
        expect(await queue.wait(id, { timeout: 0 })).toEqual({ state: "done", result: "new" });
      }
    });

    test("complete keeps the job in a queue with retention", async () => {
      const retention = { done: { age: "1h", count: 2 } } as const;
      const { queue, clock, jobs } = await createLeasedJobs(["a", "b", "c"], { retention });
      for (const job of jobs) await job.complete();
      expect(await queue.get("c")).toMatchObject({ state: "done", data: "c", endedAt: START });
      // A complete removes the oldest jobs beyond the retained count.
      expect((await queue.list("done")).jobs.map(({ id }) => id)).toEqual(["b", "c"]);
      expect(await queue.explain("a")).toMatchObject({ state: "done" });
      clock.pass(3_600_000);
      expect(await queue.clean()).toMatchObject({ removed: 2 });
    });

    test("retry delays the job, and fails it with its last errors after the last attempt", async () => {
      const { queue, clock } = createQueue({ maxAttempts: 7, backoff: { type: "fixed", delay: "1s", jitter: 0 } });
      await queue.enqueue(1, { id: "a" });
      for (let attempt = 1; attempt <= 7; attempt++) {
        const job = await leaseOne(queue);
        expect(job.attempt).toBe(attempt);
        expect(await job.retry({ error: new Error(`no ${attempt}\n"quoted"`) })).toBe(true);
        expect((await queue.get("a"))?.state).toBe(attempt < 7 ? "delayed" : "failed");
        clock.pass(1_000);
      }
      const { errors } = (await queue.get("a")) ?? {};
      expect(errors?.map(({ message, attempt }) => [message, attempt])).toEqual(
        [3, 4, 5, 6, 7].map((attempt) => [`no ${attempt}\n"quoted"`, attempt]),
      );
    });

    test("release uses up no attempt, although the lease is counted", async () => {
      const { queue } = createQueue({ maxAttempts: 2 });
      await queue.enqueue(1, { id: "a" });
      for (let i = 0; i < 3; i++) await (await leaseOne(queue)).release();
      const job = await leaseOne(queue);
      expect(job.attempt).toBe(4);
      expect(await queue.explain(job.id)).toMatchObject({ attemptsLeft: 1 });
      await job.retry({ delay: 0 });
      await (await leaseOne(queue)).retry({ delay: 0 });
      expect((await queue.get("a"))?.state).toBe("failed");
      expect((await queue.explain("a")).why).toContain("after 2 of 2 attempts");
    });

    test("extend extends a lease, and leases a job again whose lease expired", async () => {
      const { queue, clock, jobs } = await createLeasedJobs(["a", "b"], { lease: "1s" });
      const [a, b] = jobs;
      clock.pass(500);
      expect(await a.extend("10s")).toBe(true);
      expect(a.leasedUntil).toBe(START + 10_500);
      clock.pass(600);
      expect(await queue.clean()).toMatchObject({ reclaimed: 1 });
      expect(await b.extend("10s")).toBe(true);
      expect((await queue.lease({ count: 2 })).jobs).toEqual([]);
      expect(await queue.counts()).toMatchObject({ leased: 2, ready: 0 });
    });

    test("progress stores a fraction and a note, and can extend the lease", async () => {
      const { queue } = createQueue();
      await queue.enqueue(1, { id: "a" });
      const job = await leaseOne(queue, "w");
      expect(await job.progress(0.25)).toBe(true);
      expect(await queue.get("a")).toMatchObject({ progress: { fraction: 0.25 } });
      expect(await job.progress(1, { note: "almost\nthere %1", extend: "5m" })).toBe(true);
      expect(await queue.get("a")).toMatchObject({
        progress: { fraction: 1, note: "almost\nthere %1" },
        leasedUntil: START + 300_000,
        worker: "w",
      });
    });

    test("turn settles any mix of actions and leases the next jobs in order", async () => {
      const { queue, jobs } = await createLeasedJobs(["a", "b", "c", "d"]);
      const [a, b, c, d] = jobs;
      await queue.enqueue("e", { id: "e" });
      const turned = await queue.turn({
        settle: [
          { job: a, action: "complete", result: 1 },
          { job: b, action: "retry", delay: "1h", error: "later" },
          { job: c, action: "fail", error: "never" },
          { job: d, action: "release" },
          { job: a, action: "fail" },
        ],
        lease: { count: 5, worker: "w" },
      });
      expect(turned.settled).toEqual([
        { id: "a", ok: true, state: "done" },
        { id: "b", ok: true, state: "delayed" },
        { id: "c", ok: true, state: "failed" },
        { id: "d", ok: true, state: "ready" },
        { id: "a", ok: false, reason: "completed" },
      ]);
      expect(turned.jobs.map(({ id }) => id)).toEqual(["d", "e"]);
      expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 1, leased: 2, failed: 1 });
    });

    test("turn, repeated with its idempotency key, returns the same outcomes and changes nothing", async () => {
      const { queue } = createQueue();
      await queue.enqueueMany(["a", "b"].map((id) => ({ data: id, id })));
      const job = await leaseOne(queue);
      const turn = () =>
        queue.turn({ settle: [{ job, action: "complete" }], lease: { count: 1 }, idempotencyKey: "n" });
      const first = await turn();
      const again = await turn();
      expect(again.settled).toEqual([{ id: job.id, ok: true, state: "done" }]);
      expect(again.jobs.map(({ id, fence }) => [id, fence])).toEqual(first.jobs.map(({ id, fence }) => [id, fence]));
      expect((await queue.counts()).totals).toMatchObject({ completed: 1, stale: 0, leased: 2, replayed: 1 });
    });

    test("lease fails a job whose payload cannot be decoded, and returns only the others", async () => {
      const { queue } = createQueue<unknown>({ codec: { encode: String, decode: (stored) => JSON.parse(stored) } });
      await queue.enqueueMany([
        { data: "{broken", id: "a" },
        { data: "1", id: "b" },
      ]);
      expect((await queue.lease({ count: 2 })).jobs.map(({ id }) => id)).toEqual(["b"]);
      expect(await queue.get("a")).toMatchObject({
        state: "failed",
        data: undefined,
        errors: [{ message: "the payload cannot be decoded", attempt: 1 }],
      });
    });
  });
}
