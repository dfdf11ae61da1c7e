// enqueueGrouped: jobs with groups are ready, blocked or delayed, and the limits of the client are adopted.
import { expect, test } from "vitest";
import { enqueue, enqueuePlain } from "../../../src/engine/scripts.gen.ts";
import { head, record, rememberedReply } from "../kit/forms.ts";
import { blockedAt, enqueueAll, group, holders, limits, lines, member } from "../kit/groups/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();

test("the first job of a group is ready, and the others are blocked behind it", async () => {
  const queue = await queueWith({ meta: { head: head({ flags: "g" }), limits: limits("- 2 - - -") } });
  const jobs = ["a", "b", "c"].map((id) => ({ id, group: "g" }));
  expect(await enqueueAll(queue, [...jobs, { id: "z", group: "other" }])).toEqual(["ok", "rbbr", "u"]);
  expect(await queue.state()).toEqual({
    ready: { a: place(101), z: place(104) },
    blocked: { b: blockedAt(1, 0), c: blockedAt(1, 1) },
    jobs: { a: record(place(101)), b: record(place(102)), c: record(place(103)), z: record(place(104)) },
    members: { a: member(), b: member(), c: member(), z: member("other") },
    groups: { g: group({ number: 1, back: 2, head: "a" }), other: group({ head: "z" }) },
    lines: lines({ 1: "g" }),
    meta: {
      head: head({ flags: "g", tick: tick(104), runs: 4, enqueued: 4 }),
      limits: limits("- 2 - - -"),
    },
    ...rememberedReply("rbbr"),
  } satisfies State);
});

test("a group that holds as many jobs as it may has no head", async () => {
  const before: State = {
    leased: { held: START + 1_000 },
    jobs: { held: record(place(1)) },
    members: { held: member() },
    groups: { g: group({ held: 1 }) },
    holders: holders({ g: ["held"] }),
    meta: {
      head: head({ flags: "g", due: START + 1_000, runs: 1, enqueued: 1 }),
      limits: limits("o - - - -"),
    },
  };
  const queue = await queueWith(before);
  expect(
    await enqueueAll(queue, [
      { id: "low", group: "g" },
      { id: "high", group: "g", priority: 1 },
    ]),
  ).toEqual(["ok", "bb", "u"]);
  expect(await queue.state()).toEqual({
    ...before,
    blocked: { high: blockedAt(1, 0, 1), low: blockedAt(1, 1) },
    jobs: { ...before.jobs, low: record(place(101)), high: record(place(102, 1)) },
    members: { ...before.members, low: member(), high: member() },
    groups: { g: group({ held: 1, number: 1, back: 2 }) },
    lines: lines({ 1: "g" }),
    meta: {
      ...before.meta,
      head: head({ flags: "g", due: START + 1_000, tick: tick(102), runs: 3, enqueued: 3 }),
    },
    ...rememberedReply("bb"),
  });
});

test("a job is delayed until the rate of its group lets it start, and its mark says so", async () => {
  // A token a second; the bucket of four tokens is full in four seconds, so one of cost 2 can start in two.
  const rate = "60 60000 4";
  const before: State = {
    groups: { g: group({ tat: tick(0, START + 4_000) }) },
    meta: { head: head({ flags: "g" }), limits: limits(`- - ${rate}`) },
  };
  const queue = await queueWith(before);
  expect(
    await enqueueAll(queue, [
      { id: "a", group: "g", cost: 2 },
      { id: "b", group: "g" },
    ]),
  ).toEqual(["ok", "db", "u"]);
  expect(await queue.state()).toMatchObject({
    delayed: { a: due(START + 2_000) },
    blocked: { b: blockedAt(1) },
    members: { a: member("g", { cost: 2, mark: "t" }), b: member() },
    groups: { g: group({ tat: tick(0, START + 4_000), number: 1, back: 1, head: "a" }) },
    meta: { head: head({ flags: "g", tick: tick(102), due: START + 2_000, runs: 2, enqueued: 2 }) },
  });
});

test("a delayed job does not count in its group before it is due", async () => {
  const queue = await queueWith({ meta: { head: head(), limits: limits("o - - - -") } });
  expect(
    await enqueueAll(queue, [
      { id: "a", group: "g", delay: 1_000 },
      { id: "b", cost: 7 },
    ]),
  ).toEqual(["ok", "dr", "u"]);
  expect(await queue.state()).toEqual({
    ready: { b: place(102) },
    delayed: { a: due(START + 1_000) },
    jobs: { a: record(place(0, 5, { time: START + 1_000 }), "{}", { enqueuedAt: START }), b: record(place(102)) },
    members: { a: member(), b: member("", { cost: 7 }) },
    meta: {
      head: head({ flags: "g", tick: tick(102), due: START + 1_000, runs: 2, enqueued: 2 }),
      limits: limits("o - - - -"),
    },
    ...rememberedReply("dr"),
  });
});

test("a blocked job is a duplicate for later ones with its id, and counts among the waiting jobs", async () => {
  const queue = await queueWith({ meta: { head: head({ flags: "g" }), limits: limits("o - - - -") } });
  const jobs = [
    { id: "a", group: "g", isGiven: true },
    { id: "b", group: "g", isGiven: true },
  ];
  expect((await enqueueAll(queue, jobs, { maxLength: 1 }))[0]).toBe("full");
  expect((await enqueueAll(queue, jobs, { maxLength: 2 }))[1]).toBe("rb");
  const before = await queue.state();
  expect((await enqueueAll(queue, [{ id: "c", group: "g" }], { number: 2, maxLength: 2 }))[0]).toBe("full");
  expect((await enqueueAll(queue, [...jobs].reverse(), { number: 2, maxLength: 2 }))[1]).toBe("BR");
  expect(await queue.state()).toEqual({
    ...before,
    meta: { ...before.meta, duplicates: "2", head: before.meta?.head },
    ...rememberedReply("BR", 2),
  });
});

test("limits of a higher version are stored before the jobs are added, and let groups go on", async () => {
  const before: State = {
    blocked: { a: blockedAt(4), b: blockedAt(4, 1) },
    jobs: { a: record(place(1)), b: record(place(2)) },
    members: { a: member(), b: member() },
    groups: { g: group({ number: 4, back: 2 }) },
    lines: lines({ 4: "g" }),
    overrides: { g: "7 - - - - -" },
    meta: { head: head({ flags: "go", runs: 2, enqueued: 2 }), limits: limits("- 1 - - -") },
  };
  const queue = await queueWith(before);
  const newer = limits("- 3 - - -", "9 - - -", 2);
  expect(await enqueueAll(queue, [{ id: "c", group: "g" }], { limits: newer })).toEqual(["ok", "b", "u"]);
  expect(await queue.state()).toEqual({
    ...before,
    ready: { a: place(101) },
    blocked: { b: blockedAt(4, 1), c: blockedAt(4, 2) },
    jobs: { ...before.jobs, c: record(place(102)) },
    members: { ...before.members, c: member() },
    groups: { g: group({ number: 4, back: 3, head: "a" }) },
    meta: { head: head({ flags: "go", tick: tick(102), runs: 3, enqueued: 3 }), limits: newer },
    ...rememberedReply("b"),
  });
});

test.each([
  ["a lower version", limits("- 9 - - -", "- - - -", 1)],
  ["the same version", limits("- 9 - - -", "- - - -", 2)],
])("limits of %s are ignored, and the reply says so", async (_, declared) => {
  const stored = limits("- 1 - - -", "- - - -", 2);
  const queue = await queueWith({ meta: { head: head({ flags: "g" }), limits: stored } });
  expect(await enqueueAll(queue, [{ id: "a" }], { limits: declared })).toEqual(["ok", "r", "u", "v"]);
  expect((await queue.state()).meta?.limits).toBe(stored);
});

test("a new queue has the limits of its first client, and the time at which it was created", async () => {
  const queue = await queueWith();
  expect(await enqueueAll(queue, [{ id: "a" }], { limits: limits("- 1 - - -") })).toEqual(["ok", "r", "u"]);
  expect(await queue.state()).toEqual({
    ready: { a: place(1) },
    jobs: { a: record(place(1)) },
    meta: {
      head: head({ flags: "gh", tick: tick(1), enqueued: 1, due: 0 }),
      born: String(START),
      heard: String(START + 600_000),
      limits: limits("- 1 - - -"),
    },
    ...rememberedReply("r"),
  });
});

test("the full script leaves a queue with groups to this one, and the plain one adds jobs without groups", async () => {
  const before: State = { meta: { head: head({ flags: "g" }), limits: limits() } };
  const queue = await queueWith(before);
  expect(await queue.call(enqueue, { items: ["5 1 - - - - -", "a", "{}"], buckets: "0" })).toEqual(["grouped"]);
  expect(await queue.state()).toEqual(before);
  expect((await queue.call(enqueuePlain, { items: ["a", "{}"], priority: 5 }))[0]).toBe("ok");
  expect(await queue.state()).toMatchObject({ ready: { a: place(101) }, jobs: { a: record(place(101)) } });
});
