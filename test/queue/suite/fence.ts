// Who may settle a job, and what the others are told.
import { describe, expect, test } from "vitest";
import type { Job } from "../../../src/index.ts";
import type { Kit } from "./kit.ts";

export function fenceTests({ make, leaseOne }: Kit): void {
  describe("a fence", () => {
    test("lets a holder settle whose lease ran out, until somebody else has leased the job", async () => {
      const { queue, clock } = make({ lease: "1s" });
      await queue.enqueueMany([
        { data: 1, id: "a" },
        { data: 2, id: "b" },
      ]);
      const { jobs } = await queue.lease({ count: 2 });
      const [a, b] = jobs as [Job<unknown>, Job<unknown>];
      clock.pass(1_000);
      // Takes both back, and leases a again.
      const again = await leaseOne(queue);
      expect(again.id).toBe("a");
      expect(await a.complete()).toBe(false);
      expect(a.lost).toBe("leased_again");
      expect(await b.complete()).toBe(true);
      expect(await again.complete()).toBe(true);
      expect(await queue.counts()).toMatchObject({ ready: 0, leased: 0, totals: { completed: 2, stale: 1 } });
    });

    test("is stale with the reason: completed, cancelled, failed, released, unknown", async () => {
      const { queue } = make();
      await queue.enqueueMany(["a", "b", "c", "d"].map((id) => ({ data: id, id })));
      const { jobs } = await queue.lease({ count: 4 });
      const [a, b, c, d] = jobs as [Job<unknown>, Job<unknown>, Job<unknown>, Job<unknown>];
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
      const stranger = { id: "nobody", fence: a.fence + 1_000_000 };
      const { settled } = await queue.turn({ settle: [{ job: stranger, action: "complete" }] });
      expect(settled).toEqual([{ id: "nobody", ok: false, reason: "unknown" }]);
    });

    test("of a job that was enqueued again under its id does not fit the new one", async () => {
      const { queue, clock } = make({ lease: "1s" });
      await queue.enqueue(1, { id: "a" });
      const zombie = await leaseOne(queue);
      clock.pass(1_000);
      await (await leaseOne(queue)).complete();
      await queue.enqueue(2, { id: "a" });
      expect(await zombie.complete()).toBe(false);
      expect((await leaseOne(queue)).data).toBe(2);
      expect(await zombie.complete()).toBe(false);
      expect(await queue.counts()).toMatchObject({ leased: 1 });
    });

    test("goes on rising when the queue is destroyed and made again", async () => {
      const { queue, clock } = make();
      await queue.enqueue(1, { id: "a" });
      const before = await leaseOne(queue);
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
