// Schedules of a queue, and jobs that wait for others.
import { describe, expect, test } from "vitest";
import type { SuiteContext } from "./suite-context.ts";

const HOUR = 3_600_000;

/** Declares the tests of schedules. */
export function declareScheduleTests({ createQueue, leaseOne }: SuiteContext): void {
  describe("schedules", () => {
    test("a slot becomes a job, whose payload comes back unchanged", async () => {
      const { queue, clock } = createQueue<unknown>();
      const data = { text: "line\nbreak ü", n: 2 ** 53, list: [null, "123"] };
      const first = Math.ceil((clock.time + 1) / HOUR) * HOUR;
      expect(await queue.schedule("s:1 ü", { cron: "0 * * * *" }, { data })).toEqual({
        id: "s:1 ü",
        outcome: "created",
      });
      expect((await queue.lease()).nextWakeAt).toBe(first);
      clock.time = first;
      const job = await leaseOne(queue);
      expect(job).toMatchObject({ id: `s:1 ü:${first}`, data, schedule: { id: "s:1 ü", slot: first, reason: "due" } });
      await job.complete();
      expect((await queue.schedules()).schedules).toMatchObject([
        { id: "s:1 ü", data, runs: 1, lastRuns: [{ slot: first, outcome: "done" }] },
      ]);
    });

    test("a schedule is paused, triggered, backfilled and removed", async () => {
      const { queue, clock } = createQueue<unknown>();
      await queue.schedule("s", { every: "1h" }, { data: 1, overlap: "cancel" });
      expect(await queue.pauseSchedule("s", { note: "why" })).toBe(true);
      clock.pass(5 * HOUR);
      expect((await queue.lease()).jobs).toEqual([]);
      expect(await queue.backfill("s", { from: clock.time - 2 * HOUR, to: clock.time })).toHaveLength(2);
      expect(await queue.resumeSchedule("s")).toBe(true);
      await leaseOne(queue);
      const id = await queue.trigger("s");
      clock.pass(HOUR);
      expect((await queue.clean()).more).toBe(false);
      expect((await queue.counts()).totals).toMatchObject({ enqueued: 4, cancelled: 3 });
      expect(await queue.get(id)).toBeUndefined();
      expect(await queue.unschedule("s")).toBe(true);
      clock.pass(HOUR);
      await queue.clean();
      expect((await queue.counts()).totals.enqueued).toBe(4);
    });
  });
}

/** Declares the tests of jobs that wait for others. */
export function declareFlowTests({ createQueue, leaseOne }: SuiteContext): void {
  describe("jobs that wait for others", () => {
    test("a flow runs from its leaves to its root, which sees their outcomes", async () => {
      const { queue } = createQueue<unknown>();
      const data = { text: "line\nbreak ü" };
      await queue.enqueueFlow({
        data,
        id: "root",
        children: [
          { data: 1, id: "ä b" },
          { data: 2, id: "c" },
        ],
      });
      expect(await queue.explain("root")).toMatchObject({ waitsFor: { total: 2, ended: 0 } });
      await (await leaseOne(queue)).complete("done");
      await (await leaseOne(queue)).fail("no");
      const root = await leaseOne(queue);
      expect(root).toMatchObject({ id: "root", data });
      expect(await root.children()).toMatchObject({ total: 2, ended: 2, hasFailures: true });
    });

    test("a batch runs its callbacks once it is sealed and its jobs have ended", async () => {
      const { queue } = createQueue<unknown>();
      const batch = await queue.startBatch({ ended: { data: "e" }, succeeded: { data: "s" } });
      await batch.add([{ data: 1 }]);
      await batch.seal();
      await (await leaseOne(queue)).complete();
      const both = [await leaseOne(queue), await leaseOne(queue)];
      expect(both.map((job) => job.data).sort()).toEqual(["e", "s"]);
      expect(await batch.progress()).toMatchObject({ total: 1, ended: 1, hasFailures: false });
    });
  });
}
