// turnGrouped: jobs that return to their groups, or that a lease must not start.
import { expect, test } from "vitest";
import { turnGrouped } from "../../../src/engine/all-scripts.ts";
import { head, record, run } from "../kit/forms.ts";
import { blockedAt, group, holders, limits, member, turnWith } from "../kit/groups/forms.ts";
import { groupParts, heldGroupState } from "../kit/groups/states.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { LEASE_END, place, tick } from "../kit/times.ts";

const queueWith = connectQueues();

/** Leases up to 10 jobs. Resolves with their ids. */
async function leaseIds(queue: TestQueue, options: Parameters<typeof turnWith>[2] = {}): Promise<string[]> {
  const [, , , ...rest] = await queue.call(turnGrouped, { count: 10, ...options });
  const ids = rest.filter((line) => !/^H|^\d{16}/.test(line));
  return ids.map((id) => id.replace(/^\d*\t/, "").replace(/\t.*$/, ""));
}

/** A group that holds a job and has a head, with a blocked job behind it. */
const heldAndLined: State = {
  ...heldGroupState("- 2 - - -"),
  ready: { b: place(2) },
  blocked: { c: blockedAt(3) },
  jobs: { a: record(place(1)), b: record(place(2)), c: record(place(3)) },
  members: { a: member(), b: member(), c: member() },
  groups: { g: group({ held: 1, number: 3, back: 1, head: "b" }) },
};

test("a head that its group may no longer start is blocked again before the others", async () => {
  const lowered: State = { ...heldAndLined, meta: { ...heldAndLined.meta, limits: limits("- 1 - - -") } };
  const queue = await queueWith(lowered);
  expect(await leaseIds(queue)).toEqual([]);
  expect(groupParts(await queue.state())).toEqual({
    ...groupParts(lowered),
    ready: undefined,
    blocked: { b: blockedAt(3, -1), c: blockedAt(3) },
    groups: { g: group({ held: 1, number: 3, back: 1 }) },
  });
});

test.each<[title: string, priority: number, returned: number]>([
  ["of the same priority", 5, blockedAt(3, -1)],
  ["of another priority", 4, blockedAt(3, -1, 4)],
])("a job that returns to a group with a head is blocked before the others %s", async (_, priority, returned) => {
  const run1 = run("L", tick(7), { place: place(1, priority) });
  const queue = await queueWith({ ...heldAndLined, runs: { a: run1 } });
  await turnWith(queue, [["release", "a", tick(7)]]);
  expect(groupParts(await queue.state())).toEqual({
    ...groupParts(heldAndLined),
    blocked: { a: returned, c: blockedAt(3) },
    groups: { g: group({ number: 3, back: 1, head: "b" }) },
    holders: undefined,
  });
});

test("jobs that return together are blocked in the order of their places", async () => {
  const queue = await queueWith({
    ...heldAndLined,
    leased: { a: LEASE_END, d: LEASE_END },
    jobs: { ...heldAndLined.jobs, d: record(place(1)) },
    runs: { a: run("L", tick(7), { place: place(1) }), d: run("L", tick(8), { place: place(0) }) },
    members: { ...heldAndLined.members, d: member() },
    groups: { g: group({ held: 2, number: 3, back: 1, head: "b" }) },
    holders: holders({ g: ["a", "d"] }),
    meta: { ...heldAndLined.meta, head: head({ flags: "g", due: LEASE_END, runs: 6, enqueued: 4, leased: 2 }) },
  });
  await turnWith(queue, [
    ["release", "a", tick(7)],
    ["release", "d", tick(8)],
  ]);
  expect(await queue.state()).toMatchObject({
    ready: { b: place(2) },
    blocked: { d: blockedAt(3, -2), a: blockedAt(3, -1), c: blockedAt(3) },
    groups: { g: group({ number: 3, back: 1, head: "b" }) },
  });
});
