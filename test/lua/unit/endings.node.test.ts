// Endings: the reason and the tick of a job's end, kept for a while after the job is gone.
import { describe, expect, test } from "vitest";
import { cancel, clean, get, purge, turn, turnPlain } from "../../../src/engine/all-scripts.ts";
import { OUT_OF_MEMORY, recordCommands, refuseWrites } from "../kit/adapters.ts";
import { redis } from "../kit/connection.ts";
import { ending, head, record, ref, run } from "../kit/forms.ts";
import { leasedQueue } from "../kit/leased-jobs.ts";
import { SINCE, type State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, due, place, START, tick } from "../kit/times.ts";
import { turnWith } from "../kit/turns.ts";

const queueWith = connectQueues();

/** Resolves with the ending that get returns for a job. */
const endingOf = async (queue: TestQueue, id: string) => (await queue.call(get, { id, parts: "dr" }))[2];

const leased = leasedQueue(["a"], { end: START + 1, fence: () => tick(5), head: { due: START + 1 } });
const complete = (queue: TestQueue) => turnWith(queue, [["complete", "a", tick(5)]]);
const waiting = (state: "ready" | "delayed", expires: number): State => ({
  ...(state === "ready" ? { ready: { a: place(1) } } : { delayed: { a: due(START + 9) } }),
  expiring: { a: expires },
  jobs: { a: record(place(1), "{}", { expiresAt: expires }) },
  meta: { head: head({ due: Math.min(expires, START + 9) }) },
});
const ended = (state: "failed" | "done"): State => ({
  ...(state === "failed" ? { failed: { a: START - 9 } } : { done: { a: START - 9 } }),
  jobs: { a: record() },
  runs: { a: run(state === "done" ? "C" : "F", tick(5)) },
  meta: { head: head({ runs: 1 }) },
});

describe("get returns the ending of a job", () => {
  test.each<[what: string, letter: string, state: State, endJob: (queue: TestQueue) => Promise<unknown>]>([
    ["that was completed", "C", leased, complete],
    [
      "that was completed by turnPlain",
      "C",
      leased,
      (queue) => queue.call(turnPlain, { count: 0, items: [ref("a", tick(5))] }),
    ],
    ["that was cancelled", "X", leased, (queue) => queue.call(cancel, { ids: ["a"] })],
    ["that expired while it was ready", "E", waiting("ready", START), (queue) => queue.call(turn)],
    ["that expired while it was delayed", "E", waiting("delayed", START), (queue) => queue.call(clean)],
    [
      "that a lease dropped because it had expired",
      "E",
      { ...waiting("ready", START), expiring: {}, meta: { head: head() } },
      (queue) => queue.call(turn),
    ],
    [
      "that was purged",
      "P",
      waiting("ready", START + 9),
      (queue) => queue.call(purge, { total: "purged", letter: "P", state: "ready" }),
    ],
    [
      "that was done and then purged",
      "C",
      ended("done"),
      (queue) => queue.call(purge, { total: "", letter: "C", state: "done" }),
    ],
    ["that failed, after its retention", "F", ended("failed"), (queue) => queue.call(clean, { policy: "- - 0 - 0" })],
    ["that was done, after its retention", "C", ended("done"), (queue) => queue.call(clean, { policy: "0 - - - 0" })],
    [
      "that failed, when another failure trims it",
      "F",
      {
        ...ended("failed"),
        leased: { b: START + 1 },
        jobs: { a: record(), b: record() },
        runs: { a: run("F", tick(5)), b: run("L", tick(6)) },
      },
      (queue) => turnWith(queue, [["fail", "b", tick(6)]], { policy: "- - - 1 0" }),
    ],
  ])("%s", async (_, letter, state, endJob) => {
    const queue = await queueWith(state);
    expect(await endingOf(queue, "a")).toBe("-");
    await endJob(queue);
    expect((await queue.state()).endings).toEqual({ a: ending(letter as "C") });
    expect(await endingOf(queue, "a")).toBe(`${letter}${tick(100)}`);
  });

  test("that ended last, if several had the same id", async () => {
    const queue = await queueWith({
      ...leased,
      endings: { a: ending("X", tick(1)), b: ending("C", tick(2)) },
      "endings:before": { a: ending("P", tick(0)) },
    });
    await complete(queue);
    expect(await endingOf(queue, "a")).toBe(`C${tick(100)}`);
    expect(await endingOf(queue, "b")).toBe(`C${tick(2)}`);
  });

  test("from among the older endings", async () => {
    const queue = await queueWith({ meta: { head: head() }, "endings:before": { a: ending("P", tick(0)) } });
    expect(await endingOf(queue, "a")).toBe(`P${tick(0)}`);
  });

  test("with the fence of the lease in the same turn", async () => {
    const queue = await queueWith({ ...leased, ready: { b: place(1) }, jobs: { a: record(), b: record() } });
    await turnWith(queue, [["complete", "a", tick(5)]], { count: 1 });
    expect(await endingOf(queue, "a")).toBe(`C${tick(101)}`);
  });
});

test("get returns no ending of a job that exists again", async () => {
  const queue = await queueWith({ ...waiting("ready", START + 9), endings: { a: ending("X", tick(1)) } });
  expect(await endingOf(queue, "a")).toBe("-");
});

test("a job that is kept has no ending", async () => {
  const queue = await queueWith(leased);
  await turnWith(queue, [["keep", "a", tick(5)]]);
  expect((await queue.state()).endings).toBeUndefined();
});

test("a job is completed even if its ending is refused", async () => {
  const queue = await queueWith(leased);
  const refused = queue.through(refuseWrites("name=='HSET' and string.find(key,'endings')"));
  expect((await complete(refused))[1]).toBe("c");
  const { jobs, endings, meta } = await queue.state();
  expect([jobs, endings, meta]).toEqual([undefined, undefined, { head: head({ due: START + 1, completed: 1 }) }]);
});

describe("the current endings become the older ones", () => {
  const MINUTES = 120_000;
  const DAY = 86_400_000;
  const before = { gone: ending("P", tick(1)) };

  const SLICE = 20_000;
  /** Writes other endings, which are collected since a time. */
  async function fill(queue: TestQueue, count: number, since: number | undefined): Promise<void> {
    const key = `${queue.keys.root}endings`;
    const script = "for i=ARGV[1],ARGV[2] do redis.call('HSET',KEYS[1],'other '..i,'C1') end";
    // In slices, since other tests use the same server.
    for (let from = 1; from <= count; from += SLICE) {
      const to = Math.min(count, from + SLICE - 1);
      await redis().eval(script, { keys: [key], arguments: [`${from}`, `${to}`] });
    }
    if (since !== undefined) await redis().hSet(key, SINCE, `${since}`.padEnd(65));
    await redis().hSet(`${queue.keys.root}endings:before`, before);
  }
  const sizes = async (queue: TestQueue) =>
    Promise.all(["endings", "endings:before"].map((name) => redis().hLen(queue.keys.root + name)));
  const beat = (queue: TestQueue, number = 1) => queue.call(turn, { count: 1, heartbeat: 1, number });
  const sweep = (queue: TestQueue) => queue.call(clean, {});

  type Act = (queue: TestQueue) => Promise<unknown>;
  test.each<[what: string, count: number, since: number | undefined, act: Act, sizes: number[]]>([
    ["at 10,000 endings, if they are older than two minutes", 9_999, START - MINUTES - 1, beat, [1, 10_000]],
    ["not if they are two minutes old", 9_999, START - MINUTES, beat, [10_000, 1]],
    ["not if they are fewer", 9_998, START - MINUTES - 1, beat, [9_999, 1]],
    ["not at a turn between beats", 9_999, START - DAY, (queue) => queue.call(turn, { count: 1 }), [10_000, 1]],
    ["not if it is unknown since when they are collected", 10_000, undefined, beat, [10_001, 1]],
    ["at a clean, if they are older than a day", 1, START - DAY - 1, sweep, [1, 2]],
    ["not at a clean, if they are a day old", 1, START - DAY, sweep, [2, 1]],
  ])("%s", async (_, count, since, act, expected) => {
    const queue = await queueWith(leased);
    await fill(queue, count, since);
    await act(queue);
    expect(await sizes(queue)).toEqual(expected);
    expect(await endingOf(queue, "other 1")).toBe("C1");
  });

  test("at a million, whatever their age", async () => {
    const queue = await queueWith(leased);
    await fill(queue, 999_998, START);
    await beat(queue);
    expect(await sizes(queue)).toEqual([999_999, 1]);
    await redis().hSet(`${queue.keys.root}endings`, "another", "C1");
    await beat(queue, 2);
    expect(await sizes(queue)).toEqual([1, 1_000_000]);
    await redis().del(queue.keys.all());
  });

  test("after the older ones were unlinked, since a rename would free them at once", async () => {
    const [adapter, commands] = recordCommands();
    const queue = await queueWith(leased);
    await fill(queue, 1, START - DAY - 1);
    await sweep(queue.through(adapter));
    const names = (await commands()).filter((each) => /^(UNLINK|RENAME)/.test(each));
    expect(names).toEqual(["UNLINK endings:before", "RENAME endings endings:before"]);
  });

  test("and are removed after two days without new ones", async () => {
    const queue = await queueWith(leased);
    await fill(queue, 1, START - DAY - 1);
    await sweep(queue);
    expect(await sizes(queue)).toEqual([1, 2]);
    await queue.call(clean, { times: clockAt(START + DAY), number: 2 });
    expect(await sizes(queue)).toEqual([1, 2]);
    await queue.call(clean, { times: clockAt(START + DAY + 1), number: 3 });
    expect(await sizes(queue)).toEqual([0, 0]);
  });
});

test("a clean does not create endings", async () => {
  const queue = await queueWith(leased);
  await queue.call(clean, {});
  expect(await redis().exists(`${queue.keys.root}endings`)).toBe(0);
});

test("the first completion stores endings as a hash table", async () => {
  const queue = await queueWith(leased);
  await complete(queue);
  expect(await redis().objectEncoding(`${queue.keys.root}endings`)).toBe("hashtable");
});

test.each([
  ["notes the time", 0, String(START).padEnd(65)],
  ["does not note the time", 3, null],
])("turnPlain %s since which endings are collected if the queue has completed %i jobs", async (_, completed, since) => {
  const queue = await queueWith({ ...leased, meta: { head: head({ due: START + 1, runs: 1, completed }) } });
  await queue.call(turnPlain, { count: 0, items: [ref("a", tick(5))] });
  const fields = await redis().hmGet(`${queue.keys.root}endings`, [SINCE, "a"]);
  expect(fields).toEqual([since, `C${tick(100)}`]);
});

test("turnPlain does not make room for endings", async () => {
  const old = { old: ending("X", tick(1)) };
  const queue = await queueWith({
    ...leased,
    endings: old,
    meta: { head: head({ due: START + 1, runs: 1, completed: 3 }) },
  });
  const refused = queue.through(refuseWrites("name=='HSET' and string.find(key,':endings$')"));
  const reply = await refused.call(turnPlain, { count: 0, items: [ref("a", tick(5))] });
  expect(reply.slice(0, 2)).toEqual(["ok", "c"]);
  expect((await queue.state()).endings).toEqual(old);
});

test("endings that cannot grow become the older ones, unless memory is full", async () => {
  for (const [message, left] of [
    [undefined, { "endings:before": { old: ending("X", tick(1)) } }],
    [OUT_OF_MEMORY, { endings: { old: ending("X", tick(1)) } }],
  ] as const) {
    const queue = await queueWith({ ...leased, endings: { old: ending("X", tick(1)) } });
    // The first field that is written is the time since which endings are collected.
    const refused = queue.through(refuseWrites("name=='HSET' and string.find(key,'endings',1,true)", message));
    expect((await complete(refused))[1]).toBe("c");
    const { endings, "endings:before": older } = await queue.state();
    expect({ ...(endings && { endings }), ...(older && { "endings:before": older }) }).toEqual(left);
  }
});
