// enqueue: debounced jobs. Each further job of an id replaces the one before and pushes it back, up to a longest time.
import { describe, expect, test } from "vitest";
import { enqueueAll, type NewJob } from "../kit/enqueuing.ts";
import { byId, follower, type HeadParts, head, omit, record, rememberedReply, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, due, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const LATER = START + 60_000;
const NOW = START + 1_000;
const WAIT = 5_000;
const LONGEST = 20_000;

const meta = (parts: HeadParts, fields = {}) => ({ head: head(parts), registered: String(NOW), ...fields });

/** Enqueues one debounced job at a time. Resolves with the letter, and the state without the remembered reply. */
async function debounce(state: State, job: NewJob, now = NOW): Promise<[letter: string | undefined, State]> {
  const queue = await queueWith(state);
  const [, letter] = await enqueueAll(queue, [{ duplicates: `b${LONGEST}`, delay: WAIT, ...job }], {
    times: clockAt(now),
  });
  return [letter, omit(await queue.state(), "replies:w")];
}

/** Returns the record of a job that is due at a time. */
const recordDue = (dueAt: number, payload: string, options = {}, priority = 5) =>
  record(place(0, priority, { time: dueAt }), payload, options);

/** Returns a queue with one delayed job, which may be pushed back until a time unless that is undefined. */
const delayedUntil = (dueAt: number, pushedUntil?: number): State => ({
  delayed: { a: due(dueAt) },
  jobs: { a: recordDue(dueAt, "1", { enqueuedAt: START, ...(pushedUntil && { pushedUntil }) }) },
  meta: meta({ due: dueAt, enqueued: 1 }),
});

describe("a debounced job", () => {
  test.each([
    ["with a longest time", { duplicates: `b${LONGEST}` }, { pushedUntil: NOW + LONGEST }],
    ["without a longest time", { duplicates: "b" }, {}],
  ])("is due after its wait if it is the first, %s", async (_, job, options) => {
    const dueAt = NOW + WAIT;
    expect(await debounce({ meta: meta({}) }, { id: "a", payload: "1", ...job })).toEqual([
      "d",
      {
        delayed: { a: due(dueAt) },
        jobs: { a: recordDue(dueAt, "1", { enqueuedAt: NOW, ...options }) },
        meta: meta({ tick: tick(1, NOW), due: dueAt, enqueued: 1 }),
      },
    ]);
  });

  test.each<[what: string, pushedUntil: number | undefined, job: NewJob, dueAt: number, kept: number | undefined]>([
    ["pushes it back", START + LONGEST, {}, NOW + WAIT, START + LONGEST],
    ["pushes it back at most to the end of the longest time", NOW + 4_000, {}, NOW + 4_000, NOW + 4_000],
    ["begins the longest time if the first had none", undefined, {}, NOW + WAIT, NOW + LONGEST],
    ["keeps the longest time of the first", NOW + 4_000, { duplicates: "b" }, NOW + 4_000, NOW + 4_000],
    ["needs no longest time", undefined, { duplicates: "b" }, NOW + WAIT, undefined],
  ])("replaces a delayed one and %s", async (_, pushedUntil, job, dueAt, kept) => {
    const options = { enqueuedAt: NOW, max: 2, ...(kept && { pushedUntil: kept }) };
    expect(await debounce(delayedUntil(START + 2_000, pushedUntil), { id: "a", payload: "2", max: 2, ...job })).toEqual(
      [
        "j",
        {
          delayed: { a: due(dueAt) },
          jobs: { a: recordDue(dueAt, "2", options) },
          meta: meta({ tick: tick(1, NOW), due: START + 2_000, enqueued: 1 }, { duplicates: "1" }),
        },
      ],
    );
  });

  test("replaces a delayed one that is due, which stays due", async () => {
    const before = delayedUntil(NOW, START + LONGEST);
    const dueAt = NOW;
    expect(await debounce(before, { id: "a", payload: "2", priority: 1 })).toEqual([
      "j",
      {
        delayed: { a: due(dueAt, 1) },
        jobs: { a: recordDue(dueAt, "2", { pushedUntil: START + LONGEST }, 1) },
        meta: meta({ tick: tick(0, NOW), due: NOW, enqueued: 1 }, { duplicates: "1" }),
      },
    ]);
    const [, { delayed }] = await debounce(delayedUntil(NOW + 1, START + LONGEST), { id: "a" });
    expect(delayed).toEqual({ a: due(NOW + WAIT) });
  });

  test.each([
    ["stays at its place", 5, place(1), tick(0, NOW), { enqueuedAt: NOW }],
    ["gets a new place with another priority", 2, place(1, 2, { time: NOW }), tick(1, NOW), {}],
  ])("replaces a ready one, which %s", async (_, priority, at, last, options) => {
    const before: State = { ready: { a: place(1) }, jobs: { a: record(place(1)) }, meta: meta({ enqueued: 1 }) };
    expect(await debounce(before, { id: "a", payload: "2", priority })).toEqual([
      "i",
      {
        ready: { a: at },
        jobs: { a: record(at, "2", { ...options, pushedUntil: NOW + LONGEST }) },
        meta: meta({ tick: last, enqueued: 1 }, { duplicates: "1" }),
      },
    ]);
  });

  test("follows a leased one, and is pushed back up to the longest time", async () => {
    const leased: State = {
      leased: { a: LATER },
      jobs: { a: record() },
      runs: { a: run("L", tick(1)) },
      meta: meta({ due: LATER, runs: 1, enqueued: 1 }),
    };
    const withFollower = (dueAt: number, enqueuedAt: number, payload: string): State => ({
      ...leased,
      followers: { a: follower(payload, { dueAt, enqueuedAt, pushedUntil: NOW + LONGEST }) },
    });
    const head2 = (last: number, duplicates: number) =>
      meta({ flags: "f", tick: last, due: LATER, runs: 2, enqueued: 1 }, { duplicates: String(duplicates) });
    let [letter, state] = await debounce(leased, { id: "a", payload: "2" });
    expect([letter, state]).toEqual(["k", { ...withFollower(NOW + WAIT, NOW, "2"), meta: head2(tick(0, NOW), 1) }]);
    const then = NOW + LONGEST - 2_000;
    [letter, state] = await debounce(state, { id: "a", payload: "3" }, then);
    expect([letter, state]).toEqual([
      "k",
      { ...withFollower(NOW + LONGEST, then, "3"), meta: head2(tick(0, then), 2) },
    ]);
  });

  test("redrives a failed one after its wait, with a longest time of its own", async () => {
    const before: State = {
      failed: { a: START },
      jobs: { a: record(place(1), "1", { pushedUntil: START + 1 }) },
      runs: { a: run("F", tick(1)) },
      meta: meta({ runs: 1, enqueued: 1 }),
    };
    const dueAt = NOW + WAIT;
    const at = place(0, 5, { time: dueAt });
    expect(await debounce(before, { id: "a", payload: "2" })).toEqual([
      "o",
      {
        delayed: { a: due(dueAt) },
        jobs: { a: record(at, "2", { enqueuedAt: NOW, pushedUntil: NOW + LONGEST }) },
        runs: { a: run("W", tick(1), { attempt: 0, place: at, max: 0 }) },
        meta: meta({ tick: tick(1, NOW), due: dueAt, runs: 1, enqueued: 1 }, { duplicates: "1", redriven: "1" }),
      },
    ]);
  });

  test("takes the place of a done one", async () => {
    const before: State = {
      done: { a: START },
      jobs: { a: record(place(1), "1", { pushedUntil: START + 1 }) },
      runs: { a: run("C", tick(1)) },
      meta: meta({ runs: 1, enqueued: 1, completed: 1 }),
    };
    const dueAt = NOW + WAIT;
    expect(await debounce(before, { id: "a", payload: "2" })).toEqual([
      "d",
      {
        delayed: { a: due(dueAt) },
        jobs: { a: recordDue(dueAt, "2", { enqueuedAt: NOW, pushedUntil: NOW + LONGEST }) },
        meta: meta({ tick: tick(1, NOW), due: dueAt, runs: 0, enqueued: 2, completed: 1 }),
      },
    ]);
  });

  test("changes nothing while its id is remembered", async () => {
    const [letter, state] = await debounce({ seen: { a: LATER }, meta: meta({}) }, { id: "a" });
    expect([letter, state.jobs]).toEqual(["S", undefined]);
  });
});

test("a batch with debounced jobs of one id is due as its last one, within the longest time of its first", async () => {
  const queue = await queueWith({ meta: meta({}) });
  const ids = ["a", "b", "a", "a"];
  const letters = [..."dd", ..."jj"].join("");
  const jobs = ids.map((id, i) => ({ id, delay: WAIT + i * 9_000, duplicates: "b20000", payload: `${i}` }));
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", letters]);
  const [a, b] = [START + LONGEST, START + WAIT + 9_000];
  const options = { enqueuedAt: START, pushedUntil: START + LONGEST };
  expect(await queue.state()).toEqual({
    delayed: { a: due(a), b: due(b) },
    jobs: { a: recordDue(a, "3", options), b: recordDue(b, "1", options) },
    meta: meta({ tick: tick(103), due: b, enqueued: 2 }, { duplicates: "2" }),
    ...rememberedReply(letters),
  });
});

test("debounced jobs of many ids in one millisecond keep their order", async () => {
  const queue = await queueWith({ meta: meta({}) });
  const ids = ["c", "a", "b"];
  await enqueueAll(
    queue,
    ids.map((id) => ({ id, delay: WAIT, duplicates: "b" })),
  );
  expect((await queue.state()).delayed).toEqual(byId(ids, (_, n) => due(START + WAIT, 5, { n })));
});
