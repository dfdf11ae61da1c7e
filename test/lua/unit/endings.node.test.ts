// Endings: how a job ended that is gone is known for a while, however it ended.
import { describe, expect, test } from "vitest";
import { cancel, clean, get, purge, turn, turnPlain } from "../../../src/engine/scripts.gen.ts";
import { recording } from "../kit/recording.ts";
import { OUT_OF_MEMORY, refusing } from "../kit/refusing.ts";
import {
  about,
  type Bench,
  benches,
  clockAt,
  due,
  ending,
  head,
  place,
  record,
  redis,
  ref,
  run,
  SINCE,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();

/** How a job ended, as get tells it. */
const told = async (queue: Bench, id: string) => (await queue.call(get, { id, parts: "dr" }, { id }))[2];

const held: State = {
  leased: [["a", START + 1]],
  jobs: { a: record() },
  runs: { a: run("L", tick(5)) },
  meta: { head: head({ due: START + 1, runs: 1 }) },
};
const complete = (queue: Bench) => queue.call(turn, { count: 0, items: ["c", ref("a", tick(5)), "", ""] });
const waiting = (state: "ready" | "delayed", expires: number): State => ({
  ...(state === "ready" ? { ready: [["a", place(1)]] } : { delayed: [["a", due(START + 9)]] }),
  expiring: [["a", expires]],
  jobs: { a: record(place(1), "{}", `x${expires}`) },
  meta: { head: head({ due: Math.min(expires, START + 9) }) },
});
const over = (state: "failed" | "done"): State => ({
  ...(state === "failed" ? { failed: [["a", START - 9]] } : { done: [["a", START - 9]] }),
  jobs: { a: record() },
  runs: { a: run(state === "done" ? "C" : "F", tick(5)) },
  meta: { head: head({ runs: 1 }) },
});

describe("is known of a job", () => {
  test.each<[what: string, letter: string, state: State, end: (queue: Bench) => Promise<unknown>]>([
    ["that was completed", "C", held, complete],
    [
      "that was completed by turnPlain",
      "C",
      held,
      (queue) =>
        queue.call(turnPlain, {
          ...about(["a"], {})[0],
          bucket: about(["a"], {})[1].buckets,
          count: 0,
          items: [ref("a", tick(5))],
        }),
    ],
    ["that was cancelled", "X", held, (queue) => queue.call(cancel, ...about(["a"], { ids: ["a"] }))],
    ["that expired in line, before a lease", "E", waiting("ready", START), (queue) => queue.call(turn)],
    ["that expired while it was delayed", "E", waiting("delayed", START), (queue) => queue.call(clean)],
    [
      "that a lease passed over",
      "E",
      { ...waiting("ready", START), expiring: [], meta: { head: head() } },
      (queue) => queue.call(turn),
    ],
    [
      "that was purged",
      "P",
      waiting("ready", START + 9),
      (queue) => queue.call(purge, { total: "purged", letter: "P" }, { state: "ready" }),
    ],
    [
      "that was done, and purged",
      "C",
      over("done"),
      (queue) => queue.call(purge, { total: "", letter: "C" }, { state: "done" }),
    ],
    ["that failed, past its retention", "F", over("failed"), (queue) => queue.call(clean, { policy: "- - 0 - 0" })],
    ["that was done, past its retention", "C", over("done"), (queue) => queue.call(clean, { policy: "0 - - - 0" })],
    [
      "that failed, where others fail",
      "F",
      {
        ...over("failed"),
        leased: [["b", START + 1]],
        jobs: { a: record(), b: record() },
        runs: { a: run("F", tick(5)), b: run("L", tick(6)) },
      },
      (queue) => queue.call(turn, { count: 0, policy: "- - - 1 0", items: ["f", ref("b", tick(6)), "", ""] }),
    ],
  ])("%s", async (_, letter, state, end) => {
    const queue = fresh();
    await queue.seed(state);
    expect(await told(queue, "a")).toBe("-");
    await end(queue);
    expect((await queue.state()).endings).toEqual(ending("a", letter as "C", tick(100)));
    expect(await told(queue, "a")).toBe(`${letter}${tick(100)}`);
  });

  test("though a job of the same id has ended before: the last one counts", async () => {
    const queue = fresh();
    await queue.seed({
      ...held,
      endings: { ...ending("a", "X", tick(1)), ...ending("b", "C", tick(2)) },
      "endings:before": ending("a", "P", tick(0)),
    });
    await complete(queue);
    expect(await told(queue, "a")).toBe(`C${tick(100)}`);
    expect(await told(queue, "b")).toBe(`C${tick(2)}`);
  });

  test("though it is among the older ones", async () => {
    const queue = fresh();
    await queue.seed({ meta: { head: head() }, "endings:before": ending("a", "P", tick(0)) });
    expect(await told(queue, "a")).toBe(`P${tick(0)}`);
  });

  test("as the lease ended that took place last, with the fence of that", async () => {
    const queue = fresh();
    await queue.seed({ ...held, ready: [["b", place(1)]], jobs: { a: record(), b: record() } });
    await queue.call(turn, { count: 1, items: ["c", ref("a", tick(5)), "", ""] });
    expect(await told(queue, "a")).toBe(`C${tick(101)}`);
  });
});

test("nothing is told of the end of a job that is there again", async () => {
  const queue = fresh();
  await queue.seed({ ...waiting("ready", START + 9), endings: ending("a", "X", tick(1)) });
  expect(await told(queue, "a")).toBe("-");
});

test("a job that is kept has no ending", async () => {
  const queue = fresh();
  await queue.seed(held);
  await queue.call(turn, { count: 0, items: ["k", ref("a", tick(5)), "", ""] });
  expect((await queue.state()).endings).toBeUndefined();
});

test("what rests on nothing else is settled though its ending is refused", async () => {
  const queue = fresh();
  await queue.seed(held);
  const refused = queue.through(refusing("name=='HSET' and string.find(key,'endings')"));
  expect((await complete(refused))[1]).toBe("c");
  const { jobs, endings, meta } = await queue.state();
  expect([jobs, endings, meta]).toEqual([undefined, undefined, { head: head({ due: START + 1, completed: 1 }) }]);
});

describe("the endings that are written become the older ones", () => {
  const MINUTES = 120_000;
  const DAY = 86_400_000;
  const before = ending("gone", "P", tick(1));

  const SLICE = 20_000;
  /** Writes so many other endings, since a time. */
  async function fill(queue: Bench, count: number, since: number | undefined): Promise<void> {
    const key = `${queue.keys.root}endings`;
    const script = "for i=ARGV[1],ARGV[2] do redis.call('HSET',KEYS[1],'other '..i,'C1') end";
    // In slices, because other tests use the same server.
    for (let from = 1; from <= count; from += SLICE) {
      const to = Math.min(count, from + SLICE - 1);
      await redis().eval(script, { keys: [key], arguments: [`${from}`, `${to}`] });
    }
    if (since !== undefined) await redis().hSet(key, SINCE, `${since}`.padEnd(65));
    await redis().hSet(`${queue.keys.root}endings:before`, before);
  }
  const sizes = async (queue: Bench) =>
    Promise.all(["endings", "endings:before"].map((name) => redis().hLen(queue.keys.root + name)));
  const beat = (queue: Bench, number = 1) => queue.call(turn, { count: 1, beats: 1, number });
  const sweep = (queue: Bench) => queue.call(clean, {});

  test.each<
    [what: string, count: number, since: number | undefined, act: (queue: Bench) => Promise<unknown>, sizes: number[]]
  >([
    ["when they are large and older than two minutes", 9_999, START - MINUTES - 1, beat, [1, 10_000]],
    ["not when they are of that age", 9_999, START - MINUTES, beat, [10_000, 1]],
    ["not when they are fewer", 9_998, START - MINUTES - 1, beat, [9_999, 1]],
    ["not at the turns between beats", 9_999, START - DAY, (queue) => queue.call(turn, { count: 1 }), [10_000, 1]],
    ["not before it is known since when they are written", 10_000, undefined, beat, [10_001, 1]],
    ["at a clean when they are older than a day, however few", 1, START - DAY - 1, sweep, [1, 2]],
    ["not at a clean when they are of that age", 1, START - DAY, sweep, [2, 1]],
  ])("%s", async (_, count, since, act, expected) => {
    const queue = fresh();
    await queue.seed(held);
    await fill(queue, count, since);
    await act(queue);
    expect(await sizes(queue)).toEqual(expected);
    expect(await told(queue, "other 1")).toBe("C1");
  });

  test("when they are a million, however young", async () => {
    const queue = fresh();
    await queue.seed(held);
    await fill(queue, 999_998, START);
    await beat(queue);
    expect(await sizes(queue)).toEqual([999_999, 1]);
    await redis().hSet(`${queue.keys.root}endings`, "another", "C1");
    await beat(queue, 2);
    expect(await sizes(queue)).toEqual([1, 1_000_000]);
    await redis().del(queue.keys.all());
  });

  test("and those before are freed in the background, which a rename would not do", async () => {
    const queue = fresh();
    const [adapter, commands] = recording();
    await queue.seed(held);
    await fill(queue, 1, START - DAY - 1);
    await sweep(queue.through(adapter));
    const names = (await commands()).filter((each) => /^(UNLINK|RENAME)/.test(each));
    expect(names).toEqual(["UNLINK endings:before", "RENAME endings endings:before"]);
  });

  test("and go, where none came for two days", async () => {
    const queue = fresh();
    await queue.seed(held);
    await fill(queue, 1, START - DAY - 1);
    await sweep(queue);
    expect(await sizes(queue)).toEqual([1, 2]);
    await queue.call(clean, { times: clockAt(START + DAY), number: 2 });
    expect(await sizes(queue)).toEqual([1, 2]);
    await queue.call(clean, { times: clockAt(START + DAY + 1), number: 3 });
    expect(await sizes(queue)).toEqual([0, 0]);
  });
});

test("a clean begins no endings where there are none", async () => {
  const queue = fresh();
  await queue.seed(held);
  await queue.call(clean, {});
  expect(await redis().exists(`${queue.keys.root}endings`)).toBe(0);
});

test("endings are stored as a table from the first completion on", async () => {
  const queue = fresh();
  await queue.seed(held);
  await complete(queue);
  expect(await redis().objectEncoding(`${queue.keys.root}endings`)).toBe("hashtable");
});

test.each([
  [0, 1],
  [3, 0],
])(
  "turnPlain begins the endings only with the first jobs that a queue completes: after %i, %i time is noted",
  async (completed, noted) => {
    const queue = fresh();
    await queue.seed({ ...held, meta: { head: head({ due: START + 1, runs: 1, completed }) } });
    const [args, { buckets }] = about(["a"], { items: [ref("a", tick(5))], count: 0 });
    await queue.call(turnPlain, { ...args, bucket: buckets });
    expect(await redis().hmGet(`${queue.keys.root}endings`, [SINCE, "a"])).toEqual([
      noted > 0 ? String(START).padEnd(65) : null,
      `C${tick(100)}`,
    ]);
  },
);

test("turnPlain leaves it to turn to make room for endings", async () => {
  const queue = fresh();
  const old = ending("old", "X", tick(1));
  await queue.seed({ ...held, endings: old, meta: { head: head({ due: START + 1, runs: 1, completed: 3 }) } });
  const [args, { buckets }] = about(["a"], { items: [ref("a", tick(5))], count: 0 });
  const refused = queue.through(refusing("name=='HSET' and string.find(key,':endings$')"));
  expect((await refused.call(turnPlain, { ...args, bucket: buckets })).slice(0, 2)).toEqual(["ok", "c"]);
  expect((await queue.state()).endings).toEqual(old);
});

test("endings that cannot grow make room for others, unless the memory is full", async () => {
  for (const [message, left] of [
    [undefined, { "endings:before": ending("old", "X", tick(1)) }],
    [OUT_OF_MEMORY, { endings: ending("old", "X", tick(1)) }],
  ] as const) {
    const queue = fresh();
    await queue.seed({ ...held, endings: ending("old", "X", tick(1)) });
    // The first field that is written is the time since which they are.
    const refused = queue.through(refusing("name=='HSET' and string.find(key,'endings',1,true)", message));
    expect((await complete(refused))[1]).toBe("c");
    const { endings, "endings:before": older } = await queue.state();
    expect({ ...(endings && { endings }), ...(older && { "endings:before": older }) }).toEqual(left);
  }
});
