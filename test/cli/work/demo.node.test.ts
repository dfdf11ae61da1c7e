// A small run of the demo of `leasehold work`; `npm run test:work` runs the large one.
import { expect, inject, test } from "vitest";
import { runDemo } from "../../../scripts/work/demo.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";

test("killed, hanging and lost processes lose no job, and each is completed once", async () => {
  const { totals, faults } = await runDemo({
    redisUrl: inject("redisUrl"),
    prefix: testPrefix(),
    queue: freshName(),
    jobs: 500,
    within: 60_000,
  });
  expect(faults).toEqual([]);
  expect(totals.completed).toBe(500);
}, 90_000);
