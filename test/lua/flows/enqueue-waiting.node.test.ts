// enqueueWaiting: jobs, and jobs that wait for others, are added in one unit. The full state before and after.
import { describe, expect, test } from "vitest";
import { byId, ending, head, record, rememberedReply, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, LEASE_END, LISTENS_UNTIL, place, START, tick } from "../kit/times.ts";
import { ended, enqueueWith, members, pending, waitingPlace, waits } from "./flow-forms.ts";

const queueWith = connectQueues();
const waitingRecord = (n = 0, options: Parameters<typeof record>[2] = {}, priority = 5) =>
  record(waitingPlace(n, priority), "{}", { enqueuedAt: START, ...options });

test("a tree in a new queue: leaves are ready, and each other job waits for its children", async () => {
  const queue = await queueWith({});
  const tree = [
    { id: "left", after: ["a", "b"], flow: "f 0" },
    { id: "root", after: ["left", "c"], kind: "2 1 - 0 7 60000 -" },
  ];
  expect(await enqueueWith(queue, ["a", "b", "c"], tree)).toEqual(["ok", "rrrdd", "u"]);
  expect(await queue.state()).toEqual({
    ready: { a: place(1), b: place(2), c: place(3) },
    delayed: { left: waits(0), root: waits(1, 2) },
    expiring: { root: START + 60_000 },
    jobs: {
      a: record(place(1)),
      b: record(place(2)),
      c: record(place(3)),
      left: waitingRecord(0),
      root: waitingRecord(1, { max: 7, expiresAt: START + 60_000 }, 2),
    },
    flows: { left: "f 0 0 -", root: "r 0 0 -" },
    links: members(pending("left", "a"), pending("left", "b"), pending("root", "c"), pending("root", "left")),
    waits: { a: "left", b: "left", c: "root", left: "root" },
    meta: {
      head: head({ flags: "wkh", tick: tick(5), due: 0, enqueued: 5 }),
      born: String(START),
      heard: LISTENS_UNTIL,
    },
    ...rememberedReply("rrrdd"),
  } satisfies State);
});

test("children of every state: those that have ended count as ended", async () => {
  const live = ["r", "d", "l"];
  const queue = await queueWith({
    ready: { r: place(1) },
    delayed: { d: due(START + 1) },
    leased: { l: LEASE_END },
    failed: { f: START - 7 },
    done: { c: START - 8 },
    seen: { s: START + 9 },
    endings: { x: ending("X", tick(5)) },
    "endings:before": { e: ending("E", tick(6)) },
    jobs: byId([...live, "f", "c"], () => record()),
    runs: { l: run("L", tick(1)), f: run("F", tick(2)), c: run("C", tick(3)) },
    waits: { r: "other" },
    meta: { head: head({ due: START + 1, runs: 3, enqueued: 5 }) },
  });
  const after = [...live, "f", "c", "x", "e", "s"];
  expect(await enqueueWith(queue, [], [{ id: "p", after }])).toEqual(["ok", "d", "u"]);
  expect(await queue.state()).toMatchObject({
    delayed: { d: due(START + 1), p: waits() },
    flows: { p: "r 0 1 -" },
    links: members(
      ...live.map((id) => pending("p", id)),
      ended("p", "f", "F", START - 7),
      ended("p", "c", "C", START - 8),
      ended("p", "x", "X"),
      ended("p", "e", "E"),
      ended("p", "s", "U"),
    ),
    waits: { r: "other\np", d: "p", l: "p" },
    meta: { head: head({ flags: "wk", due: START + 1, tick: tick(101), runs: 3, enqueued: 6 }) },
  });
});

test("an open batch gets children, each once", async () => {
  const before = { delayed: { b: waits() }, jobs: { b: waitingRecord() } } satisfies State;
  const queue = await queueWith({
    ...before,
    ready: { known: place(1), late: place(2) },
    jobs: { ...before.jobs, known: record(), late: record() },
    flows: { b: "r 1 0 -" },
    links: members(pending("b", "known")),
    waits: { known: "b" },
    meta: { head: head({ flags: "wk", enqueued: 3 }) },
  });
  expect(await enqueueWith(queue, ["new", "known", "late"], [], { batch: "b" })).toEqual(["ok", "rRR", "u"]);
  expect(await queue.state()).toMatchObject({
    flows: { b: "r 1 0 -" },
    links: members(...["known", "late", "new"].map((id) => pending("b", id))),
    waits: { known: "b", new: "b", late: "b" },
  });
});

describe("changes nothing", () => {
  const PARENT: State = {
    ready: { r: place(1) },
    delayed: { b: waits(), promoted: due(START + 1) },
    jobs: { r: record(), b: waitingRecord(), promoted: record() },
    flows: { b: "r 0 0 -", promoted: "r 1 0 -", gone: "r 0 0 -" },
    links: members(pending("b", "r"), pending("gone", "r")),
    waits: { r: "b" },
    meta: { head: head({ flags: "wk", due: START + 1, enqueued: 3 }) },
  };
  test.each<
    [name: string, reply: string[], ...(Parameters<typeof enqueueWith> extends [unknown, ...infer R] ? R : never)]
  >([
    ["for an unknown child", ["U", "nobody"], ["n"], [{ id: "p", after: ["r", "nobody"] }]],
    ["for a sealed batch", ["X"], ["n"], [], { batch: "b" }],
    ["for a batch that has stopped waiting", ["X"], ["n"], [], { batch: "promoted" }],
    ["for a batch that is gone", ["X"], ["n"], [], { batch: "nobody" }],
    ["for the id of an earlier parent with links", ["G", "gone"], [], [{ id: "gone", after: ["r"] }]],
  ])("%s", async (_, reply, plain, waiting, options) => {
    const queue = await queueWith(PARENT);
    expect(await enqueueWith(queue, plain, waiting, options)).toEqual(["ok", ...reply]);
    expect(await queue.state()).toEqual(PARENT);
  });

  test("if the queue is full", async () => {
    const queue = await queueWith(PARENT);
    expect(await enqueueWith(queue, ["n"], [{ id: "p", after: ["n"] }], { maxLength: "4" })).toEqual(["full"]);
    expect(await queue.state()).toEqual(PARENT);
  });

  test("for a parent whose id is known, whatever it is to wait for", async () => {
    const queue = await queueWith(PARENT);
    expect(await enqueueWith(queue, [], [{ id: "r", after: ["b"] }])).toEqual(["ok", "R", "u"]);
    expect(await queue.state()).toMatchObject({ flows: PARENT.flows, links: PARENT.links, waits: PARENT.waits });
  });
});

test("a repeated request gets the first reply, and adds nothing again", async () => {
  const queue = await queueWith({});
  const send = () => enqueueWith(queue, ["a"], [{ id: "p", after: ["a"] }]);
  await send();
  const after = await queue.state();
  expect(await send()).toEqual(["again", "rd"]);
  const { meta: _, ...others } = await queue.state();
  expect(after).toMatchObject(others);
});
