// Fences: each is issued once, even if meta is lost, and none is less than the clock's microseconds.
import { describe, expect, test } from "vitest";
import { clean, deepClean, extend, turn, turnPlain } from "../../../src/engine/all-scripts.ts";
import { createRandom } from "../../../src/instruments/testing/seeded-random.ts";
import { redis } from "../kit/connection.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { byId, head, record, ref, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, NEVER, place, START, tick } from "../kit/times.ts";
import { type Item, lease, turnWith } from "../kit/turns.ts";

const queueWith = connectQueues();

let lanes = 0;

/** Leases jobs and releases them. Resolves with their fences. */
async function leaseAndRelease(queue: TestQueue, time: number, count = 3): Promise<number[]> {
  lanes += 1;
  const request = { times: clockAt(time), lane: `lane ${lanes}` };
  const { ids, fences } = await lease(queue, { ...request, count });
  const items = ids.map((id, i): Item => ["release", id, fences[i] ?? 0]);
  if (ids.length > 0) await turnWith(queue, items, { ...request, number: 2 });
  return fences;
}

const three: State = {
  ready: byId(["a", "b", "c"], (_, i) => place(i)),
  jobs: { a: record(), b: record(), c: record() },
};

test("fences of a new queue begin at the clock's microseconds", async () => {
  const queue = await queueWith(three);
  expect(await leaseAndRelease(queue, START)).toEqual([tick(1), tick(2), tick(3)]);
  expect((await queue.state()).meta?.head).toContain(`2  ${tick(3)} `);
});

test("fences follow the last tick, which enqueue and retry also use", async () => {
  const queue = await queueWith({ ...three, meta: { head: head({ tick: tick(500) }) } });
  expect(await leaseAndRelease(queue, START)).toEqual([tick(501), tick(502), tick(503)]);
  await enqueueAll(queue, [{ id: "d" }, { id: "e" }]);
  expect(await leaseAndRelease(queue, START, 1)).toEqual([tick(506)]);
});

describe("no fence is issued twice", () => {
  const meta = (queue: TestQueue) => `${queue.keys.root}meta`;

  test.each<[what: string, lose: (queue: TestQueue, early: string) => Promise<unknown>]>([
    ["when meta was lost", (queue) => redis().del(meta(queue))],
    ["when the head was lost", (queue) => redis().hDel(meta(queue), "head")],
    ["when the head was set back to an older one", (queue, early) => redis().hSet(meta(queue), "head", early)],
    [
      "when the head was set back to that of a queue without ticks",
      (queue) => redis().hSet(meta(queue), "head", head({ tick: 0 })),
    ],
  ])("%s", async (_, lose) => {
    const { below } = createRandom(5);
    const queue = await queueWith({ ...three, meta: { head: head({ tick: tick(1) }) } });
    const early = (await queue.state()).meta?.head ?? "";
    const all: number[] = [];
    for (let time = START, i = 0; i < 30; i++, time += 1 + below(3)) {
      all.push(...(await leaseAndRelease(queue, time, 1 + below(3))));
      if (below(2)) await lose(queue, early);
    }
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    expect(all.length).toBeGreaterThan(30);
  });

  test("when the clock was set back", async () => {
    const queue = await queueWith(three);
    const all: number[] = [];
    for (const time of [START + 9_000, START, START + 1, START + 9_000, START + 9_001])
      all.push(...(await leaseAndRelease(queue, time)));
    expect(all).toEqual([...all].sort((a, b) => a - b));
    expect(new Set(all).size).toBe(15);
  });

  test("when leases follow each other at the speed of Redis's own clock", async () => {
    const queue = await queueWith(three);
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

describe("a queue whose meta was lost", () => {
  const lost: State = {
    ready: { r: place(1) },
    leased: { a: START + 1, b: START - 1 },
    jobs: { r: record(), a: record(), b: record() },
    runs: { a: run("L", tick(1)), b: run("L", tick(2)) },
  };

  test.each<[what: string, call: (queue: TestQueue) => Promise<unknown>]>([
    ["a complete", (queue) => turnWith(queue, [["complete", "a", tick(1)]])],
    ["a complete with a lease", (queue) => turnWith(queue, [["complete", "a", tick(1)]], { count: 2 })],
    ["a lease", (queue) => queue.call(turn, { count: 9 })],
    ["extend", (queue) => queue.call(extend, { items: [ref("a", tick(1))] })],
    ["clean", (queue) => queue.call(clean)],
    ["deepClean", (queue) => queue.call(deepClean)],
    ["enqueue", (queue) => enqueueAll(queue, [{ id: "new" }])],
    [
      "turnPlain",
      async (queue) => {
        // The head counts fewer runs than there are.
        await queue.seed({ meta: { head: head({ flags: "h", runs: 0 }), heard: String(NEVER) } });
        await queue.call(turnPlain, { count: 0, items: [ref("a", tick(1))] });
      },
    ],
  ])("stays usable after %s", async (_, call) => {
    const queue = await queueWith(lost);
    await call(queue);
    // Everything that was written can be read.
    expect((await queue.call(turn, { lane: "next", count: 1, times: clockAt(START + 90_000) }))[0]).toBe("ok");
    expect((await queue.state()).meta?.head).toMatch(/^2 \w* \d{15} \d+ \d+ \d+ \d+ \d+\|[@-~]*$/);
    for (let slice = 0; slice < 30; slice++) {
      if ((await queue.call(deepClean, { limit: 1_000 }))[1]?.startsWith("1 ")) break;
    }
    expect((await queue.call(deepClean, { limit: 1_000 }))[1]).toMatch(/^1 \d+ 0 0 0 0 0$/);
  });
});
