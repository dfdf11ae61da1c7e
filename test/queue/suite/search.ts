// Searches, bulk operations and the history of a queue.
import { describe, expect, test } from "vitest";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of searches, bulk operations and the history. */
export function declareSearchTests({ createQueue, leaseOne }: SuiteContext): void {
  describe("searches and history", () => {
    test("search finds jobs by a field of their payloads, also if they contain characters of JSON and of other alphabets", async () => {
      const { queue } = createQueue<{ to: string; n: number }>();
      const texts = ['"quoted" \\ ü', "ünï", "plain"];
      await queue.enqueueMany(texts.map((to, n) => ({ data: { to, n }, id: `j${n}` })));
      for (const [n, to] of texts.entries()) {
        const { jobs } = await queue.search({ state: "ready", data: [{ path: "to", is: to }] });
        expect(jobs.map(({ id }) => id)).toEqual([`j${n}`]);
      }
    });

    test("a bulk operation redrives the jobs that match, with a change that keeps large numbers", async () => {
      const { queue } = createQueue<unknown>({ maxAttempts: 1 });
      await queue.enqueueMany(["a", "b"].map((name) => ({ data: { name, n: 2 ** 53 }, id: name })));
      for (let i = 0; i < 2; i++) await (await leaseOne(queue)).fail(new Error("no"));
      const filter = { state: "failed", data: [{ path: "name", is: "a" }] } as const;
      const { id } = await queue.startBulk({ operation: "redrive", filter, change: { data: { name: "c" } } });
      expect(await queue.continueBulk(id)).toMatchObject({ status: "finished", matched: 1, changed: 1 });
      expect(await queue.bulkOperations()).toMatchObject([{ id, status: "finished" }]);
      expect((await leaseOne(queue)).data).toEqual({ name: "c", n: 2 ** 53 });
    });

    test("the history has the jobs that were completed between two cleans, and their latencies", async () => {
      const { queue, clock } = createQueue();
      await queue.enqueue(1);
      await queue.clean();
      clock.pass(60_000);
      const job = await leaseOne(queue);
      clock.pass(1_000);
      await job.complete();
      await queue.clean();
      const { samples } = await queue.history();
      expect(samples).toMatchObject([{ totals: { completed: 1 }, waits: { count: 1 }, runTimes: { count: 1 } }]);
    });
  });
}
