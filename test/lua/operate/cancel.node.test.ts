// cancel: removes waiting and leased jobs. A holder that settles or extends later gets X, for cancelled.
import { expect, test } from "vitest";
import { cancel, extend } from "../../../src/engine/all-scripts.ts";
import { byId, ending, head, numberedIds, record, ref, rememberedReply, run } from "../kit/forms.ts";
import { leasedQueue, readyQueue } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, place, START, tick } from "../kit/times.ts";
import { stateWithoutReplies } from "../kit/turns.ts";

const queueWith = connectQueues();
const headOf = (runs: number) => head({ runs, enqueued: 6, leased: 3 });

/** Returns the state after these jobs, the only ones, were cancelled. */
const cancelled = (...ids: string[]): State => ({
  endings: byId(ids, () => ending("X")),
  meta: { head: headOf(0), cancelled: `${ids.length}` },
});

test("cancel removes waiting and leased jobs, and keeps failed and done ones", async () => {
  const ended: State = {
    failed: { failed: START },
    done: { done: START },
    jobs: { failed: record(), done: record() },
    runs: { failed: run("F", tick(1)), done: run("C", tick(2)) },
    seen: { ready: START + 60_000 },
  };
  const queue = await queueWith({
    ...ended,
    ready: { ready: place(1), late: place(2), stays: place(3) },
    delayed: { delayed: due(START + 1) },
    leased: { leased: START + 1 },
    expiring: { delayed: START + 9, stays: START + 9 },
    jobs: byId(["failed", "done", "ready", "late", "stays", "delayed", "leased"], () => record()),
    runs: { ...ended.runs, late: run("L", tick(3)), leased: run("L", tick(4)), delayed: run("W", tick(5)) },
    meta: { head: headOf(5) },
  });
  const ids = ["ready", "late", "delayed", "leased", "failed", "done", "unknown"];
  expect(await queue.call(cancel, { ids })).toEqual(["ok", "rrdlFCU"]);
  const after: State = {
    ...ended,
    ready: { stays: place(3) },
    expiring: { stays: START + 9 },
    jobs: { ...ended.jobs, stays: record() },
    endings: byId(["ready", "late", "delayed", "leased"], () => ending("X")),
    meta: { head: headOf(2), cancelled: "4" },
    ...rememberedReply("rrdlFCU"),
  };
  expect(await queue.state()).toEqual(after);
  for (const item of [ref("leased", tick(4)), ref("late", tick(3))])
    expect(await queue.call(extend, { worker: "", items: [item] })).toContain("X");
  expect(await queue.call(cancel, { ids: ["done"] })).toEqual(["again", "rrdlFCU"]);
  expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
});

test("cancel removes the only job of a queue", async () => {
  const queue = await queueWith({
    delayed: { a: due(START + 1) },
    jobs: { a: record() },
    runs: { a: run("W", tick(1)) },
    meta: { head: headOf(1) },
  });
  expect(await queue.call(cancel, { ids: ["a"] })).toEqual(["ok", "d"]);
  expect(await queue.state()).toEqual({ ...cancelled("a"), ...rememberedReply("d") });
});

test("cancel removes 1,000 jobs of many buckets", async () => {
  const ids = numberedIds(1_000);
  const queue = await queueWith({ ...leasedQueue(ids), meta: { head: headOf(1_000) } });
  expect((await queue.call(cancel, { ids }))[1]).toBe("l".repeat(1_000));
  expect(await stateWithoutReplies(queue)).toEqual(cancelled(...ids));
});

test("cancel removes a job once if a request names it twice", async () => {
  const queue = await queueWith({ ready: { twice: place(1) }, jobs: { twice: record() }, meta: { head: headOf(0) } });
  expect(await queue.call(cancel, { ids: ["twice", "twice"] })).toEqual(["ok", "rU"]);
  expect(await queue.state()).toEqual({ ...cancelled("twice"), ...rememberedReply("rU") });
});

test("cancel removes a damaged job from both of its states", async () => {
  const queue = await queueWith({
    ready: { both: place(2) },
    leased: { both: START + 1 },
    jobs: { both: record() },
    runs: { both: run("L", tick(1)) },
    meta: { head: headOf(1) },
  });
  const [, letters = ""] = await queue.call(cancel, { ids: ["both"] });
  expect(letters).toMatch(/^[rl]$/);
  expect(await queue.state()).toEqual({ ...cancelled("both"), ...rememberedReply(letters) });
});

test("cancel remembers its reply even if it finds nothing", async () => {
  const queue = await queueWith({ meta: { head: head() } });
  expect(await queue.call(cancel, { ids: ["a"] })).toEqual(["ok", "U"]);
  expect(await queue.state()).toEqual({ meta: { head: head() }, ...rememberedReply("U") });
});

test("cancel removes jobs with a damaged run or without a record, and ids of unusual characters", async () => {
  const ids = [" ", "%1", "ünï 😀", "\u2028", "lost"];
  const queue = await queueWith({
    ready: byId(ids, (_, i) => place(i)),
    jobs: byId(ids.slice(0, 4), (id) => record(place(1), id)),
    runs: { " ": "damaged", "%1": "", lost: run("W", tick(1)) },
    meta: { head: headOf(3) },
  });
  expect(await queue.call(cancel, { ids })).toEqual(["ok", "rrrrr"]);
  expect(await queue.state()).toEqual({ ...cancelled(...ids), ...rememberedReply("rrrrr") });
});

test("one cancel removes large jobs of up to 64 MB, and at least one job", async () => {
  const sizes: Record<string, number> = { a: 64_000_001, b: 21_333_333, c: 21_333_334, d: 21_333_334, e: 21_333_000 };
  const left = Object.keys(sizes);
  const jobs = byId(left, (id) => "x".repeat(sizes[id] ?? 0));
  const queue = await queueWith(readyQueue(jobs, { flags: "l" }));
  for (const [i, letters] of ["r", "rr", "rr"].entries()) {
    expect(await queue.call(cancel, { ids: left, number: i + 1 })).toEqual(["ok", letters]);
    left.splice(0, letters.length);
  }
  expect(Object.keys(await queue.state()).sort()).toEqual(["endings", "meta", "replies:w"]);
});

const found: State = {
  ready: { new: place(1), late: place(2), moved: place(3), both: place(4) },
  delayed: { later: due(START + 1) },
  leased: { held: START + 1, both: START + 1 },
  jobs: byId(["new", "late", "moved", "both", "later", "held"], () => record(place(9))),
  runs: { late: run("L", tick(3)), both: run("L", tick(4)), held: run("L", tick(5)) },
  meta: { head: headOf(3) },
};

test("cancel with entries removes the jobs that have them still, also one that is in two states", async () => {
  const queue = await queueWith(found);
  const ids = ["new", "late", "both", "new", "unknown"];
  const texts = ["-", `L ${tick(3)}`, `L ${tick(4)}`, "-", "-"];
  const entries = ids.map((id, i) => `ready ${found.ready?.[id] ?? 1} ${texts[i]}`).join("\n");
  expect(await queue.call(cancel, { ids, entries })).toEqual(["ok", "rrrUU"]);
  expect(await queue.state()).toEqual({
    ready: { moved: place(3) },
    delayed: found.delayed,
    leased: { held: START + 1 },
    jobs: byId(["moved", "later", "held"], () => record(place(9))),
    runs: { held: run("L", tick(5)) },
    endings: byId(["new", "late", "both"], () => ending("X")),
    meta: { head: headOf(1), cancelled: "3" },
    ...rememberedReply("rrrUU"),
  });
});

test.each<[what: string, id: string, entry: string, letter: string]>([
  ["has the entry of a lease, whatever its end", "held", `leased - L ${tick(5)}`, "l"],
  ["has the entry of a delayed job without a run", "later", `delayed ${due(START + 1)} ${place(9)}`, "d"],
  ["has another score", "moved", `ready ${place(2)} -`, "U"],
  ["was leased meanwhile and returned to its place", "late", `ready ${place(2)} -`, "U"],
  ["has another lease", "held", `leased - L ${tick(6)}`, "U"],
  ["is in another state", "held", `ready ${place(1)} L ${tick(5)}`, "U"],
  ["was enqueued at another time for the same time", "later", `delayed ${due(START + 1)} ${place(9)} c${START}`, "U"],
])("cancel of a job that %s", async (_, id, entry, letter) => {
  const queue = await queueWith(found);
  expect(await queue.call(cancel, { ids: [id], entries: entry })).toEqual(["ok", letter]);
  const after = await queue.state();
  if (letter === "U") expect(after).toEqual({ ...found, ...rememberedReply("U") });
  else expect(after).toMatchObject({ endings: { [id]: ending("X") }, meta: { cancelled: "1" } });
  expect(after.jobs?.[id] === undefined).toBe(letter !== "U");
});
