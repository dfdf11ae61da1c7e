// Latencies: the letters of waits and run times in the head, and the histograms to which they are added. Bucket n has the
// latencies of at least 2^(n-1) and less than 2^n ms.
import { expect, test } from "vitest";
import { turn, turnPlain } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites } from "../kit/adapters.ts";
import { byId, ended, head, idsOfBucket, record, ref, run } from "../kit/forms.ts";
import { readLatencies, type State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, place, START, tick } from "../kit/times.ts";
import { type Item, turnWith } from "../kit/turns.ts";

const queueWith = connectQueues();
const latenciesOf = (queue: TestQueue) => readLatencies(queue.keys.root);
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

/** Returns letters: one for each bucket, after the first code of a histogram. */
const letters = (first: "@" | "`", ...buckets: number[]) =>
  String.fromCharCode(...buckets.map((bucket) => first.charCodeAt(0) + bucket));
const waits = (...buckets: number[]) => letters("@", ...buckets);
const runTimes = (...buckets: number[]) => letters("`", ...buckets);

test.each([
  [[0], [0]],
  [[1], [1]],
  [[2], [2]],
  [[3], [2]],
  [[4], [3]],
  ...Array.from({ length: 27 }, (_, i) => [
    [2 ** (i + 3), 2 ** (i + 3) - 1],
    [i + 4, i + 3],
  ]),
  [[2 ** 30], [30]],
  [[2 ** 36], [30]],
  [
    [1_024, 1_023, 1_000, 0],
    [11, 10, 10, 0],
  ],
])("the lease of jobs that have been ready for %j ms adds the buckets %j to the waits", async (times, buckets) => {
  for (const script of [turn, turnPlain]) {
    const queue = await queueWith(readyFor(times));
    await queue.call(script, { count: times.length });
    expect(await latenciesOf(queue)).toEqual([waits(...buckets), null, null]);
  }
});

test("letters are added to earlier ones", async () => {
  for (const script of [turn, turnPlain]) {
    const queue = await queueWith(readyFor([9, 700], { head: `${head({ flags: "h", enqueued: 2 })}Ab` }));
    await queue.call(script, { count: 2 });
    expect(await latenciesOf(queue)).toEqual([`Ab${waits(10, 4)}`, null, null]);
  }
});

test.each([
  [94, "A".repeat(94) + waits(10, 4), null, null],
  [95, "", "0 95 0 0 1 0 0 0 0 0 1", ""],
])("after %i letters, two more are added to the histograms if that are more than 96", async (number, ...expected) => {
  for (const script of [turn, turnPlain]) {
    const before = `${head({ flags: "h", enqueued: 2 })}${"A".repeat(number)}`;
    const queue = await queueWith(readyFor([9, 700], { head: before }));
    await queue.call(script, { count: 2 });
    expect(await latenciesOf(queue)).toEqual(expected);
  }
});

test("histograms have the sums of earlier numbers and letters", async () => {
  for (const script of [turn, turnPlain]) {
    const before = `${head({ flags: "h", enqueued: 1 })}@${"A".repeat(49)}${"a".repeat(44)}\`~`;
    const state = readyFor([4], { head: before });
    const queue = await queueWith({ ...state, meta: { ...state.meta, waits: "7 999 1", runTimes: "9" } });
    await queue.call(script, { count: 1 });
    const run = ["10", "44", ...Array(28).fill("0"), "1"].join(" ");
    expect(await latenciesOf(queue)).toEqual(["", "8 1048 1 1", run]);
  }
});

test("jobs that became ready in the same millisecond have one letter each, up to a thousand", async () => {
  const queue = await queueWith(readyFor(Array(1_000).fill(5)));
  await queue.call(turn, { count: 1_000 });
  expect(await latenciesOf(queue)).toEqual(["", "0 0 0 1000", ""]);
});

test("the wait of a delayed job begins when it is due, and that of a retried job at its retry", async () => {
  const queue = await queueWith({
    ready: { a: place(0, 5, { time: START - 3 }), b: place(1, 5, { time: START - 2 }) },
    jobs: { a: record(place(0, 5, { time: START - 3 }), "{}", { enqueuedAt: START - 9_000 }), b: record(place(0)) },
    runs: { b: run("W", tick(5), { place: place(1, 5, { time: START - 2 }) }) },
    meta: { head: head({ runs: 1 }) },
  });
  await queue.call(turn, { count: 2 });
  expect(await latenciesOf(queue)).toEqual([waits(2, 2), null, null]);
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
  expect(await latenciesOf(queue)).toEqual(["", null, null]);
  await queue.call(turnPlain, { count: 1, number: 2 });
  expect(await latenciesOf(queue)).toEqual([waits(0), null, null]);
});

test.each<[letter: Parameters<typeof ended>[0], isCounted: boolean]>([
  ["r", true],
  ["p", true],
  ["f", true],
  ["g", false],
  ["b", false],
  ["w", false],
])("the next lease after an attempt that ended with %s adds a wait: %s", async (letter, isCounted) => {
  for (const script of [turn, turnPlain]) {
    const state = readyFor([500]);
    const attempts = [ended("r", tick(4)), ended(letter, tick(5), { attempt: 2 })];
    const queue = await queueWith({
      ...state,
      runs: { [a]: run("W", tick(5), { place: state.ready?.[a] ?? 0, attempts }) },
    });
    await queue.call(script, { count: 1 });
    expect(await latenciesOf(queue)).toEqual([isCounted ? waits(9) : "", null, null]);
  }
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
  expect(await latenciesOf(queue)).toEqual([isCounted ? runTimes(9) : "", null, null]);
});

test("turnPlain adds the time since the lease of each job", async () => {
  const one = await queueWith(LEASED);
  await one.call(turnPlain, { count: 0, times, items: [ref(a, tick(1))] });
  expect(await latenciesOf(one)).toEqual([runTimes(9), null, null]);
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
  expect(await latenciesOf(many)).toEqual([runTimes(4, 4, 1), null, null]);
});

test("a stale settle adds nothing, and a repeated request adds its latencies once", async () => {
  const queue = await queueWith(LEASED);
  await turnWith(queue, [["complete", a, tick(2)]]);
  expect(await latenciesOf(queue)).toEqual(["", null, null]);
  for (let i = 0; i < 2; i++) await turnWith(queue, [["complete", a, tick(1)]], { number: 2, times });
  expect(await latenciesOf(queue)).toEqual([runTimes(9), null, null]);
});

test.each([0, 96])("a refused turn adds nothing to %i letters", async (number) => {
  const before = `${head({ flags: "h", enqueued: 1 })}${"A".repeat(number)}`;
  const state = readyFor([5], { head: before });
  const queue = await queueWith({ ...state, meta: { ...state.meta, waits: "1 2", runTimes: "3" } });
  const latencies = await latenciesOf(queue);
  for (const nth of [1, 2]) {
    const refused = queue.through(refuseWrites(`n==${nth}`));
    await expectRefused(refused.call(turn, { count: 1 }));
    expect(await latenciesOf(queue)).toEqual(latencies);
  }
  await queue.call(turn, { count: 1, times: clockAt(START + 1) });
  expect(await latenciesOf(queue)).toEqual(number === 0 ? [waits(3), "1 2", "3"] : ["", "1 98 0 1", "3"]);
});
