// search: the texts of entries, and the jobs that had entered the state when a tick was the last one.
import { describe, expect, test } from "vitest";
import { search } from "../../../src/engine/all-scripts.ts";
import type { JobState } from "../../../src/engine/keys.ts";
import { byId, ended, head, newRun, record, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { callReadOnly, connectQueues } from "../kit/test-queue.ts";
import { blocked, due, place, START, tick } from "../kit/times.ts";
import { ALL_READY, findIds } from "./searching.ts";

const queueWith = connectQueues();
const HOUR = 3_600_000;

test.each<[what: string, state: "ready" | "delayed" | "blocked" | "leased", content: State, texts: string[]]>([
  [
    "the score, and the state and the fence of the run",
    "ready",
    {
      ready: { a: place(1), b: place(2), c: place(3) },
      jobs: { a: record(place(1)), c: record(place(3)) },
      runs: { a: run("L", tick(7)), b: "damaged" },
    },
    [`ready ${place(1)} L ${tick(7)}`, `ready ${place(2)} -`, `ready ${place(3)} -`],
  ],
  [
    "no score if it is leased",
    "leased",
    { leased: { a: START }, runs: { a: run("L", tick(7)) } },
    [`leased - L ${tick(7)}`],
  ],
  [
    "the place and the time of the enqueue if it is delayed and has no run",
    "delayed",
    {
      delayed: { a: due(START), b: due(START + 1), c: due(START + 2), d: due(START + 3) },
      jobs: { a: record(place(1), "{}", { enqueuedAt: START - 1, max: 9 }), b: record(place(2)), d: "damaged" },
      runs: { c: run("W", tick(7)) },
    },
    [
      `delayed ${due(START)} ${place(1)} c${START - 1}`,
      `delayed ${due(START + 1)} ${place(2)}`,
      `delayed ${due(START + 2)} W ${tick(7)}`,
      `delayed ${due(START + 3)} -`,
    ],
  ],
  [
    "the place and the time of the enqueue if it is blocked and has no run",
    "blocked",
    {
      blocked: { a: blocked(1, 0), b: blocked(1, 1), c: blocked(2, 0), d: blocked(2, 1) },
      jobs: { a: record(place(1), "{}", { enqueuedAt: START - 1, max: 9 }), b: record(place(2)), d: "damaged" },
      runs: { c: run("W", tick(7)) },
    },
    [
      `blocked ${blocked(1, 0)} ${place(1)} c${START - 1}`,
      `blocked ${blocked(1, 1)} ${place(2)}`,
      `blocked ${blocked(2, 0)} W ${tick(7)}`,
      `blocked ${blocked(2, 1)} -`,
    ],
  ],
])("the text of an entry has %s", async (_, state, content, texts) => {
  for (const flags of ["", "l"])
    for (const options of [{}, { to: START + HOUR }, { entered: tick(0, START + HOUR) }]) {
      const queue = await queueWith({ ...content, meta: { head: head({ flags }) } });
      expect((await findIds(queue, { state, ...options })).entries).toEqual(texts);
    }
});

test.each<[what: string, state: State, last: number]>([
  ["of the head, though the clock is later", { meta: { head: head({ tick: 7 }) } }, 7],
  ["0 of a queue that has lost its head", { ready: { a: place(1) } }, 0],
])("search returns the last tick: %s", async (_, state, last) => {
  const [, header] = await callReadOnly(await queueWith(state), search, ALL_READY);
  expect(header?.split(" ").slice(0, 2)).toEqual([`${START}`, `${last}`]);
});

describe("a job entered its state at the latest", () => {
  const at = START + 1_000;
  const times = { before: at - 1, same: at, after: at + 1 };
  const names = Object.keys(times) as (keyof typeof times)[];
  const records = (options = {}) => byId(names, (name) => record(place(1, 5, { time: times[name] }), "{}", options));
  const leased = (parts: Parameters<typeof run>[2] = {}, letter: "L" | "W" = "W") =>
    byId(names, (name) => run(letter, tick(9, times[name]), parts));
  const EARLY = tick(1, START);
  const lateError = (name: keyof typeof times) =>
    run("W", EARLY, { attempts: [ended("r", EARLY), ended("r", EARLY, { at: times[name], error: '"y"' })] });

  const places = (name: keyof typeof times) => place(1, 9, { time: times[name] });
  const allBlocked = byId(names, (_, i) => blocked(1, i));

  test.each<[what: string, state: JobState, content: State, found: string]>([
    ["by its score if it is failed", "failed", { failed: times, jobs: records() }, "before,same"],
    ["by its score if it is done", "done", { done: times, jobs: records() }, "before,same"],
    [
      "by its place if it is ready",
      "ready",
      { ready: byId(names, (name) => place(1, 0, { time: times[name] })) },
      "before,same",
    ],
    [
      "by its place in the same ms",
      "ready",
      {
        ready: {
          before: place(8, 0, { time: at }),
          same: place(9, 9, { time: at }),
          after: place(10, 0, { time: at }),
        },
      },
      "before,same",
    ],
    [
      "by its lease in the same ms, though it failed by then",
      "failed",
      {
        failed: byId(names, () => at),
        runs: { before: run("F", tick(8, at)), same: run("E", tick(9, at)), after: run("F", tick(10, at)) },
      },
      "before,same",
    ],
    ["by its lease if it is leased", "leased", { leased: byId(names, () => at), runs: leased({}, "L") }, "before,same"],
    [
      "by its lease if it has kept its place",
      "ready",
      { ready: byId(names, () => place(1)), runs: leased() },
      "before,same",
    ],
    [
      "by its place if its lease is older",
      "ready",
      {
        ready: byId(names, (name) => place(1, 9, { time: times[name] })),
        runs: byId(names, () => run("W", EARLY)),
      },
      "before,same",
    ],
    [
      "by its record if it is delayed and was never leased",
      "delayed",
      {
        delayed: byId(names, () => due(at + HOUR)),
        jobs: byId(names, (name) => record(place(1), "{}", { enqueuedAt: times[name] })),
      },
      "before,same",
    ],
    [
      "by its lease if it was retried without an error",
      "delayed",
      { delayed: byId(names, () => due(at + HOUR)), runs: leased() },
      "before,same",
    ],
    [
      "by the end of its last attempt if it has kept its place",
      "ready",
      {
        ready: byId(names, () => place(1)),
        runs: byId(names, (name) => run("L", EARLY, { attempts: [ended("l", EARLY, { at: times[name] })] })),
      },
      "before,same",
    ],
    [
      "by the end of its last attempt if it was retried",
      "delayed",
      { delayed: byId(names, () => due(at + HOUR)), runs: byId(names, lateError) },
      "before,same",
    ],
    [
      "by its record if it is blocked and was never leased",
      "blocked",
      { blocked: allBlocked, jobs: byId(names, (name) => record(places(name))) },
      "before,same",
    ],
    [
      "by the place in its run if it is blocked",
      "blocked",
      { blocked: allBlocked, runs: byId(names, (name) => run("W", EARLY, { place: places(name) })) },
      "before,same",
    ],
    ["by its lease if it is blocked in its place", "blocked", { blocked: allBlocked, runs: leased() }, "before,same"],
    [
      "by the end of its last attempt if it is blocked in its place",
      "blocked",
      { blocked: allBlocked, runs: byId(names, lateError) },
      "before,same",
    ],
    [
      "always, if it is blocked and its run is damaged",
      "blocked",
      { blocked: allBlocked, jobs: byId(names, () => record(places("after"))), runs: byId(names, () => "damaged") },
      "before,same,after",
    ],
    [
      "always, if it is blocked and its record is lost",
      "blocked",
      { blocked: allBlocked, jobs: { same: "damaged" } },
      "before,same,after",
    ],
    [
      "always, if its run is damaged",
      "leased",
      { leased: byId(names, () => at), runs: byId(names, () => "damaged") },
      "before,same,after",
    ],
    [
      "always, if it is ready without a run",
      "ready",
      { ready: byId(names, () => place(1)), runs: { same: newRun(place(1)) } },
      "before,same,after",
    ],
    [
      "always, if its record is lost",
      "delayed",
      { delayed: byId(names, () => due(at)), jobs: {} },
      "before,same,after",
    ],
  ])("%s", async (_, state, content, found) => {
    const queue = await queueWith({ jobs: records(), meta: { head: head() }, ...content });
    const { ids: matches } = await findIds(queue, { state, entered: tick(9, at) });
    expect(matches.sort()).toEqual(found.split(",").sort());
  });
});
