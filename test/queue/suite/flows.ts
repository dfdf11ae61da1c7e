// Jobs that wait for others.
import { describe, expect, test } from "vitest";
import type { SuiteContext } from "./suite-context.ts";

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
