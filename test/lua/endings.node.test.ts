// Endings: how a job ended that is gone is known for a while, however it ended.
import { describe, expect, test } from "vitest";
import { cancel, clean, get, purge, turn, turnPlain } from "../../src/core/scripts.gen.ts";
import { refusing } from "./refusing.ts";
import {
  about,
  type Bench,
  benches,
  due,
  ending,
  head,
  NEVER,
  place,
  record,
  ref,
  run,
  START,
  type State,
  tick,
} from "./state.ts";

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
          hash: about(["a"], {})[1].hashes,
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
    expect((await queue.state()).endings).toBe(ending("a", letter as "C", tick(100)));
    expect(await told(queue, "a")).toBe(`${letter}${tick(100)}`);
  });

  test("though a job of the same id has ended before: the last one counts", async () => {
    const queue = fresh();
    await queue.seed({
      ...held,
      endings: ending("a", "X", tick(1)) + ending("b", "C", tick(2)),
      "endings:before": ending("a", "P", tick(0)),
    });
    await complete(queue);
    expect(await told(queue, "a")).toBe(`C${tick(100)}`);
    expect(await told(queue, "b")).toBe(`C${tick(2)}`);
  });

  test("though the endings before it stand in the other text", async () => {
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
  const refused = queue.through(refusing("name=='APPEND'"));
  expect((await complete(refused))[1]).toBe("c");
  const { jobs, endings, meta } = await queue.state();
  expect([jobs, endings, meta]).toEqual([undefined, undefined, { head: head({ due: START + 1, completed: 1 }) }]);
});

describe("the text of endings takes the place of the other", () => {
  const LARGE = 262_144;
  const old = tick(100) - 120_000_000;
  const cancelA = (queue: Bench) => queue.call(cancel, ...about(["a"], { ids: ["a"] }));

  /** A text of a size whose first line is of a tick. */
  const text = (size: number, at: number) => {
    const first = ending("first", "C", at);
    return first + ending("x".repeat(size - first.length - ending("", "P", tick(9)).length), "P", tick(9));
  };
  const line = ending("a", "X", tick(100));
  // It is looked at only once for every 4,096 bytes.
  const size = 65 * 4_096 - line.length;

  test.each<[what: string, isMoved: boolean, size: number, at: number]>([
    ["when it is large and its first line is older than two minutes", true, size, old - 1],
    ["only when its first line is older than two minutes", false, size, old],
    ["only when it is large", false, LARGE - line.length, old - 1],
    ["as soon as it is larger than that", true, LARGE + 1 - line.length, old - 1],
    ["only now and then", false, size - 1, old - 1],
    ["once for so many bytes", false, size + line.length, old - 1],
  ])("%s", async (_, isMoved, before, at) => {
    const queue = fresh();
    const written = text(before, at);
    expect(written.length).toBe(before);
    await queue.seed({ ...held, endings: written, "endings:before": ending("gone", "P", tick(1)) });
    await cancelA(queue);
    const state = await queue.state();
    expect(state["endings:before"]).toBe(isMoved ? written + line : ending("gone", "P", tick(1)));
    expect(state.endings).toBe(isMoved ? undefined : written + line);
    expect(await told(queue, "a")).toBe(`X${tick(100)}`);
  });

  test("also when its first line is damaged", async () => {
    const queue = fresh();
    await queue.seed({ ...held, endings: `\t${"x".repeat(size - 1)}` });
    await cancelA(queue);
    expect((await queue.state()).endings).toBeUndefined();
  });

  test("also where only turnPlain completes jobs", async () => {
    const queue = fresh();
    // As often as the text has grown by half of its largest size.
    let written = text(size, old - 1);
    const hash = about(["a"], {})[1].hashes;
    for (let number = 1; number < 40; number++) {
      await queue.seed({
        ...held,
        meta: { head: head({ flags: "h", due: NEVER, runs: 1 }), heard: String(NEVER) },
        endings: written,
      });
      const [status] = await queue.call(turnPlain, { number, count: 0, hash, items: [ref("a", tick(5))] });
      if (status === "odd") await queue.call(turn, { number, count: 0, items: ["c", ref("a", tick(5)), "", ""] });
      const state = await queue.state();
      if (state["endings:before"]) return;
      written = `${state.endings}${ending("y".repeat(4_000), "P", tick(9))}`;
    }
    expect.unreachable("the text only grows");
  });
});

test("an ending is found in texts of some megabytes, and in the last line that was cut", async () => {
  const queue = fresh();
  const filler = Array.from({ length: 60_000 }, (_, i) => ending(`job ${i}`, "C", tick(i))).join("");
  const cut = ending("cut", "X", tick(1));
  const tail = filler.slice(filler.indexOf("\n", filler.length - 1_000_000 + 10) + 1);
  await queue.seed({
    meta: { head: head() },
    "endings:before": ending("long ago", "P", tick(0)) + filler,
    endings: filler + cut + tail.slice(0, 1_000_000 - 2) + ending("last", "E", tick(2)),
  });
  expect(await told(queue, "last")).toBe(`E${tick(2)}`);
  expect(await told(queue, "job 59999")).toBe(`C${tick(59_999)}`);
  expect(await told(queue, "long ago")).toBe("-");
});

test.each([
  ["is found in the last million bytes", 1_000_000 - 1, `X${tick(1)}`],
  ["is not looked for in a line that may have been cut", 1_000_000, "-"],
])("an ending %s", async (_, size, found) => {
  const line = ending("a", "X", tick(1));
  const end = ending("", "C", tick(2));
  const queue = fresh();
  await queue.seed({
    meta: { head: head() },
    endings: ending("before", "C", tick(0)) + line + "x".repeat(size - line.length - end.length) + end,
  });
  expect(await told(queue, "a")).toBe(found);
});
