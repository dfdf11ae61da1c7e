// retire: removes a queue that is empty and was not used for a week; anything else keeps it.
import { describe, expect, test } from "vitest";
import { retire } from "../../../src/engine/all-scripts.ts";
import { redis } from "../kit/connection.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { head, record, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, LISTENS_UNTIL, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();

const DAY = 86_400_000;
const IDLE = 7 * DAY;
const NOW = START + IDLE;
const AFTER_A_WEEK = { idle: IDLE, times: clockAt(NOW) };

/** A queue without jobs that was last used at START. */
const EMPTY: State = {
  meta: { head: head({ enqueued: 7, leased: 9, completed: 7 }), born: String(START - DAY), registered: String(START) },
};

describe("retire removes a queue", () => {
  test("without jobs, together with its totals, endings and workers", async () => {
    const left: State = { "result:a": ["C 1 {}", 60_000], "replies:1": [{ lane: "1\n-" }, 60_000] };
    const queue = await queueWith({
      ...left,
      meta: { ...EMPTY.meta, policy: "- - - - 0", failed: "3", audit: "1 0", heard: LISTENS_UNTIL },
      workers: { w: START },
      endings: { a: `C${tick(1)}` },
      "endings:before": { b: `X${tick(1)}` },
    });
    for (let i = 0; i < 2; i++) {
      expect(await queue.call(retire, AFTER_A_WEEK)).toEqual(["ok", "1"]);
      expect(await queue.state()).toEqual(left);
    }
  });

  test.each<[string, State]>([
    ["without notes of its use", { meta: { head: head() } }],
    ["that has lost its head", { meta: { registered: String(START) } }],
    ["that does not exist", {}],
    ["that no longer records events", { meta: { ...EMPTY.meta, recorded: "7" }, events: [[7, "1\nRa"]] }],
  ])("%s", async (_what, state) => {
    const queue = await queueWith(state);
    expect(await queue.call(retire, AFTER_A_WEEK)).toEqual(["ok", "1"]);
    expect(await queue.state()).toEqual({});
  });
});

describe("retire keeps a queue", () => {
  const meta = { ...EMPTY.meta };
  test.each<[string, State]>([
    ["with a ready job", { ready: { a: place(1) }, jobs: { a: record() } }],
    ["with a delayed job", { delayed: { a: 7 }, jobs: { a: record() } }],
    ["with a leased job", { leased: { a: 7 }, jobs: { a: record() }, runs: { a: run("L", 7) } }],
    ["with a failed job", { failed: { a: 7 }, jobs: { a: record() }, runs: { a: run("F", 7) } }],
    ["with a done job", { done: { a: 7 }, jobs: { a: record() }, runs: { a: run("C", 7) } }],
    ["with a leftover time to live", { expiring: { a: 7 } }],
    ["with a remembered id", { seen: { a: 7 } }],
    ["with a record in no state", { jobs: { a: record() } }],
    ["with a run without a record", { runs: { a: run("L", 7) } }],
    ["that is paused", { meta: { ...meta, head: head({ flags: "p" }) } }],
    ["that records events", { meta: { ...meta, head: head({ flags: "e" }) }, events: [[7, "1\nRa"]] }],
    ["that was used within the week", { meta: { ...meta, registered: String(START + 1) } }],
    ["that was created within the week", { meta: { head: head(), born: String(START + 1) } }],
    ["whose last tick is ahead of the clock", { meta: { ...meta, head: head({ tick: tick(1, NOW) }) } }],
  ])("%s", async (_what, state) => {
    const queue = await queueWith({ ...EMPTY, ...state });
    const before = await queue.state();
    expect(await queue.call(retire, AFTER_A_WEEK)).toEqual(["ok", "0"]);
    expect(await queue.state()).toEqual(before);
  });

  test("of another layout, which it refuses", async () => {
    const queue = await queueWith({ meta: { ...meta, head: "3 of a later version" } });
    const before = await queue.state();
    await expect(queue.call(retire, AFTER_A_WEEK)).rejects.toMatchObject({ code: "other_layout" });
    expect(await queue.state()).toEqual(before);
  });
});

test("a queue that is created again issues no tick twice", async () => {
  const queue = await queueWith({ meta: { ...EMPTY.meta, head: head({ tick: tick(0, NOW) }) } });
  expect(await queue.call(retire, AFTER_A_WEEK)).toEqual(["ok", "1"]);
  expect(await enqueueAll(queue, [{ id: "a" }], { times: clockAt(NOW) })).toEqual(["ok", "r", "u"]);
  const { ready, meta } = await queue.state();
  expect(ready).toEqual({ a: place(1, 5, { time: NOW }) });
  expect(meta?.head).toBe(head({ flags: "h", tick: tick(1, NOW), due: 0, enqueued: 1 }));
});

test("retire uses the clock of Redis", async () => {
  const queue = await queueWith(EMPTY);
  expect(await queue.call(retire, { idle: IDLE, times: String(START) })).toEqual(["ok", "1"]);
  await queue.seed({ meta: { ...EMPTY.meta, registered: String(Date.now()) } });
  expect(await queue.call(retire, { idle: IDLE, times: String(START) })).toEqual(["ok", "0"]);
  await redis().del(`${queue.keys.root}meta`);
});
