// The order in which jobs are leased.
import { describe, expect, test } from "vitest";
import type { Job } from "../../../src/index.ts";
import { START } from "../../setup/queue.ts";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of the order of jobs. */
export function declareOrderTests({ createQueue }: SuiteContext): void {
  describe("the order of jobs", () => {
    test("is first in, first out within a priority, and priority 0 comes before 9", async () => {
      const { queue } = createQueue();
      const priorities = { a: 5, b: 9, c: 0, d: 5, e: 0 };
      for (const [id, priority] of Object.entries(priorities)) await queue.enqueue(id, { id, priority });
      expect((await queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["c", "e", "a", "d", "b"]);
    });

    test("is kept by a release and by an expired lease, but not by a retry", async () => {
      const { queue, clock } = createQueue({ lease: "10s" });
      await queue.enqueueMany(["a", "b", "c", "d"].map((id) => ({ data: id, id })));
      const { jobs } = await queue.lease({ count: 3 });
      const [a, b] = jobs as [Job<unknown>, Job<unknown>, Job<unknown>];
      await a.release();
      await b.retry({ delay: 0 });
      clock.pass(10_000);
      expect((await queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["a", "c", "d", "b"]);
    });

    test("follows the priority of a delayed job once it is due", async () => {
      const { queue, clock } = createQueue();
      await queue.enqueue("later", { id: "later", delay: "1s", priority: 0 });
      await queue.enqueue("at", { id: "at", at: START + 500, priority: 7 });
      await queue.enqueue("now", { id: "now" });
      expect(await queue.counts()).toMatchObject({ ready: 1, delayed: 2 });
      expect(await queue.get("later")).toMatchObject({ state: "delayed", dueAt: START + 1_000 });
      clock.pass(1_000);
      expect((await queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["later", "now", "at"]);
    });
  });
}
