// enqueueGroupedPlain: it serves jobs behind the others of their groups, or leaves the request to enqueueGrouped.
import { describe, expect, test } from "vitest";
import { enqueueGroupedPlain } from "../../../src/engine/all-scripts.ts";
import { head, record, rememberedReply } from "../kit/forms.ts";
import { blockedAt, group, holders, limits, lines, member } from "../kit/groups/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { LEASE_END, NEVER, place, START, tick } from "../kit/times.ts";
import { wakesDuring } from "../kit/wakes.ts";
import { enqueueGroupedBothWays, expectSameTurn } from "./kit/both-ways.ts";

const queueWith = connectQueues();
const meta = {
  ...{ head: head({ flags: "g", due: LEASE_END, runs: 4, enqueued: 3 }), registered: String(NEVER) },
  limits: limits("- 1 - - -"),
};
const newIds = ["n1", "n2"].map((text) => `_0${text.padEnd(11, "0")}`) as [string, string];
/** Returns the arguments of a request that adds a job to each of two groups. */
const addToBoth = (priority = 5) => ({
  priority,
  limits: "",
  items: newIds.flatMap((id, i) => [id, "{}", i === 0 ? "g" : "h"]),
});

/** A group with a head and a blocked job, and another with a leased one; each may hold one job. */
const busy: State = {
  ready: { a: place(1) },
  blocked: { b: blockedAt(3) },
  leased: { l: LEASE_END },
  jobs: { a: record(place(1)), b: record(place(2)), l: record(place(3)) },
  members: { a: member(), b: member(), l: member("h") },
  groups: { g: group({ number: 3, back: 1, head: "a" }), h: group({ held: 1 }) },
  holders: holders({ h: ["l"] }),
  lines: lines({ 3: "g" }),
  meta,
};

test("jobs are blocked behind the head, behind the blocked jobs and behind the holders of their groups", async () => {
  const queue = await queueWith(busy);
  const [first, second] = newIds;
  expect(await queue.call(enqueueGroupedPlain, addToBoth())).toEqual(["ok", "bb"]);
  expect(await queue.state()).toEqual({
    ...busy,
    blocked: { b: blockedAt(3), [first]: blockedAt(3, 1), [second]: blockedAt(4) },
    jobs: { ...busy.jobs, [first]: record(place(101)), [second]: record(place(102)) },
    members: { ...busy.members, [first]: member(), [second]: member("h") },
    groups: { g: group({ number: 3, back: 2, head: "a" }), h: group({ held: 1, number: 4, back: 1 }) },
    lines: { ...lines({ 3: "g", 4: "h" }) },
    meta: { ...meta, head: head({ flags: "g", due: LEASE_END, tick: tick(102), runs: 6, enqueued: 5 }) },
    ...rememberedReply("bb"),
  } satisfies State);
});

const withFlags = (flags: string): State => ({
  ...busy,
  meta: { ...meta, head: head({ flags, due: LEASE_END, runs: 4, enqueued: 3 }) },
});
/** A group whose head has a later priority than the new jobs, beside one whose head has theirs. */
const withLaterHead: State = {
  ...busy,
  ready: { a: place(1), c: place(4, 6) },
  jobs: { ...busy.jobs, c: record(place(4, 6)) },
  members: { ...busy.members, c: member("h") },
  groups: { ...busy.groups, h: group({ held: 1, head: "c" }) },
};

describe("a request is left to enqueueGrouped, and changes nothing, in a queue", () => {
  test.each<[string, State, priority?: number]>([
    ["that is new", {}],
    ["without groups", withFlags("")],
    ["that records its events", withFlags("ge")],
    ["whose groups have limits of their own", withFlags("go")],
    ["whose groups have a rate", { ...busy, meta: { ...meta, limits: limits("- 1 60 1000 2") } }],
    ["with a group that had a rate", { ...busy, groups: { ...busy.groups, h: group({ held: 1, tat: tick(1) }) } }],
    ["in which the head of a group has a later priority", withLaterHead],
    ["in which all heads have a later priority", busy, 4],
    ["in which the head of a group is delayed", { ...busy, groups: { ...busy.groups, h: group({ head: "later" }) } }],
  ])("%s", async (_, state, priority) => {
    const queue = await queueWith(state);
    const before = await queue.state();
    expect(await queue.callRaw(enqueueGroupedPlain, addToBoth(priority))).toBe("not_plain");
    expect(await queue.state()).toEqual(before);
  });

  test("with other limits than those of the client", async () => {
    const queue = await queueWith(busy);
    const request = { ...addToBoth(), limits: limits("- 2 - - -") };
    expect(await queue.callRaw(enqueueGroupedPlain, request)).toBe("not_plain");
    expect(await queue.state()).toEqual(busy);
  });
});

/** A queue in which group g, of at most `cap` jobs, holds some. */
const withHeld = (held: number, cap: number): State => ({
  groups: { g: group({ held }) },
  meta: { ...meta, limits: limits(`- ${cap} - - -`) },
});
const withTick = (last: number): State => ({
  ...busy,
  meta: { ...meta, head: head({ flags: "g", tick: tick(last) }) },
});

test.each<[what: string, state: State, hasSlot: boolean]>([
  ["when the last tick is followed by a full hundred", withTick(197), false],
  ["when the last tick is a full hundred", withTick(200), false],
  ["when the clock is a millisecond behind the places", withTick(996), false],
  ["when the clock is far behind the last tick", withTick(9_999_999), false],
  ["when the clock is ahead of the last tick", withTick(-7), false],
  ["in a group with one free slot of 200", withHeld(199, 200), true],
  ["in a group without a free slot of 200", withHeld(200, 200), false],
  ["in a group with one free slot of 20,000", withHeld(19_999, 20_000), true],
  ["in a group without a free slot of 20,000", withHeld(20_000, 20_000), false],
])("enqueueGroupedPlain does the same as enqueueGrouped %s", async (label, state, hasSlot) => {
  const groups = ["", "", "g", "g", ""];
  const jobs = groups.map((name, i) => ({ id: `_0${`${i}`.padEnd(11, "0")}`, payload: "{}", group: name }));
  const both = await enqueueGroupedBothWays(queueWith, state, { jobs, priority: 5, limits: "" });
  const reply = `ok\nrr${hasSlot ? "r" : "b"}br`;
  expect(both.map((effect) => effect.reply)).toEqual([reply, reply]);
  expectSameTurn(both, { before: state, label });
  // No tick is hidden by the comparison.
  expect(both[0].state.ready).toEqual(both[1].state.ready);
  expect(both[0].state.jobs).toEqual(both[1].state.jobs);
});

test("a wake has the number of jobs that are ready, without those that are blocked", async () => {
  const queue = await queueWith({
    meta: { ...meta, head: head({ flags: "gh", due: START + 6_000 }), heard: String(NEVER) },
  });
  const items = ["1", "2", "3"].flatMap((n) => [`_0${n.padEnd(11, "0")}`, "{}", n === "3" ? "h" : "g"]);
  const act = () => queue.call(enqueueGroupedPlain, { priority: 5, limits: "", items });
  expect(await wakesDuring(queue, act)).toEqual(["2 6000"]);
});
