// deepClean: followers whose jobs have ended or are gone become jobs, and others stay.
import { expect, test } from "vitest";
import { deepClean } from "../../../src/engine/all-scripts.ts";
import { refuseWrites } from "../kit/adapters.ts";
import { auditRound, HEALTHY, TOTALS } from "../kit/deep-cleaning.ts";
import { follower, type HeadParts, head, omit, record } from "../kit/forms.ts";
import type { Fields, State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, place, START } from "../kit/times.ts";

const queueWith = connectQueues();
/** A follower that is due at once, and the place that it gets. */
const AT_ONCE = follower("[1]", { priority: 4 });
const FIRST = 3_600_000_000_000_000;
const LATER = follower("[1]", { priority: 4, dueAt: START + 5, expiresAt: START + 9_000 });

/** Returns the healthy queue with followers, other parts, and another head. */
const withFollowers = (followers: Fields, parts: State = {}, headParts: HeadParts = {}): State => {
  const runs = 6 + Object.keys(followers).length;
  return {
    ...HEALTHY,
    ...(Object.keys(followers).length > 0 ? { followers } : {}),
    ...parts,
    meta: { head: head({ flags: "f", ...TOTALS, runs, ...headParts }), ...parts.meta },
  };
};
const AUDITED = { meta: { audit: "1 0" } };

test("deepClean leaves the followers of waiting and of leased jobs", async () => {
  const before = withFollowers({ l: AT_ONCE, back: LATER, r: AT_ONCE });
  const queue = await queueWith(before);
  expect(await auditRound(queue)).toMatch(/^\d+ 0 0 0 0 0$/);
  expect(await queue.state()).toEqual(withFollowers(before.followers ?? {}, AUDITED));
});

test("deepClean makes the follower of a job without a record ready", async () => {
  const jobs = omit(HEALTHY.jobs, "l");
  const queue = await queueWith(withFollowers({ l: AT_ONCE, back: LATER }, { jobs }));
  expect(await auditRound(queue)).toMatch(/^\d+ 1 0 1 0 0$/);
  const after = {
    ...AUDITED,
    ready: { ...HEALTHY.ready, l: FIRST },
    jobs: { ...jobs, l: AT_ONCE },
    runs: omit(HEALTHY.runs, "l"),
  };
  expect(await queue.state()).toEqual(omit(withFollowers({ back: LATER }, after, { runs: 6 }), "leased"));
  expect(await auditRound(queue)).toMatch(/^\d+ 0 0 0 0 0$/);
});

test("deepClean makes a follower without any job delayed until it is due, even if the queue has lost its flag", async () => {
  const before = withFollowers({ x: LATER }, {}, { flags: "" });
  const queue = await queueWith(before);
  expect(await auditRound(queue)).toMatch(/^\d+ 1 0 0 0 1$/);
  const after = {
    ...AUDITED,
    delayed: { ...HEALTHY.delayed, x: due(START + 5, 4) },
    expiring: { ...HEALTHY.expiring, x: START + 9_000 },
    jobs: { ...HEALTHY.jobs, x: LATER },
  };
  expect(await queue.state()).toEqual(withFollowers({}, after, { enqueued: 10, due: START + 5 }));
});

test.each<["f" | "o", "failed" | "done", counters: number, enqueued: number]>([
  ["f", "failed", 0, 9],
  ["o", "done", 1, 10],
])("deepClean puts a follower in the place of its job %s, which is %s", async (id, state, counters, enqueued) => {
  const queue = await queueWith(withFollowers({ [id]: AT_ONCE }));
  expect(await auditRound(queue)).toMatch(new RegExp(`^\\d+ 1 0 0 0 ${counters}$`));
  const after = {
    ...AUDITED,
    ready: { ...HEALTHY.ready, [id]: FIRST },
    jobs: { ...HEALTHY.jobs, [id]: AT_ONCE },
    runs: omit(HEALTHY.runs, id),
  };
  expect(await queue.state()).toEqual(omit(withFollowers({}, after, { runs: 5, enqueued }), state));
});

test("deepClean restores the state of a job that has lost it, and leaves its follower", async () => {
  const jobs = { ...HEALTHY.jobs, x: record(place(60), "x") };
  const before = withFollowers({ x: AT_ONCE }, { jobs }, { enqueued: 10 });
  const queue = await queueWith(before);
  expect(await auditRound(queue)).toMatch(/^\d+ 1 0 0 0 0$/);
  const after = { ...AUDITED, jobs, ready: { ...HEALTHY.ready, x: place(60) } };
  expect(await queue.state()).toEqual(withFollowers({ x: AT_ONCE }, after, { enqueued: 10 }));
});

test("deepClean loses no follower if its write is refused, and repairs it later", async () => {
  const before = withFollowers({ f: AT_ONCE });
  const queue = await queueWith(before);
  await queue.through(refuseWrites("n==1")).call(deepClean, { limit: 1_000, begins: 1 });
  const { followers, failed, jobs } = await queue.state();
  expect([followers, failed, jobs]).toEqual([before.followers, before.failed, before.jobs]);
  expect(await auditRound(queue)).toMatch(/^\d+ 1 0 0 0 0$/);
});

test("deepClean notes a large follower in the flags", async () => {
  const large = follower("x".repeat(2_200));
  const queue = await queueWith(withFollowers({ l: large }, {}, { flags: "" }));
  await auditRound(queue, 7);
  expect((await queue.state()).meta?.head).toMatch(/^2 (lf|fl) /);
});
