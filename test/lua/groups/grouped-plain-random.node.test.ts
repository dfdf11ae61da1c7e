// turnGroupedPlain and enqueueGroupedPlain, compared with turnGrouped and enqueueGrouped in random queues.
import { expect, test } from "vitest";
import { createRandom } from "../../../src/instruments/testing/seeded-random.ts";
import { amountOf } from "../../setup/long.ts";
import { idsOfBucket, ref } from "../kit/forms.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { enqueueGroupedBothWays, expectSameTurn, turnGroupedBothWays } from "./kit/both-ways.ts";
import { createRandomGroups } from "./kit/random-groups.ts";

const queueWith = connectQueues();
const CASES = amountOf({ usual: 30, long: 60 });
const SEEDS = [1, 2, 3];

test.each(SEEDS)(
  "turnGroupedPlain does the same as turnGrouped, or replies not_plain and changes nothing, in random queues: seed %d",
  { timeout: 60_000 },
  async (seed) => {
    const random = createRandom(seed);
    const { below, pick } = random;
    let plain = 0;
    for (let i = 0; i < CASES; i++) {
      const { state, held } = createRandomGroups(random);
      const settled = held.filter(() => below(2) === 0);
      const complete = settled.map(([id, fence]) => ref(id, fence + (below(60) === 0 ? 1 : 0)));
      const results = complete.slice(0, below(4) === 0 ? below(complete.length + 1) : 0).map((_, n) => `"${n}"`);
      const limits = pick(["", state.meta?.limits ?? ""]);
      const both = await turnGroupedBothWays(queueWith, state, {
        complete,
        results,
        count: pick([0, 1, 1, 2, 3, 8]),
        limits,
      });
      if (both[0].reply === "not_plain") {
        expect(both[0].state, `case ${i}`).toEqual(state);
        continue;
      }
      plain += 1;
      expectSameTurn(both, { before: state, label: `case ${i}` });
    }
    expect(plain).toBeGreaterThan(CASES / 3);
  },
);

test.each(SEEDS)(
  "enqueueGroupedPlain does the same as enqueueGrouped, or replies not_plain and changes nothing, in random queues: seed %d",
  { timeout: 60_000 },
  async (seed) => {
    const random = createRandom(seed);
    const { below, pick } = random;
    const ids = idsOfBucket("7", 12);
    let plain = 0;
    for (let i = 0; i < CASES; i++) {
      const { state } = createRandomGroups(random);
      const jobs = ids.slice(0, 1 + below(ids.length)).map((id) => ({
        ...{ id, payload: below(40) === 0 ? "x".repeat(2_001) : id },
        group: pick(["", "a", "b", "c c", "d", "new", "new too"]),
      }));
      const limits = pick(["", state.meta?.limits ?? ""]);
      const both = await enqueueGroupedBothWays(queueWith, state, { jobs, priority: pick([0, 5, 9]), limits });
      if (both[0].reply === "not_plain") {
        expect(both[0].state, `case ${i}`).toEqual(state);
        continue;
      }
      plain += 1;
      expect(both[0], `case ${i}`).toEqual(both[1]);
    }
    expect(plain).toBeGreaterThanOrEqual(CASES / 2);
  },
);
