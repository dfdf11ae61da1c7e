// Fences: the current holder settles a job, and every other caller gets the reason for its refusal.
import { describe, expect, test } from "vitest";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of fences. */
export function declareFenceTests({ createLeasedJobs, leaseOne }: SuiteContext): void {
  describe("a fence", () => {
    test("allows the holder of an expired lease to settle until the job is leased again", async () => {
      const { queue, clock, jobs } = await createLeasedJobs(["a", "b"], { lease: "1s" });
      const [a, b] = jobs;
      clock.pass(1_000);
      // Reclaims both jobs, and leases `a` again.
      const again = await leaseOne(queue);
      expect(again.id).toBe("a");
      expect(await a.complete()).toBe(false);
      expect(a.lost).toBe("leased_again");
      expect(await b.complete()).toBe(true);
      expect(await again.complete()).toBe(true);
      expect(await queue.counts()).toMatchObject({ ready: 0, leased: 0, totals: { completed: 2, stale: 1 } });
    });

    test("is refused with the reason `completed`, `cancelled`, `failed`, `released` or `unknown`", async () => {
      const { queue, jobs } = await createLeasedJobs(["a", "b", "c", "d"]);
      const [a, b, c, d] = jobs;
      await a.complete();
      await queue.cancel("b");
      await c.fail(new Error("no"));
      await d.release();
      for (const [job, reason] of [
        [a, "completed"],
        [b, "cancelled"],
        [c, "failed"],
        [d, "released"],
      ] as const) {
        expect([await job.complete(), job.lost]).toEqual([false, reason]);
        expect([await job.retry(), job.lost]).toEqual([false, reason]);
        expect([await job.fail("x"), job.lost]).toEqual([false, reason]);
        expect([await job.release(), job.lost]).toEqual([false, reason]);
        expect([await job.extend("1m"), job.lost]).toEqual([false, reason]);
        expect([await job.progress(0.5), job.lost]).toEqual([false, reason]);
      }
      const unknown = { id: "unknown", fence: a.fence + 1_000_000 };
      const { settled } = await queue.turn({ settle: [{ job: unknown, action: "complete" }] });
      expect(settled).toEqual([{ id: "unknown", ok: false, reason: "unknown" }]);
    });

    test("of an earlier job with the same id does not settle the new job", async () => {
      const { queue, clock, jobs } = await createLeasedJobs(["a"], { lease: "1s" });
      const [stale] = jobs;
      clock.pass(1_000);
      await (await leaseOne(queue)).complete();
      await queue.enqueue(2, { id: "a" });
      expect(await stale.complete()).toBe(false);
      expect((await leaseOne(queue)).data).toBe(2);
      expect(await stale.complete()).toBe(false);
      expect(await queue.counts()).toMatchObject({ leased: 1 });
    });

    test("continues to rise when the queue is destroyed and created again", async () => {
      const { queue, clock, jobs } = await createLeasedJobs(["a"]);
      const [before] = jobs;
      await queue.destroy();
      clock.pass(1);
      await queue.enqueue(2, { id: "a" });
      const after = await leaseOne(queue);
      expect(after.fence).toBeGreaterThan(before.fence);
      expect(await before.complete()).toBe(false);
      expect(await after.complete()).toBe(true);
    });
  });
}
