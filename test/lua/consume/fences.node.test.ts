// Fences: two leases never get the same one, whatever becomes of meta. The clock's microseconds are the floor.
import { describe, expect, test } from "vitest";
import { clean, deepClean, extend, turn, turnPlain } from "../../../src/engine/scripts.gen.ts";
import { createRandom } from "../../../src/instruments/testing/random.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import {
  about,
  type Bench,
  benches,
  clockAt,
  head,
  leasedIds,
  NEVER,
  place,
  record,
  redis,
  ref,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();

let lanes = 0;

/** Leases and gives back; resolves with the fences. */
async function leased(queue: Bench, time: number, count = 3): Promise<number[]> {
  lanes += 1;
  const lane = `lane ${lanes}`;
  const [, , header = "", ...rest] = await queue.call(turn, { times: clockAt(time), lane, count });
  const first = Number(header.split(" ")[5]);
  const ids = leasedIds(rest);
  const fences = ids.map((_, i) => first + i);
  const items = ids.flatMap((id, i) => ["g", ref(id, fences[i] ?? 0), "", ""]);
  if (ids.length > 0) await queue.call(turn, { times: clockAt(time), lane, number: 2, count: 0, items });
  return fences;
}

const three: State = {
  ready: ["a", "b", "c"].map((id, i) => [id, place(i)]),
  jobs: { a: record(), b: record(), c: record() },
};

test("begin at the clock's microseconds, as in the first lease of a queue", async () => {
  const queue = fresh();
  await queue.seed(three);
  expect(await leased(queue, START)).toEqual([tick(1), tick(2), tick(3)]);
  expect((await queue.state()).meta?.head).toContain(`2  ${tick(3)} `);
});

test("go on behind the last tick, which enqueueing and retrying use, too", async () => {
  const queue = fresh();
  await queue.seed({ ...three, meta: { head: head({ tick: tick(500) }) } });
  expect(await leased(queue, START)).toEqual([tick(501), tick(502), tick(503)]);
  await enqueueAll(queue, [["d"], ["e"]]);
  expect(await leased(queue, START, 1)).toEqual([tick(506)]);
});

describe("are never given out again", () => {
  const meta = (queue: Bench) => `${queue.keys.root}meta`;

  test.each<[what: string, lose: (queue: Bench, early: string) => Promise<unknown>]>([
    ["when meta was lost", (queue) => redis().del(meta(queue))],
    ["when the head was lost", (queue) => redis().hDel(meta(queue), "head")],
    ["when the head was set back to an older one", (queue, early) => redis().hSet(meta(queue), "head", early)],
    [
      "when the head was set back to that of a queue without ticks",
      (queue) => redis().hSet(meta(queue), "head", head({ tick: 0 })),
    ],
  ])("%s", async (_, lose) => {
    const queue = fresh();
    const { below } = createRandom(5);
    await queue.seed({ ...three, meta: { head: head({ tick: tick(1) }) } });
    const early = (await queue.state()).meta?.head ?? "";
    const all: number[] = [];
    for (let time = START, i = 0; i < 30; i++, time += 1 + below(3)) {
      all.push(...(await leased(queue, time, 1 + below(3))));
      if (below(2)) await lose(queue, early);
    }
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    expect(all.length).toBeGreaterThan(30);
  });

  test("when the clock was set back", async () => {
    const queue = fresh();
    await queue.seed(three);
    const all: number[] = [];
    for (const time of [START + 9_000, START, START + 1, START + 9_000, START + 9_001])
      all.push(...(await leased(queue, time)));
    expect(all).toEqual([...all].sort((a, b) => a - b));
    expect(new Set(all).size).toBe(15);
  });

  test("by Redis's own clock, however fast they follow each other", async () => {
    const queue = fresh();
    await queue.seed(three);
    const all: number[] = [];
    for (let i = 0; i < 40; i++) {
      const [, , header = ""] = await queue.call(turn, { times: "1 1000", lane: `${i}`, count: 1, duration: 1 });
      if (header.startsWith("-")) all.push(Number(header.split(" ")[5]));
      await redis().hDel(meta(queue), "head");
    }
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(2);
  });
});

describe("a queue whose meta was lost goes on:", () => {
  const lost: State = {
    ready: [["r", place(1)]],
    leased: [
      ["a", START + 1],
      ["b", START - 1],
    ],
    jobs: { r: record(), a: record(), b: record() },
    runs: { a: run("L", tick(1)), b: run("L", tick(2)) },
  };

  test.each<[what: string, call: (queue: Bench) => Promise<unknown>]>([
    ["complete", (queue) => queue.call(turn, { count: 0, items: ["c", ref("a", tick(1)), "", ""] })],
    ["complete and lease", (queue) => queue.call(turn, { count: 2, items: ["c", ref("a", tick(1)), "", ""] })],
    ["lease", (queue) => queue.call(turn, { count: 9 })],
    ["extend", (queue) => queue.call(extend, ...about(["a"], { items: [ref("a", tick(1))] }))],
    ["clean", (queue) => queue.call(clean)],
    ["deepClean", (queue) => queue.call(deepClean)],
    ["enqueue", (queue) => enqueueAll(queue, [["new"]])],
    [
      "completeAll",
      async (queue) => {
        // The head knows of fewer runs than there are.
        await queue.seed({ meta: { head: head({ flags: "h", runs: 0 }), heard: String(NEVER) } });
        const [args, parts] = about(["a"], { count: 0, items: [ref("a", tick(1))] });
        await queue.call(turnPlain, { ...args, bucket: parts.buckets });
      },
    ],
  ])("%s", async (_, call) => {
    const queue = fresh();
    await queue.seed(lost);
    await call(queue);
    // Whatever was written can be read.
    expect((await queue.call(turn, { lane: "next", count: 1, times: clockAt(START + 90_000) }))[0]).toBe("ok");
    expect((await queue.state()).meta?.head).toMatch(/^2 \w* \d{15} \d+ \d+ \d+ \d+ \d+$/);
    for (let slice = 0; slice < 30; slice++) {
      if ((await queue.call(deepClean, { limit: 1_000 }))[1]?.startsWith("1 ")) break;
    }
    expect((await queue.call(deepClean, { limit: 1_000 }))[1]).toMatch(/^1 \d+ 0 0 0 0 0$/);
  });
});
