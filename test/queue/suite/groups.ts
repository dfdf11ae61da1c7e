// Groups and limits of a queue.
import { describe, expect, test } from "vitest";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of groups and limits. */
export function declareGroupTests({ createQueue, leaseOne }: SuiteContext): void {
  describe("groups and limits", () => {
    test("one job of each group is held at a time, in the order of the group", async () => {
      const { queue } = createQueue<string>({ groups: { concurrency: 1 } });
      await queue.enqueue("x1", { group: "x" });
      await queue.enqueueMany(["x2", "y ü"].map((data) => ({ data, group: data.slice(0, 1) })));
      const { jobs } = await queue.lease({ count: 3 });
      expect(jobs.map(({ data, group }) => [data, group])).toEqual([
        ["x1", "x"],
        ["y ü", "y"],
      ]);
      expect(await queue.group("x")).toMatchObject({ held: 1, blocked: 1 });
      const turn = await queue.turn({
        settle: jobs.map((job) => ({ job, action: "complete" as const })),
        lease: { count: 3 },
      });
      expect(turn.jobs.map(({ data }) => data)).toEqual(["x2"]);
      await turn.jobs[0]?.complete();
      expect(await queue.counts()).toMatchObject({ blocked: 0, totals: { completed: 3 } });
    });

    test("a group is paused, and its jobs are cancelled", async () => {
      const { queue } = createQueue<number>();
      await queue.setGroup("x", { paused: true });
      await queue.enqueueMany([1, 2, 3].map((data) => ({ data, id: `j${data}`, group: data === 3 ? "y" : "x" })));
      expect((await leaseOne(queue)).group).toBe("y");
      expect((await queue.groups({ blocked: true })).groups).toMatchObject([{ name: "x", blocked: 2, paused: true }]);
      expect(await queue.cancelGroup("x")).toBe(2);
    });

    test("the limits of a queue are replaced, and hold at once", async () => {
      const { queue } = createQueue<number>();
      await queue.enqueueMany([1, 2, 3].map((data) => ({ data })));
      await queue.setLimits({ concurrency: 2 });
      expect((await queue.lease({ count: 3 })).jobs).toHaveLength(2);
      expect(await queue.limits()).toMatchObject({ concurrency: 2 });
    });
  });
}
