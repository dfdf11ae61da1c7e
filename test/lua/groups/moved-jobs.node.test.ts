// Operations that move jobs in other ways than a lease does: each leaves the right numbers in their groups.
import { expect, test } from "vitest";
import { cancel, cancelGroup, clean, failWorker, promote, purge, redrive } from "../../../src/engine/all-scripts.ts";
import { byId, head, omit, record, run } from "../kit/forms.ts";
import { blockedAt, group, holders, limits, lines, member } from "../kit/groups/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { due, LEASE_END, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const ids = ["held", "retry", "failed", "b1", "b2", "later"] as const;

/**
 * Three groups that are ordered, and stopped by a failed job: "held" has a leased job, "retry" one that waits for its retry,
 * and "failed" a failed one. Behind each a job is blocked, two in the first. A delayed job of the first is not due.
 */
const ordered: State = {
  delayed: { retry: due(START + 5_000), later: due(START + 9_000) },
  blocked: { b1: blockedAt(1), b2: blockedAt(1, 1), r1: blockedAt(2), f1: blockedAt(3) },
  leased: { held: LEASE_END },
  failed: { failed: START - 5 },
  jobs: byId([...ids, "r1", "f1"], (_, i) => record(place(i))),
  runs: {
    held: run("L", tick(7), { place: place(0) }),
    retry: run("W", tick(8), { place: place(0, 5, { time: START + 5_000 }) }),
    failed: run("F", tick(9), { place: place(2) }),
  },
  members: {
    held: member("held"),
    retry: member("retry", { mark: "h" }),
    failed: member("failed", { mark: "h" }),
    ...{ b1: member("held"), b2: member("held"), later: member("held"), r1: member("retry"), f1: member("failed") },
  },
  groups: {
    held: group({ held: 1, number: 1, back: 2 }),
    retry: group({ held: 1, number: 2, back: 1 }),
    failed: group({ held: 1, number: 3, back: 1 }),
  },
  holders: holders({ held: ["held"], retry: ["retry"], failed: ["failed"] }),
  lines: lines({ 1: "held", 2: "retry", 3: "failed" }),
  meta: {
    head: head({ flags: "g", due: START + 5_000, runs: 11, enqueued: 8, leased: 3 }),
    limits: limits("s - - - -"),
  },
};
/** The parts about groups. */
const partsOf = ({
  ready,
  delayed,
  blocked,
  leased,
  failed,
  members,
  groups,
  holders: held,
  lines: numbers,
}: State) => ({
  ...{ ready, delayed, blocked, leased, failed, members, groups, holders: held },
  lines: numbers,
});

/** Runs an operation on the groups, and expects the parts about groups to differ from those before in `changes`. */
async function expectChanges(operate: (queue: TestQueue) => Promise<string[]>, reply: string[], changes: State) {
  const queue = await queueWith(ordered);
  expect(await operate(queue)).toEqual(["ok", ...reply]);
  expect(partsOf(await queue.state())).toEqual({ ...partsOf(ordered), ...changes });
}

const headOf = (id: string, parts: Parameters<typeof group>[0]) => group({ head: id, ...parts });

test("cancel of a held job lets the next one go", () =>
  expectChanges((queue) => queue.call(cancel, { ids: ["held"] }), ["l"], {
    ready: { b1: place(101) },
    blocked: omit(ordered.blocked, "b1"),
    leased: undefined,
    members: omit(ordered.members, "held"),
    groups: { ...ordered.groups, held: headOf("b1", { number: 1, back: 2 }) },
    holders: omit(ordered.holders, "held\0held"),
  } as unknown as State));

test("cancel of a job that waits for its retry, and of a failed one that stops its group, lets the next ones go", () =>
  expectChanges((queue) => queue.call(cancel, { ids: ["retry", "failed"] }), ["df"], {
    ready: { r1: place(101), f1: place(102) },
    blocked: omit(ordered.blocked, "r1", "f1"),
    delayed: omit(ordered.delayed, "retry"),
    failed: undefined,
    members: omit(ordered.members, "retry", "failed"),
    groups: {
      held: ordered.groups?.held ?? "",
      retry: headOf("r1", { number: 2, back: 1 }),
      failed: headOf("f1", { number: 3, back: 1 }),
    },
    holders: holders({ held: ["held"] }),
  } as unknown as State));

test("cancel of blocked jobs leaves their groups as they are, with their numbers", () =>
  expectChanges((queue) => queue.call(cancel, { ids: ["b1", "f1"] }), ["bb"], {
    blocked: omit(ordered.blocked, "b1", "f1"),
    members: omit(ordered.members, "b1", "f1"),
  }));

test("purge of blocked jobs leaves their groups as they are, with their numbers", () =>
  expectChanges(
    (queue) => queue.call(purge, { state: "blocked", set: "blocked", total: "purged", letter: "P" }),
    ["4 0"],
    {
      blocked: undefined,
      members: omit(ordered.members, "b1", "b2", "r1", "f1"),
    } as unknown as State,
  ));

test("purge of failed jobs lets the groups go on that they have stopped", () =>
  expectChanges(
    (queue) => queue.call(purge, { state: "failed", set: "failed", total: "purged", letter: "P" }),
    ["1 0"],
    {
      ready: { f1: place(101) },
      blocked: omit(ordered.blocked, "f1"),
      failed: undefined,
      members: omit(ordered.members, "failed"),
      groups: { ...ordered.groups, failed: headOf("f1", { number: 3, back: 1 }) },
      holders: omit(ordered.holders, "failed\0failed"),
    } as unknown as State,
  ));

test("a redriven job that has stopped its group is ready before the blocked ones", () =>
  expectChanges((queue) => queue.call(redrive, { ids: ["failed"] }), ["1 0"], {
    ready: { failed: place(101) },
    failed: undefined,
    members: { ...ordered.members, failed: member("failed") },
    groups: { ...ordered.groups, failed: headOf("failed", { number: 3, back: 1 }) },
    holders: omit(ordered.holders, "failed\0failed"),
  } as unknown as State));

test("a promoted retry is ready, and another promoted job is blocked behind its group", () =>
  expectChanges((queue) => queue.call(promote, { ids: ["later", "retry"] }), ["dd"], {
    ready: { retry: place(102) },
    delayed: undefined,
    blocked: { ...ordered.blocked, later: blockedAt(1, 2) },
    members: { ...ordered.members, retry: member("retry") },
    groups: {
      ...ordered.groups,
      held: group({ held: 1, number: 1, back: 3 }),
      retry: headOf("retry", { number: 2, back: 1 }),
    },
    holders: omit(ordered.holders, "retry\0retry"),
  } as unknown as State));

test("failWorker returns the jobs of a worker to the line before the blocked ones", () =>
  expectChanges((queue) => queue.call(failWorker, { worker: "w" }), ["1", "-"], {
    ready: { held: place(0) },
    leased: undefined,
    groups: { ...ordered.groups, held: headOf("held", { number: 1, back: 2 }) },
    holders: omit(ordered.holders, "held\0held"),
  } as unknown as State));

test("cancelGroup removes the held, the next and the blocked jobs of one group, and no others", async () => {
  const call = (name: string, limit: number) => (queue: TestQueue) => queue.call(cancelGroup, { group: name, limit });
  await expectChanges(call("held", 10), ["3 1"], {
    leased: undefined,
    blocked: omit(ordered.blocked, "b1", "b2"),
    members: omit(ordered.members, "held", "b1", "b2"),
    groups: omit(ordered.groups, "held"),
    holders: omit(ordered.holders, "held\0held"),
    lines: lines({ 2: "retry", 3: "failed" }, 3),
  } as unknown as State);
  await expectChanges(call("failed", 10), ["2 1"], {
    failed: undefined,
    blocked: omit(ordered.blocked, "f1"),
    members: omit(ordered.members, "failed", "f1"),
    groups: omit(ordered.groups, "failed"),
    holders: omit(ordered.holders, "failed\0failed"),
    lines: lines({ 1: "held", 2: "retry" }, 3),
  } as unknown as State);
  await expectChanges(call("unknown", 10), ["0 0"], {});
});

test("a clean returns an expired lease before the blocked jobs, and lets a group go on whose job fails by it", async () => {
  const expiring = (max: number): State => ({
    ...ordered,
    leased: { held: START - 1 },
    runs: { ...ordered.runs, held: run("L", tick(7), { place: place(0), max }) },
    meta: { ...ordered.meta, head: head({ flags: "g", due: START - 1, runs: 11, enqueued: 8, leased: 3 }) },
  });
  const returned = await queueWith(expiring(5));
  await returned.call(clean, {});
  expect(await returned.state()).toMatchObject({
    ready: { held: place(0) },
    groups: { held: headOf("held", { number: 1, back: 2 }) },
  });
  const stopped = await queueWith(expiring(1));
  await stopped.call(clean, {});
  expect(await stopped.state()).toMatchObject({
    members: { held: member("held", { mark: "h" }) },
    groups: { held: ordered.groups?.held },
  });
  const goesOn = await queueWith({ ...expiring(1), meta: { ...expiring(1).meta, limits: limits("o - - - -") } });
  await goesOn.call(clean, {});
  expect(await goesOn.state()).toMatchObject({
    ready: { b1: place(101) },
    failed: { held: START },
    groups: { held: headOf("b1", { number: 1, back: 2 }) },
  });
});

test("an expired blocked job leaves its group", async () => {
  const queue = await queueWith({
    ...ordered,
    expiring: { b1: START - 1, f1: START + 1 },
    meta: { ...ordered.meta, head: head({ flags: "g", due: START - 1, runs: 11, enqueued: 8, leased: 3 }) },
  });
  await queue.call(clean, {});
  const state = await queue.state();
  expect(state).toMatchObject({ groups: { held: group({ held: 1, number: 1, back: 2 }) } });
  expect(state.blocked).toEqual(omit(ordered.blocked, "b1"));
  expect(state.members).toEqual(omit(ordered.members, "b1"));
});
