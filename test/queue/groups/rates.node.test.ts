// The exactness of rates over ten minutes of simulated time, with a backlog: no window may have more than limit and burst, and
// hardly a token may be lost. `npm run bench:groups` prints the figures.
import { expect, test } from "vitest";
import { RATE_CASES } from "../../../scripts/bench/measurements/groups/rate-cases.ts";
import { simulateRates } from "../../../scripts/bench/measurements/groups/rate-simulation.ts";
import { createRandom } from "../../../src/instruments/testing/seeded-random.ts";
import { useGroupQueues } from "./kit/group-queue.ts";

const createGroups = useGroupQueues();

test.each(RATE_CASES.map((rates) => [rates.name, rates] as const))(
  "in ten minutes, a rate of %s is never exceeded, and used",
  async (name, rates) => {
    const { queue, clock } = createGroups({
      ...(rates.group && { groups: { rate: rates.group } }),
      ...(rates.queue && { rate: rates.queue }),
    });
    const largestCost = Math.max(...(rates.costs ?? [1]));
    const uses = await simulateRates(queue, { clock, random: createRandom(name), rates });
    for (const { rate, used, allowed, largest, bound, excess } of uses) {
      // A job that costs more than the burst starts with a full bucket, and then has to be paid for.
      const overdraft = Math.max(0, largestCost - rate.burst);
      expect(largest).toBeLessThanOrEqual(bound + overdraft);
      expect(excess).toBeLessThanOrEqual(overdraft + 0.01);
      expect(used).toBeLessThanOrEqual(allowed + overdraft);
    }
    // With two rates, only the tighter one is used up.
    expect(Math.max(...uses.map(({ used, allowed }) => used / allowed))).toBeGreaterThanOrEqual(0.99);
    if (!rates.queue) for (const { used, allowed } of uses) expect(used / allowed).toBeGreaterThanOrEqual(0.99);
  },
  // Thousands of requests.
  60_000,
);

test.each([3, 7, 9, 11, 90, 700])("a full bucket has all of its tokens at %i a minute", async (limit) => {
  const { queue, clock, lease } = createGroups({ rate: { limit, per: "1m", burst: 10 } });
  await queue.enqueueMany(Array.from({ length: 30 }, () => ({ data: "x" })));
  expect(await lease()).toHaveLength(10);
  expect(await lease()).toEqual([]);
  clock.pass(600_000);
  for (let n = 1; n <= 10; n++) expect(await lease({ count: 1 })).toHaveLength(1);
  expect(await lease()).toEqual([]);
});

test("a rate states no time as long as it lets a job start", async () => {
  const rate = { limit: 7, per: "1m", burst: 2 } as const;
  const { queue, lease } = createGroups({ groups: { rate }, rate });
  const jobs = await queue.enqueueMany(["a", "b", "c"].map((id) => ({ data: id, id, group: "g" })));
  expect(jobs).toHaveLength(3);
  expect(await lease({ count: 1 })).toHaveLength(1);
  expect(await queue.group("g")).not.toHaveProperty("limitedUntil");
  expect(await queue.explain("b")).not.toHaveProperty("heldBackBy");
  expect(await lease({ count: 1 })).toHaveLength(1);
  expect(await queue.group("g")).toHaveProperty("limitedUntil");
});
