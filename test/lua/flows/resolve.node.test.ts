// resolve: jobs stop waiting when those that they wait for have ended. The full state before and after.
import { describe, expect, test } from "vitest";
import { children, resolve, seal } from "../../../src/engine/all-scripts.ts";
import { ending, head, record, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, LEASE_END, NEVER, place, START, tick } from "../kit/times.ts";
import { wakesDuring } from "../kit/wakes.ts";
import { ended, members, pending, waitingPlace, waits } from "./flow-forms.ts";

const queueWith = connectQueues();
const send = (queue: TestQueue, ids: string[], scans = "") =>
  queue.call(resolve, { ids: ids.map((id) => `-${id}`), scans });
const FAILURE = '"a job that it waits for did not succeed"';

type Letter = Parameters<typeof ending>[0];
/** A parent that waits for `a`, which is gone, and for `b`, which is leased. */
const waitingFor = ({ letter = "C" as Letter, policy = "r", open = 0, others = ["b"] } = {}): State => ({
  delayed: { p: waits(0, 2) },
  leased: { b: LEASE_END },
  expiring: { p: START + 60_000 },
  endings: { a: ending(letter, tick(9)) },
  jobs: { p: record(waitingPlace(0, 2), "{}", { expiresAt: START + 60_000 }), b: record() },
  runs: { b: run("L", tick(7)) },
  flows: { p: `${policy} ${open} 0 -` },
  links: members(...["a", ...others].map((id) => pending("p", id))),
  waits: Object.fromEntries(["a", ...others].map((id) => [id, "p"])),
  meta: { head: head({ flags: "wk", due: LEASE_END, runs: 1, enqueued: 3, leased: 1 }) },
});

test("notes an ending, once, and waits for the other child", async () => {
  const before = waitingFor();
  const queue = await queueWith(before);
  expect(await send(queue, ["a", "b", "nobody"])).toEqual(["ok", "0 0"]);
  const after = {
    ...before,
    links: members(ended("p", "a", "C"), pending("p", "b")),
    waits: { b: "p" },
  };
  expect(await queue.state()).toEqual(after);
  expect(await send(queue, ["a", "b", "p"], "1")).toEqual(["ok", "0 0"]);
  expect(await queue.state()).toEqual(after);
});

test("makes a parent ready when its last child has ended, at the end of its priority", async () => {
  const queue = await queueWith(waitingFor({ others: [], letter: "E" }));
  expect(await send(queue, ["a"])).toEqual(["ok", "1 0"]);
  expect(await queue.state()).toMatchObject({
    ready: { p: place(101, 2) },
    expiring: { p: START + 60_000 },
    runs: { p: run("W", 0, { attempt: 0, place: place(101, 2), max: 0, worker: "" }) },
    flows: { p: "r 0 1 X" },
    links: members(ended("p", "a", "E")),
    meta: { head: head({ flags: "k", due: LEASE_END, tick: tick(101), runs: 2, enqueued: 3, leased: 1 }) },
  });
  expect(await queue.state()).not.toHaveProperty("delayed");
  expect(await queue.state()).not.toHaveProperty("waits");
});

describe.each(["F", "X", "E", "P", "U"] as const)("a child with the ending %s", (letter) => {
  const childOf = (policy: string): State => {
    if (letter !== "U") return waitingFor({ letter, policy });
    return { ...waitingFor({ policy }), endings: { other: ending("C", tick(9)) } };
  };

  test("fails a parent with the policy f at once", async () => {
    const queue = await queueWith(childOf("f"));
    expect(await send(queue, ["a"])).toEqual(["ok", "1 0"]);
    const attempts = [`f 0 ${tick(101)} 0\t\t${FAILURE}`];
    expect(await queue.state()).toMatchObject({
      failed: { p: START },
      runs: { p: run("F", tick(101), { attempt: 0, place: place(101, 2), max: 0, worker: "", attempts }) },
      flows: { p: "f 0 1 X" },
      links: members(ended("p", "a", letter), pending("p", "b")),
      waits: { b: "p" },
      meta: { failed: "1" },
    });
    expect(await queue.state()).not.toHaveProperty("expiring");
  });

  test("cancels a parent with the policy c, whose links go then", async () => {
    const queue = await queueWith(childOf("c"));
    expect(await send(queue, ["a"])).toEqual(["ok", "1 0", "xp"]);
    expect(await queue.state()).toMatchObject({ endings: { p: ending("X", tick(101)) }, meta: { cancelled: "1" } });
    expect((await queue.state()).jobs).toEqual({ b: record() });
    expect(await send(queue, ["p"])).toEqual(["ok", "0 0"]);
    expect(await queue.state()).not.toHaveProperty("flows");
    expect(await queue.state()).not.toHaveProperty("links");
    expect(await send(queue, [], "1")).toEqual(["ok", "0 0"]);
    expect((await queue.state()).waits).toEqual({ b: "p" });
  });
});

test("names those that have ended by it, for which others wait", async () => {
  const queue = await queueWith({
    delayed: { p: waits(), q: waits(1) },
    endings: { a: ending("X", tick(9)) },
    jobs: { p: record(waitingPlace()), q: record(waitingPlace(1)) },
    flows: { p: "c 0 0 -", q: "f 0 0 -" },
    links: members(pending("p", "a"), pending("q", "p")),
    waits: { a: "p", p: "q" },
    meta: { head: head({ flags: "wk", enqueued: 3 }) },
  });
  expect(await send(queue, ["a"])).toEqual(["ok", "1 0", "xp", "-p"]);
  expect(await send(queue, ["p"])).toEqual(["ok", "1 0"]);
  expect(await queue.state()).toMatchObject({ failed: { q: START }, flows: { q: "f 0 1 X" } });
});

test("an open batch waits, also without children, until it is sealed; its success is a child of its own", async () => {
  const queue = await queueWith({
    delayed: { p: waits(), s: waits(1) },
    jobs: { p: record(waitingPlace()), s: record(waitingPlace(1)) },
    flows: { p: "r 1 0 -", s: "c 0 0 -" },
    links: members(pending("s", "\x02p")),
    waits: { "\x02p": "s" },
    meta: { head: head({ flags: "wk", enqueued: 2 }) },
  });
  expect(await send(queue, ["p"], "1")).toEqual(["ok", "0 0"]);
  expect(await queue.call(seal, { id: "nobody" })).toEqual(["ok", "U"]);
  expect(await queue.call(seal, { id: "p", number: 2 })).toEqual(["ok", "s"]);
  expect(await send(queue, ["p"])).toEqual(["ok", "1 0", "-\x02p"]);
  expect(await send(queue, ["\x02p"])).toEqual(["ok", "1 0"]);
  expect(await queue.state()).toMatchObject({
    ready: { p: place(101), s: place(102) },
    flows: { p: "r 0 0 C", s: "c 0 0 C" },
    links: members(ended("s", "\x02p", "C")),
  });
});

test("a parent that was promoted is left alone, and its result counts once its children have ended", async () => {
  const { delayed: _, expiring: __, ...before } = waitingFor({ others: [] });
  const queue = await queueWith({ ...before, ready: { p: place(1) } });
  expect(await send(queue, ["a"])).toEqual(["ok", "0 0"]);
  expect(await queue.state()).toMatchObject({ ready: { p: place(1) }, flows: { p: "r 0 0 C" } });
});

test("a scan mends a lost index, and finds endings of which no client has told", async () => {
  const { waits: _, ...before } = waitingFor();
  const queue = await queueWith({
    ...before,
    meta: { head: head({ flags: "k", due: LEASE_END, runs: 1, enqueued: 3, leased: 1 }) },
  });
  expect(await send(queue, [], "1")).toEqual(["ok", "0 0"]);
  expect(await queue.state()).toMatchObject({
    links: members(ended("p", "a", "C"), pending("p", "b")),
    waits: { b: "p" },
    meta: { head: head({ flags: "wk", due: LEASE_END, runs: 1, enqueued: 3, leased: 1 }) },
  });
});

test("resolves 250 links in one request, and asks for another", async () => {
  const parents = Array.from({ length: 251 }, (_, i) => `p${i}`);
  const queue = await queueWith({
    delayed: Object.fromEntries(parents.map((id, i) => [id, waits(i)])),
    jobs: Object.fromEntries(parents.map((id, i) => [id, record(waitingPlace(i))])),
    endings: { a: ending("C", tick(9)) },
    flows: Object.fromEntries(parents.map((id) => [id, "r 0 0 -"])),
    links: members(...parents.map((id) => pending(id, "a"))),
    waits: { a: parents.join("\n") },
    meta: { head: head({ flags: "wk", enqueued: 252 }) },
  });
  expect(await send(queue, ["a"])).toEqual(["ok", "250 1"]);
  expect((await queue.state()).waits).toEqual({ a: "p250" });
  expect(await send(queue, ["a"])).toEqual(["ok", "1 0"]);
  expect(Object.keys((await queue.state()).ready ?? {})).toHaveLength(251);
  expect(
    Object.entries((await queue.state()).ready ?? {})
      .sort(([, a], [, b]) => a - b)
      .map(([id]) => id),
  ).toEqual(parents);
});

test("believes a client that has ended a job, unless the id is in use again", async () => {
  const queue = await queueWith({ ...waitingFor(), endings: { other: ending("C", tick(9)) } });
  expect(await queue.call(resolve, { ids: ["Fa", "Cb"], scans: "" })).toEqual(["ok", "0 0"]);
  expect(await queue.state()).toMatchObject({ links: members(ended("p", "a", "F"), pending("p", "b")) });
});

test("wakes listeners for a parent that is ready, and only then", async () => {
  const listened = (state: State): State => ({
    ...state,
    meta: { ...state.meta, heard: String(NEVER), head: head(LISTENED) },
  });
  const LISTENED = { flags: "wkh", due: LEASE_END, runs: 1, enqueued: 3, leased: 1 };
  const waking = await queueWith(listened(waitingFor({ others: [] })));
  expect(await wakesDuring(waking, (queue) => send(queue, ["a"]))).toEqual([`1 ${LEASE_END - START}`]);
  const silent = await queueWith(listened(waitingFor()));
  expect(await wakesDuring(silent, (queue) => send(queue, ["a"]))).toEqual([]);
});

test("changes nothing in a queue where nothing waits", async () => {
  const queue = await queueWith({});
  expect(await send(queue, ["a"], "1")).toEqual(["ok", "0 0"]);
  expect(await queue.state()).toEqual({});
});

test("children lists them by pages, those that have not ended first", async () => {
  const queue = await queueWith({
    ...waitingFor(),
    links: members(
      ended("p", "a", "C"),
      pending("p", "b"),
      pending("p", "c"),
      pending("p1", "x"),
      ended("o", "y", "C"),
    ),
  });
  const times = clockAt(START);
  const list = (after: string, limit = 2) => queue.call(children, { id: "p", after, limit, times });
  const header = `${START} 2 1 r 0 0 -`;
  expect(await list("")).toEqual(["ok", header, "-b", "-c"]);
  expect(await list("-c")).toEqual(["ok", header, `+a\tC${START}`]);
  expect(await list(`+a\tC${START}`)).toEqual(["ok", header]);
  expect(await queue.call(children, { id: "nobody", after: "", limit: 2 })).toEqual(["ok", `${START} 0 0 -`]);
});
