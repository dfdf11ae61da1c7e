// A small crowd of workers in Python on the pipes of three `leasehold stdio`; `npm run test:stdio` runs a large one.
import { expect, inject, test } from "vitest";
import { runCrowd } from "../../../scripts/stdio/crowd.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";

test("each job of a crowd that misbehaves is finished once, and processes that are killed lose nothing", async () => {
  const { totals, faults, ...counts } = await runCrowd({
    redisUrl: inject("redisUrl"),
    prefix: testPrefix(),
    queue: freshName(),
    jobs: 100,
    processes: 3,
    workers: 5,
    tick: 800,
    misbehaving: 0.1,
    killEvery: 8_000,
    seed: 1,
    within: 60_000,
  });
  expect(faults).toEqual([]);
  expect(totals.completed).toBe(100);
  expect(counts.compared).toBeGreaterThan(0);
  expect(counts.late).toBeGreaterThan(0);
}, 90_000);
