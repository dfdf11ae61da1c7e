// enqueue: jobs that replace the one with their id. The state before and after each of them.
import { describe, expect, test } from "vitest";
import { enqueueAll, type NewJob } from "../kit/enqueuing.ts";
import { byId, ended, follower, type HeadParts, head, omit, record, rememberedReply, run } from "../kit/forms.ts";
import { expectParts, type State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, due, LISTENS_UNTIL, place, RESULT_TTL, START, tick } from "../kit/times.ts";
import { wakesDuring } from "../kit/wakes.ts";

const queueWith = connectQueues();
const LATER = START + 60_000;
/** The time of most requests: a second after the jobs before were enqueued. */
const NOW = START + 1_000;

const meta = (parts: HeadParts, fields = {}) => ({ head: head(parts), registered: String(NOW), ...fields });
/** A queue with two waiting jobs and one of each other state. */
const before: State = {
  ready: { ready: place(1) },
  delayed: { delayed: due(LATER) },
  leased: { leased: LATER },
  failed: { failed: START },
  done: { done: START },
  jobs: byId(["ready", "delayed", "leased", "failed", "done"], () => record()),
  runs: { leased: run("L", tick(1)), failed: run("F", tick(2)), done: run("C", tick(3)) },
  meta: meta({ due: LATER, runs: 3, enqueued: 5 }),
};

/** Enqueues one job of a queue in a given state. Resolves with the letter, and the state without the remembered reply. */
async function enqueueOne(state: State, job: NewJob): Promise<[letter: string | undefined, State]> {
  const queue = await queueWith(state);
  const [, letter] = await enqueueAll(queue, [{ duplicates: "r0", ...job }], { times: clockAt(NOW) });
  return [letter, omit(await queue.state(), "replies:w")];
}

/** Returns the queue after one job changed: its meta, and the parts that are stated. */
const changed = (headParts: HeadParts, parts: State, totals = { duplicates: "1" }): State => ({
  ...before,
  ...parts,
  meta: meta({ due: LATER, runs: 3, enqueued: 5, tick: tick(0, NOW), ...headParts }, totals),
});

describe("a job that replaces one", () => {
  test("keeps the place of a ready one of its priority", async () => {
    const job = { id: "ready", payload: "[1]", max: 2, ttl: 9_000 };
    const expiresAt = NOW + 9_000;
    expect(await enqueueOne(before, job)).toEqual([
      "n",
      changed(
        { due: expiresAt },
        {
          jobs: { ...before.jobs, ready: record(place(1), "[1]", { enqueuedAt: NOW, max: 2, expiresAt }) },
          expiring: { ready: expiresAt },
        },
      ),
    ]);
  });

  test("gets a new place with another priority", async () => {
    const at = place(1, 3, { time: NOW });
    expect(await enqueueOne(before, { id: "ready", priority: 3, payload: "[1]" })).toEqual([
      "n",
      changed({ tick: tick(1, NOW) }, { ready: { ready: at }, jobs: { ...before.jobs, ready: record(at, "[1]") } }),
    ]);
  });

  test("is delayed if it has a delay, and ready at once if it has none", async () => {
    const dueAt = NOW + 5_000;
    expect(await enqueueOne(before, { id: "ready", delay: 5_000 })).toEqual([
      "o",
      {
        ...omit(changed({ tick: tick(1, NOW), due: dueAt }, {}), "ready"),
        delayed: { ...before.delayed, ready: due(dueAt) },
        jobs: { ...before.jobs, ready: record(place(0, 5, { time: dueAt }), "{}", { enqueuedAt: NOW }) },
      },
    ]);
    const at = place(1, 5, { time: NOW });
    expect(await enqueueOne(before, { id: "delayed", payload: "[1]" })).toEqual([
      "n",
      {
        ...omit(changed({ tick: tick(1, NOW) }, {}), "delayed"),
        ready: { ...before.ready, delayed: at },
        jobs: { ...before.jobs, delayed: record(at, "[1]") },
      },
    ]);
  });

  test("moves a delayed one to its own time", async () => {
    const at = NOW + 7_000;
    expect(await enqueueOne(before, { id: "delayed", at, priority: 2 })).toEqual([
      "o",
      changed(
        { tick: tick(1, NOW), due: at },
        {
          delayed: { delayed: due(at, 2) },
          jobs: { ...before.jobs, delayed: record(place(0, 2, { time: at }), "{}", { enqueuedAt: NOW }) },
        },
      ),
    ]);
  });

  test.each(["leased", "failed", "done"])("changes nothing of one that is %s", async (id) => {
    const letter = id === "done" ? "C" : id.charAt(0).toUpperCase();
    expect(await enqueueOne(before, { id, payload: "[1]" })).toEqual([letter, changed({}, {})]);
  });

  test("is created if there is none, and remembered for its uniqueFor", async () => {
    const at = place(1, 5, { time: NOW });
    expect(await enqueueOne(before, { id: "new", duplicates: "r9000" })).toEqual([
      "r",
      changed(
        { tick: tick(1, NOW), enqueued: 6 },
        {
          ready: { ...before.ready, new: at },
          jobs: { ...before.jobs, new: record(at) },
          seen: { new: NOW + 9_000 },
        },
        {} as { duplicates: string },
      ),
    ]);
  });

  test("changes nothing while its id is remembered", async () => {
    const seen = { gone: LATER };
    expect(await enqueueOne({ ...before, seen }, { id: "gone" })).toEqual(["S", changed({}, { seen })]);
  });

  test("prolongs the time for which the id is remembered, even if that is over", async () => {
    const seen = { ready: START, other: START };
    const [letter, state] = await enqueueOne({ ...before, seen }, { id: "ready", duplicates: "r9000" });
    expect([letter, state.seen]).toEqual(["n", { ready: NOW + 9_000 }]);
  });

  test("takes over the attempts of a waiting one, but none of its options", async () => {
    const attempts = [ended("r", tick(1), { error: '"no"' })];
    const parts = { attempt: 3, released: 1, postponed: 1, unfinished: 2, progress: "0.5", attempts };
    const old = { max: 9, expiresAt: LATER };
    const state: State = {
      ...before,
      expiring: { ready: LATER },
      jobs: { ...before.jobs, ready: record(place(1), "{}", old) },
      runs: { ...before.runs, ready: run("W", tick(1), { ...parts, ...old }) },
    };
    const kept = run("W", tick(1), { ...parts, place: place(1), max: 0, expiresAt: 0 });
    const [letter, { expiring, jobs, runs }] = await enqueueOne(state, { id: "ready" });
    expect([letter, expiring, jobs?.ready, runs?.ready]).toEqual([
      "n",
      undefined,
      record(place(1), "{}", { enqueuedAt: NOW }),
      kept,
    ]);
    const moved = place(1, 1, { time: NOW });
    const [, { runs: movedRuns }] = await enqueueOne(state, { id: "ready", priority: 1, ttl: 5_000 });
    expect(movedRuns?.ready).toBe(run("W", tick(1), { ...parts, place: moved, max: 0, expiresAt: NOW + 5_000 }));
  });

  test("takes the job from a holder whose lease has expired", async () => {
    const state: State = { ...before, runs: { ...before.runs, ready: run("L", tick(1)) } };
    const [, { runs }] = await enqueueOne(state, { id: "ready" });
    expect(runs?.ready).toBe(run("W", tick(1), { max: 0 }));
  });

  test("replaces the follower of a waiting one too", async () => {
    const state: State = {
      ...before,
      followers: { ready: follower("[0]") },
      meta: meta({ flags: "f", due: LATER, runs: 4, enqueued: 5 }),
    };
    const [letter, { followers, meta: after }] = await enqueueOne(state, { id: "ready" });
    expect([letter, followers]).toEqual(["n", undefined]);
    expect(after?.head).toBe(head({ flags: "f", due: LATER, runs: 3, enqueued: 5, tick: tick(0, NOW) }));
  });

  test("leaves the result of an earlier job with its id, unless it is created", async () => {
    const results: State = { "result:ready": ["C 1 1", RESULT_TTL], "result:new": ["C 1 1", RESULT_TTL] };
    const queue = await queueWith({ ...before, ...results });
    const jobs = ["ready", "new"].map((id) => ({ id, duplicates: "r0" }));
    expect(await enqueueAll(queue, jobs)).toMatchObject(["ok", "nr"]);
    const left = Object.keys(await queue.state()).filter((key) => key.startsWith("result:"));
    expect(left).toEqual(["result:ready"]);
  });
});

test("a batch with an id several times leaves the last job in the place of the first", async () => {
  const queue = await queueWith({ meta: meta({}) });
  const letters = [..."rrn", "R", ..."roo"].join("");
  const jobs: NewJob[] = [
    { id: "a", uniqueFor: 0, payload: "1" },
    { id: "b", duplicates: "r0", payload: "2" },
    { id: "a", duplicates: "r0", payload: "3" },
    { id: "b", uniqueFor: 0, payload: "4" },
    { id: "c", duplicates: "r0", payload: "5" },
    { id: "c", duplicates: "r0", delay: 1_000, payload: "6" },
    { id: "c", duplicates: "r0", delay: 2_000, payload: "7" },
  ];
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", letters]);
  const dueAt = START + 2_000;
  expect(await queue.state()).toEqual({
    ready: { a: place(101), b: place(102) },
    delayed: { c: due(dueAt) },
    jobs: {
      a: record(place(101), "3"),
      b: record(place(102), "2"),
      c: record(place(0, 5, { time: dueAt }), "7", { enqueuedAt: START }),
    },
    meta: meta({ tick: tick(105), due: dueAt, enqueued: 3 }, { duplicates: "4" }),
    ...rememberedReply(letters),
  });
});

describe("a queue with a maximum length", () => {
  test("accepts a job that replaces one, and refuses one more", async () => {
    const queue = await queueWith(before);
    const options = { maxLength: 2, times: clockAt(NOW) };
    expect(await enqueueAll(queue, [{ id: "new", duplicates: "r0" }], options)).toEqual(["full"]);
    expect(await queue.state()).toEqual(before);
    expect(await enqueueAll(queue, [{ id: "ready", duplicates: "r0" }], options)).toEqual(["ok", "n"]);
  });

  test("refuses a failed job that would wait again", async () => {
    const queue = await queueWith(before);
    const failed = [{ id: "failed", duplicates: "a" }];
    expect(await enqueueAll(queue, failed, { maxLength: 2 })).toEqual(["full"]);
    expect(await queue.state()).toEqual(before);
    expect(await enqueueAll(queue, failed, { maxLength: 3 })).toEqual(["ok", "n"]);
  });
});

test.each<[what: string, job: NewJob, wakes: string[]]>([
  ["stays ready wakes nobody", { id: "ready" }, []],
  ["was delayed and is ready now counts as one", { id: "delayed" }, ["1 60000"]],
  ["is delayed states the time until it is due", { id: "ready", delay: 5 }, ["- 5"]],
  ["has failed and is ready now counts as one", { id: "failed", duplicates: "a" }, ["1 60000"]],
])("a replaced job that %s", async (_, job, wakes) => {
  const queue = await queueWith({
    ...before,
    meta: { ...before.meta, head: head({ flags: "h", due: LATER }), heard: LISTENS_UNTIL },
  });
  const enqueueIt = () => enqueueAll(queue, [{ duplicates: "r0", ...job }]);
  expect(await wakesDuring(queue, enqueueIt)).toEqual(wakes);
});

test("a record of up to 32 MB is replaced, and a larger one refused as a whole", async () => {
  const flags = { ...before.meta, head: head({ flags: "l", due: LATER, runs: 3, enqueued: 5 }) };
  for (const [more, status] of [
    [0, "ok"],
    [1, "large"],
  ] as const) {
    const large = record(place(1), "x".repeat(32_000_000 - 17 + more));
    const queue = await queueWith({ ...before, jobs: { ...before.jobs, ready: large }, meta: flags });
    const [actual] = await enqueueAll(queue, [{ id: "ready", duplicates: "r0", payload: "1" }, { id: "new" }]);
    expect(actual).toBe(status);
    expectParts(await queue.state(), status === "ok" ? {} : { ready: before.ready ?? {}, meta: flags });
  }
});
