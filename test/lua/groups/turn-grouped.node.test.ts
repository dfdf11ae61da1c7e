// turnGrouped: settles and leases jobs of a queue with groups or limits.
import { expect, test } from "vitest";
import { turn, turnGrouped, turnPlain } from "../../../src/engine/all-scripts.ts";
import { byId, head, omit, record, ref, run } from "../kit/forms.ts";
import { blockedAt, group, holders, limits, lines, member, turnWith } from "../kit/groups/forms.ts";
import { groupParts, heldGroupState } from "../kit/groups/states.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { due, LEASE_END, place, START, tick } from "../kit/times.ts";
import { stateWithoutNotes } from "../kit/turns.ts";

const queueWith = connectQueues();

/** Leases up to 10 jobs. Resolves with their ids. */
async function leaseIds(queue: TestQueue, options: Parameters<typeof turnWith>[2] = {}): Promise<string[]> {
  const [, , , ...rest] = await queue.call(turnGrouped, { count: 10, ...options });
  const ids = rest.filter((line) => !/^H|^\d{16}/.test(line));
  return ids.map((id) => id.replace(/^\d*\t/, "").replace(/\t.*$/, ""));
}

/** A group with a head and three blocked jobs. */
const lined: State = {
  ready: { a: place(1), z: place(9) },
  blocked: { b: blockedAt(3, 1), c: blockedAt(3, 2), d: blockedAt(3, 0, 7) },
  jobs: { a: record(place(1)), b: record(place(2)), c: record(place(3)), d: record(place(4, 7)), z: record(place(9)) },
  members: { a: member(), b: member(), c: member(), d: member() },
  groups: { g: group({ number: 3, back: 3, head: "a" }) },
  lines: lines({ 3: "g" }),
  meta: { head: head({ flags: "g", runs: 4, enqueued: 5 }), limits: limits("- 2 - - -") },
};

test("a lease takes several jobs of a group up to its concurrency, others of the same priority between them", async () => {
  const queue = await queueWith(lined);
  expect(await leaseIds(queue)).toEqual(["a", "z", "b"]);
  const run1 = (n: number, at: number) => run("L", tick(n), { place: at });
  expect(await stateWithoutNotes(queue)).toEqual({
    ...omit(lined, "ready"),
    blocked: { c: blockedAt(3, 2), d: blockedAt(3, 0, 7) },
    leased: { a: LEASE_END, b: LEASE_END, z: LEASE_END },
    runs: { a: run1(101, place(1)), z: run1(102, place(9)), b: run1(103, place(2)) },
    groups: { g: group({ held: 2, number: 3, back: 3 }) },
    holders: holders({ g: ["a", "b"] }),
    meta: {
      ...lined.meta,
      head: head({ flags: "g", tick: tick(103), due: LEASE_END, runs: 7, enqueued: 5, leased: 3 }),
    },
  });
});

test("a lease that takes the head only makes the next job the head, at the end of its priority", async () => {
  const queue = await queueWith(lined);
  expect(await leaseIds(queue, { count: 1 })).toEqual(["a"]);
  expect(await stateWithoutNotes(queue)).toMatchObject({
    ready: { z: place(9), b: place(102) },
    blocked: { c: blockedAt(3, 2), d: blockedAt(3, 0, 7) },
    leased: { a: LEASE_END },
    groups: { g: group({ held: 1, number: 3, back: 3, head: "b" }) },
    holders: holders({ g: ["a"] }),
  });
});

test("the groups of leased jobs go on in the order of their turns: the one that was served last comes last", async () => {
  const ids = ["a1", "b1", "a2", "a3", "b2"];
  const queue = await queueWith({
    ready: { a1: place(1), b1: place(2) },
    blocked: { a2: blockedAt(1), a3: blockedAt(1, 1), b2: blockedAt(2) },
    jobs: byId(ids, (_, i) => record(place(1 + i))),
    members: byId(ids, (id) => member(id.slice(0, 1))),
    groups: { a: group({ number: 1, back: 2, head: "a1" }), b: group({ number: 2, back: 1, head: "b1" }) },
    lines: lines({ 1: "a", 2: "b" }),
    meta: { head: head({ flags: "g", runs: 5, enqueued: 5 }), limits: limits() },
  });
  expect(await leaseIds(queue, { count: 3 })).toEqual(["a1", "b1", "a2"]);
  expect((await queue.state()).ready).toEqual({ b2: place(104), a3: place(105) });
});

const headB = group({ number: 3, back: 1, head: "b" });
const waits = { blocked: { b: blockedAt(3) }, holders: holders({ g: ["a"] }), lines: lines({ 3: "g" }) };
const heldGroup = group({ held: 1, number: 3, back: 1 });
const goesOn = { groups: { g: headB }, lines: lines({ 3: "g" }) };

test.each<[title: string, limitText: string, action: "complete" | "retry" | "fail" | "release", expected: State]>([
  [
    "a completed job lets the next one go",
    "o - - - -",
    "complete",
    {
      ...goesOn,
      ready: { b: place(101) },
      members: { b: member() },
    },
  ],
  [
    "a retried job of an ordered group stays its holder",
    "o - - - -",
    "retry",
    {
      ...waits,
      groups: { g: heldGroup },
      delayed: { a: due(START + 500) },
      members: { a: member("g", { mark: "h" }), b: member() },
    },
  ],
  [
    "a retried job of another group lets the next one go",
    "- 1 - - -",
    "retry",
    {
      ...goesOn,
      ready: { b: place(102) },
      delayed: { a: due(START + 500) },
      members: { a: member(), b: member() },
    },
  ],
  [
    "a failed job lets the next one go",
    "o - - - -",
    "fail",
    {
      ...goesOn,
      ready: { b: place(101) },
      failed: { a: START },
      members: { a: member(), b: member() },
    },
  ],
  [
    "a failed job stops a group that is ordered so",
    "s - - - -",
    "fail",
    {
      ...waits,
      groups: { g: heldGroup },
      failed: { a: START },
      members: { a: member("g", { mark: "h" }), b: member() },
    },
  ],
  [
    "a released job is the head of its group again",
    "o - - - -",
    "release",
    {
      ready: { a: place(1) },
      blocked: { b: blockedAt(3) },
      lines: lines({ 3: "g" }),
      members: { a: member(), b: member() },
      groups: { g: group({ number: 3, back: 1, head: "a" }) },
    },
  ],
])("%s", async (_, limitText, action, expected) => {
  const queue = await queueWith(heldGroupState(limitText));
  const detail = action === "retry" ? "500" : "";
  expect((await turnWith(queue, [[action, "a", tick(7), detail]]))[0]).toBe("ok");
  expect(groupParts(await queue.state())).toEqual(groupParts(expected));
});

test("the retry of an ordered group's job is ready before the others when it is due", async () => {
  const before: State = {
    delayed: { a: due(START - 1) },
    blocked: { b: blockedAt(3) },
    jobs: { a: record(place(1)), b: record(place(2)) },
    runs: { a: run("W", tick(7), { place: place(0, 5, { time: START - 1 }), attempts: [`r 1 ${tick(7)} 0\tw\t`] }) },
    members: { a: member("g", { mark: "h" }), b: member() },
    groups: { g: heldGroup },
    ...{ holders: holders({ g: ["a"] }), lines: lines({ 3: "g" }) },
    meta: {
      head: head({ flags: "g", due: START - 1, runs: 3, enqueued: 2, leased: 1 }),
      limits: limits("o - - - -"),
    },
  };
  const queue = await queueWith(before);
  expect(await leaseIds(queue)).toEqual(["a"]);
  expect(groupParts(await queue.state())).toEqual(
    groupParts({ ...waits, members: { a: member(), b: member() }, groups: { g: heldGroup } }),
  );
});

test("the retry of an ordered group's job is the head when another job is due before it in the same request", async () => {
  const before: State = {
    delayed: { later: due(START - 2), a: due(START - 1) },
    jobs: { a: record(place(1)), later: record(place(2)) },
    runs: { a: run("W", tick(7), { place: place(0, 5, { time: START - 1 }), attempts: [`r 1 ${tick(7)} 0\tw\t`] }) },
    members: { a: member("g", { mark: "h" }), later: member() },
    groups: { g: group({ held: 1 }) },
    holders: holders({ g: ["a"] }),
    meta: {
      head: head({ flags: "g", due: START - 2, runs: 3, enqueued: 2, leased: 1 }),
      limits: limits("o - - - -"),
    },
  };
  const queue = await queueWith(before);
  expect(await leaseIds(queue)).toEqual(["a"]);
  expect(await queue.state()).toMatchObject({
    blocked: { later: blockedAt(1) },
    groups: { g: group({ held: 1, number: 1, back: 1 }) },
  });
});

test("the rate of a group delays its head, and a lease states until when", async () => {
  const rated: State = { ...lined, meta: { ...lined.meta, limits: limits("- - 60 60000 2") } };
  const queue = await queueWith(rated);
  expect(await leaseIds(queue)).toEqual(["a", "z", "b"]);
  expect(await stateWithoutNotes(queue)).toMatchObject({
    delayed: { c: due(START + 1_000) },
    blocked: { d: blockedAt(3, 0, 7) },
    members: { a: member(), b: member(), c: member("g", { mark: "t" }), d: member() },
    groups: { g: group({ held: 2, tat: tick(0, START + 2_000), number: 3, back: 3, head: "c" }) },
  });
  const [, , header = ""] = await queue.call(turnGrouped, { count: 10, number: 2 });
  expect(header).toBe(`${START} - 0 ${START + 1_000} -gh -`);
});

test("the concurrency and the rate of a queue stop a lease, and jobs stay where they are", async () => {
  const capped = await queueWith({ ...lined, meta: { ...lined.meta, limits: limits("- - - - -", "1 - - -") } });
  expect(await leaseIds(capped)).toEqual(["a"]);
  expect(await leaseIds(capped, { number: 2 })).toEqual([]);
  const rated = await queueWith({ ...lined, meta: { ...lined.meta, limits: limits("- - - - -", "- 60 60000 2") } });
  expect(await leaseIds(rated)).toEqual(["a", "z"]);
  expect((await rated.state()).meta?.tat).toBe(String(tick(0, START + 2_000)));
  expect(await stateWithoutNotes(rated)).toMatchObject({ ready: { b: place(103) } });
});

test("a paused group starts no job, and its head returns to the blocked jobs if the pause has no end", async () => {
  const meta = { ...lined.meta, head: head({ flags: "go", runs: 4, enqueued: 5 }) };
  const paused = (until: number) => ({ ...lined, meta, overrides: { g: `5 - - - - ${until}` } });
  const endless = await queueWith(paused(0));
  expect(await leaseIds(endless)).toEqual(["z"]);
  expect(await stateWithoutNotes(endless)).toMatchObject({
    blocked: { ...lined.blocked, a: blockedAt(3, 0) },
    groups: { g: group({ number: 3, back: 3 }) },
  });
  const timed = await queueWith(paused(START + 700));
  expect(await leaseIds(timed)).toEqual(["z"]);
  expect(await stateWithoutNotes(timed)).toMatchObject({
    ...{ delayed: { a: due(START + 700) }, blocked: lined.blocked },
    members: { ...lined.members, a: member("g", { mark: "t" }) },
    groups: lined.groups,
  });
});

test("a group that has ended its last job leaves nothing but the last number of lines", async () => {
  const state = heldGroupState("o - - - -");
  const queue = await queueWith({
    ...omit(state, "blocked", "lines"),
    jobs: { a: record(place(1)) },
    members: { a: member() },
    groups: { g: group({ held: 1 }) },
    meta: { ...state.meta, head: head({ flags: "g", due: LEASE_END, runs: 2, enqueued: 1, leased: 1 }) },
  });
  await turnWith(queue, [["complete", "a", tick(7)]]);
  expect(omit(await queue.state(), "replies:w", "endings")).toEqual({
    meta: {
      ...state.meta,
      head: head({ flags: "g", due: LEASE_END, enqueued: 1, leased: 1, completed: 1 }),
    },
  });
});

test("the other scripts leave a queue with groups to this one, and change nothing", async () => {
  const queue = await queueWith(lined);
  expect(await queue.call(turn, { count: 1 })).toEqual(["grouped"]);
  expect(await queue.call(turnPlain, { count: 1, items: [ref("a", tick(7))] })).toEqual(["grouped"]);
  expect(await queue.state()).toEqual(lined);
});
