// Latencies: the histograms of waits and run times in the head. "sum,bucket=count" has the latencies of at least 2^(n-1) and
// less than 2^n ms in bucket n.
import { expect, test } from "vitest";
import { turn, turnPlain } from "../../../src/engine/scripts.gen.ts";
import { expectRefused, refuseWrites } from "../kit/adapters.ts";
import { byId, head, idsOfBucket, record, ref, run } from "../kit/forms.ts";
import { readHistograms, type State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, place, START, tick } from "../kit/times.ts";
import { type Item, turnWith } from "../kit/turns.ts";

const queueWith = connectQueues();
const histogramsOf = (queue: TestQueue) => readHistograms(queue.keys.root);
const [a = "", b = "", c = ""] = idsOfBucket("3", 3);

/** Returns a queue of ready jobs that have been ready for some times in ms. */
function readyFor(waits: number[], parts: { head?: string; priority?: number } = {}): State {
  const ids = idsOfBucket("3", waits.length);
  const at = (wait: number, i: number) => place(i, parts.priority ?? 5, { time: START - wait });
  return {
    ready: Object.fromEntries(waits.map((wait, i) => [ids[i], at(wait, i)])),
    jobs: byId(ids, (_, i) => record(at(waits[i] ?? 0, i))),
    meta: { head: parts.head ?? head({ flags: "h", enqueued: waits.length }) },
  };
}

/** A queue of one job that was leased at START. */
const LEASED: State = {
  leased: { [a]: START + 9_000 },
  jobs: { [a]: record() },
  runs: { [a]: run("L", tick(1)) },
  meta: { head: head({ flags: "h", due: START + 9_000, runs: 1, enqueued: 1, leased: 1 }) },
};
/** The clock 300 ms after START. */
const times = clockAt(START + 300);

test.each([
  [[0], "0,0=1"],
  [[1], "1,1=1"],
  [[2], "2,2=1"],
  [[3], "3,2=1"],
  [[4], "4,3=1"],
  [[1_000], "1000,10=1"],
  [[86_400_000], "86400000,27=1"],
  [[1_024, 1_023, 1_000, 0], "3047,0=1,10=2,11=1"],
])("the lease of jobs that have been ready for %j ms adds %s to the waits", async (waits, expected) => {
  for (const script of [turn, turnPlain]) {
    const queue = await queueWith(readyFor(waits));
    await queue.call(script, { count: waits.length });
    expect(await histogramsOf(queue)).toEqual([expected, ""]);
  }
});

test("waits are added to earlier ones, in the order in which buckets come", async () => {
  for (const script of [turn, turnPlain]) {
    const state = readyFor([9, 700], { head: head({ flags: "h", enqueued: 2 }).replace("||", "|100,7=1,10=12|5,3=1") });
    const queue = await queueWith(state);
    await queue.call(script, { count: 2 });
    expect(await histogramsOf(queue)).toEqual(["809,7=1,10=13,4=1", "5,3=1"]);
  }
});

test("the wait of a delayed job begins when it is due, and that of a retried job at its retry", async () => {
  const queue = await queueWith({
    ready: { a: place(0, 5, { time: START - 3 }), b: place(1, 5, { time: START - 2 }) },
    jobs: { a: record(place(0, 5, { time: START - 3 }), "{}", { enqueuedAt: START - 9_000 }), b: record(place(0)) },
    runs: { b: run("W", tick(5), { place: place(1, 5, { time: START - 2 }) }) },
    meta: { head: head({ runs: 1 }) },
  });
  await queue.call(turn, { count: 2 });
  expect(await histogramsOf(queue)).toEqual(["5,2=2", ""]);
});

test("a job whose lease has expired adds no wait, and one with a place in the future waited 0 ms", async () => {
  const queue = await queueWith({
    ready: { [a]: place(0, 5, { time: START - 500 }), [b]: place(0, 5, { time: START + 500 }) },
    jobs: byId([a, b], () => record()),
    runs: {
      [a]: run("L", tick(5), { place: place(0, 5, { time: START - 500 }) }),
      [b]: run("W", 0, { attempt: 0, place: place(0, 5, { time: START + 500 }), max: 0, worker: "" }),
    },
    meta: { head: head({ flags: "h", runs: 2 }) },
  });
  await queue.call(turnPlain, { count: 1 });
  expect(await histogramsOf(queue)).toEqual(["", ""]);
  await queue.call(turnPlain, { count: 1, number: 2 });
  expect(await histogramsOf(queue)).toEqual(["0,0=1", ""]);
});

test.each<[action: Item[0], isCounted: boolean]>([
  ["complete", true],
  ["keep", true],
  ["retry", true],
  ["postpone", true],
  ["fail", true],
  ["release", false],
  ["releaseBegun", false],
])("%s adds the time since the lease: %s", async (action, isCounted) => {
  const queue = await queueWith(LEASED);
  await turnWith(queue, [[action, a, tick(1)]], { times });
  expect(await histogramsOf(queue)).toEqual(["", isCounted ? "300,9=1" : ""]);
});

test("turnPlain adds the time since the lease of each job", async () => {
  const one = await queueWith(LEASED);
  await one.call(turnPlain, { count: 0, times, items: [ref(a, tick(1))] });
  expect(await histogramsOf(one)).toEqual(["", "300,9=1"]);
  const fences = [tick(1), tick(2), tick(1, START + 8)];
  const many = await queueWith({
    leased: { [a]: START + 9_000, [b]: START + 9_000, [c]: START + 9_000 },
    jobs: byId([a, b, c], () => record()),
    runs: byId([a, b, c], (_, i) => run("L", fences[i] ?? 0)),
    meta: { head: head({ flags: "h", due: START + 9_000, runs: 3 }) },
  });
  await many.call(turnPlain, {
    count: 0,
    times: clockAt(START + 9),
    items: [a, b, c].map((id, i) => ref(id, fences[i] ?? 0)),
  });
  expect(await histogramsOf(many)).toEqual(["", "19,1=1,4=2"]);
});

test("a stale settle adds nothing, and a repeated request adds its latencies once", async () => {
  const queue = await queueWith(LEASED);
  await turnWith(queue, [["complete", a, tick(2)]]);
  expect(await histogramsOf(queue)).toEqual(["", ""]);
  for (let i = 0; i < 2; i++) await turnWith(queue, [["complete", a, tick(1)]], { number: 2, times });
  expect(await histogramsOf(queue)).toEqual(["", "300,9=1"]);
});

test("a refused turn adds nothing", async () => {
  const queue = await queueWith(readyFor([5]));
  const before = await histogramsOf(queue);
  for (const nth of [1, 2]) {
    const refused = queue.through(refuseWrites(`n==${nth}`));
    await expectRefused(refused.call(turn, { count: 1 }));
    expect(await histogramsOf(queue)).toEqual(before);
  }
  await queue.call(turn, { count: 1, times: clockAt(START + 1) });
  expect(await histogramsOf(queue)).toEqual(["6,3=1", ""]);
});
