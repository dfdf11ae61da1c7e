// enqueue: jobs that run after the one with their id. The state before and after each of them.
import { describe, expect, test } from "vitest";
import { enqueueAll, type NewJob } from "../kit/enqueuing.ts";
import { byId, ended, follower, type HeadParts, head, omit, record, rememberedReply, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, due, place, RESULT_TTL, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const LATER = START + 60_000;
const NOW = START + 1_000;

const meta = (parts: HeadParts, fields = {}) => ({ head: head(parts), registered: String(NOW), ...fields });
const errors = [ended("r", tick(1), { error: '"no"' }), ended("f", tick(2), { attempt: 2, error: '"never"' })];
const before: State = {
  ready: { ready: place(1) },
  delayed: { delayed: due(LATER) },
  leased: { leased: LATER },
  failed: { failed: START },
  done: { done: START },
  jobs: byId(["ready", "delayed", "leased", "failed", "done"], () => record()),
  runs: {
    leased: run("L", tick(1)),
    failed: run("F", tick(2), { attempt: 2, released: 1, postponed: 1, unfinished: 3, max: 2, attempts: errors }),
    done: run("C", tick(3)),
  },
  meta: meta({ due: LATER, runs: 3, enqueued: 5 }),
};
const WITH_FOLLOWER: State = {
  ...before,
  followers: { leased: follower("[0]", { max: 7 }) },
  meta: meta({ flags: "f", due: LATER, runs: 4, enqueued: 5 }),
};

/** Enqueues one job of a queue in a given state. Resolves with the letter, and the state without the remembered reply. */
async function enqueueOne(state: State, job: NewJob): Promise<[letter: string | undefined, State]> {
  const queue = await queueWith(state);
  const [, letter] = await enqueueAll(queue, [{ duplicates: "a", ...job }], { times: clockAt(NOW) });
  return [letter, omit(await queue.state(), "replies:w")];
}

/** Returns the queue with some changed parts and another head. */
const changed = (headParts: HeadParts, parts: State, totals = {}): State => ({
  ...before,
  ...parts,
  meta: meta({ due: LATER, runs: 3, enqueued: 5, tick: tick(0, NOW), ...headParts }, { duplicates: "1", ...totals }),
});

describe("a job that runs again", () => {
  test("follows a leased one", async () => {
    const job: NewJob = { id: "leased", payload: "[1]", priority: 3, max: 2, ttl: 9_000 };
    const parts = { priority: 3, enqueuedAt: NOW, max: 2, expiresAt: NOW + 9_000 };
    expect(await enqueueOne(before, job)).toEqual([
      "q",
      changed({ flags: "f", runs: 4 }, { followers: { leased: follower("[1]", parts) } }),
    ]);
  });

  test("follows a leased one after its own delay", async () => {
    expect(await enqueueOne(before, { id: "leased", delay: 5_000 })).toEqual([
      "q",
      changed(
        { flags: "f", runs: 4 },
        { followers: { leased: follower("{}", { enqueuedAt: NOW, dueAt: NOW + 5_000 }) } },
      ),
    ]);
  });

  test.each(["[1]", `"a longer payload than before"`])(
    "replaces the follower of a leased one by %s",
    async (payload) => {
      expect(await enqueueOne(WITH_FOLLOWER, { id: "leased", payload })).toEqual([
        "q",
        changed({ flags: "f", runs: 4 }, { followers: { leased: follower(payload, { enqueuedAt: NOW }) } }),
      ]);
    },
  );

  test("replaces one that waits", async () => {
    expect(await enqueueOne(before, { id: "ready", payload: "[1]" })).toEqual([
      "n",
      changed({}, { jobs: { ...before.jobs, ready: record(place(1), "[1]", { enqueuedAt: NOW }) } }),
    ]);
  });

  test.each([
    ["at once", undefined, "n"],
    ["after its delay", 5_000, "o"],
  ])("redrives a failed one %s, with all attempts and its errors", async (_, delay, letter) => {
    const dueAt = NOW + (delay ?? 0);
    const at = place(delay ? 0 : 1, 5, { time: dueAt });
    const states: State = delay
      ? { delayed: { ...before.delayed, failed: due(dueAt) } }
      : { ready: { ...before.ready, failed: at } };
    const times = { postponed: undefined, unfinished: undefined };
    expect(await enqueueOne(before, { id: "failed", payload: "[1]", delay: delay ?? 0 })).toEqual([
      letter,
      {
        ...omit(changed({ tick: tick(1, NOW), ...(delay ? { due: dueAt } : {}) }, states, { redriven: "1" }), "failed"),
        jobs: { ...before.jobs, failed: record(at, "[1]", delay ? { enqueuedAt: NOW } : {}) },
        runs: {
          ...before.runs,
          failed: run("W", tick(2), { attempt: 0, place: at, max: 0, ...times, attempts: errors }),
        },
      },
    ]);
  });

  test("takes the place of a done one, and removes its result", async () => {
    const at = place(1, 5, { time: NOW });
    const result: State = { "result:done": ["C 1 1", RESULT_TTL] };
    expect(await enqueueOne({ ...before, ...result }, { id: "done", payload: "[1]", max: 3 })).toEqual([
      "r",
      {
        ...omit(changed({ tick: tick(1, NOW), runs: 2, enqueued: 6 }, {}), "done"),
        ready: { ...before.ready, done: at },
        jobs: { ...before.jobs, done: record(at, "[1]", { max: 3 }) },
        runs: omit(before.runs, "done"),
        meta: meta({ due: LATER, runs: 2, enqueued: 6, tick: tick(1, NOW) }),
      },
    ]);
  });

  test("is created if there is none", async () => {
    const [letter, { ready }] = await enqueueOne(before, { id: "new" });
    expect([letter, ready]).toEqual(["r", { ...before.ready, new: place(1, 5, { time: NOW }) }]);
  });

  test("changes nothing while its id is remembered", async () => {
    const seen = { gone: LATER };
    expect(await enqueueOne({ ...before, seen }, { id: "gone" })).toEqual(["S", changed({}, { seen })]);
  });

  test("sets the flag of large payloads", async () => {
    const [, { meta: after }] = await enqueueOne(before, { id: "leased", payload: "x".repeat(2_001) });
    expect(after?.head).toBe(head({ flags: "lf", due: LATER, runs: 4, enqueued: 5, tick: tick(0, NOW) }));
  });
});

test("a batch with an id several times leaves the last payload as the only follower", async () => {
  const queue = await queueWith(before);
  const jobs: NewJob[] = [
    { id: "leased", duplicates: "a", payload: "1" },
    { id: "leased", duplicates: "r0", payload: "2" },
    { id: "leased", uniqueFor: 0, payload: "3" },
    { id: "leased", duplicates: "a", payload: "4" },
    { id: "done", duplicates: "r0", payload: "5" },
    { id: "done", duplicates: "a", payload: "6" },
    { id: "done", duplicates: "a", payload: "7" },
    { id: "failed", duplicates: "a", payload: "8" },
    { id: "failed", duplicates: "a", payload: "9" },
  ];
  const letters = [..."qLLqC", "r", ..."nnn"].join("");
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", letters]);
  const { failed, done, ...others } = before;
  const run2 = { attempt: 0, place: place(102), max: 0, attempts: errors };
  expect(await queue.state()).toEqual({
    ...others,
    ready: { ...before.ready, done: place(101), failed: place(102) },
    jobs: { ...before.jobs, done: record(place(101), "7"), failed: record(place(102), "9") },
    runs: { leased: run("L", tick(1)), failed: run("W", tick(2), run2) },
    followers: { leased: follower("4") },
    meta: meta({ flags: "f", tick: tick(102), due: LATER, runs: 3, enqueued: 6 }, { duplicates: "8", redriven: "1" }),
    ...rememberedReply(letters),
  });
});
