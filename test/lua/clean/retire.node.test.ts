// retire: what makes a queue stay, and what is left of one that goes.
import { describe, expect, test } from "vitest";
import { enqueue, retire } from "../../../src/engine/scripts.gen.ts";
import {
  about,
  benches,
  clockAt,
  head,
  NEVER,
  place,
  record,
  redis,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();

const DAY = 86_400_000;
const IDLE = 7 * DAY;
const NOW = START + IDLE;
const late = { idle: IDLE, times: clockAt(NOW) };

/** A queue that holds nothing and was used last at START. */
const EMPTY: State = {
  meta: { head: head({ enqueued: 7, leased: 9, completed: 7 }), born: String(START - DAY), registered: String(START) },
};

describe("a queue goes", () => {
  test("that holds nothing and was not used for long, with its totals, endings and workers", async () => {
    const queue = fresh();
    await queue.seed({
      meta: { ...EMPTY.meta, policy: "- - - - 0", failed: "3", audit: "1 0", heard: String(START + 600_000) },
      workers: [["w", START]],
      endings: { a: `C${tick(1)}` },
      "endings:before": { b: `X${tick(1)}` },
      "result:a": ["C 1 {}", 60_000],
      "replies:1": [{ lane: "1\n-" }, 60_000],
    });
    expect(await queue.call(retire, late)).toEqual(["ok", "1"]);
    const left = { "result:a": ["C 1 {}", 60_000], "replies:1": [{ lane: "1\n-" }, 60_000] };
    expect(await queue.state()).toEqual(left);
    expect(await queue.call(retire, late)).toEqual(["ok", "1"]);
    expect(await queue.state()).toEqual(left);
  });

  test.each<[string, State]>([
    ["that has no notes", { meta: { head: head() } }],
    ["that has lost its head", { meta: { registered: String(START) } }],
    ["that was never made", {}],
    ["that no longer records events", { meta: { ...EMPTY.meta, recorded: "7" }, events: [[7, "1\nRa"]] }],
  ])("%s", async (_what, state) => {
    const queue = fresh();
    await queue.seed(state);
    expect(await queue.call(retire, late)).toEqual(["ok", "1"]);
    expect(await queue.state()).toEqual({});
  });
});

describe("a queue stays", () => {
  const meta = { ...EMPTY.meta };
  test.each<[string, State]>([
    ["with a ready job", { ready: [["a", place(1)]], jobs: { a: record() } }],
    ["with a delayed job", { delayed: [["a", 7]], jobs: { a: record() } }],
    ["with a leased job", { leased: [["a", 7]], jobs: { a: record() }, runs: { a: run("L", 7) } }],
    ["with a failed job", { failed: [["a", 7]], jobs: { a: record() }, runs: { a: run("F", 7) } }],
    ["with a done job", { done: [["a", 7]], jobs: { a: record() }, runs: { a: run("C", 7) } }],
    ["with a time to live that is left over", { expiring: [["a", 7]] }],
    ["with an id that is remembered", { seen: [["a", 7]] }],
    ["with a record in no state", { jobs: { a: record() } }],
    ["with a run without a record", { runs: { a: run("L", 7) } }],
    ["that is paused", { meta: { ...meta, head: head({ flags: "p" }) } }],
    ["that records events", { meta: { ...meta, head: head({ flags: "e" }) }, events: [[7, "1\nRa"]] }],
    ["that was used less than that ago", { meta: { ...meta, registered: String(START + 1) } }],
    ["that was made less than that ago", { meta: { head: head(), born: String(START + 1) } }],
    ["whose last tick is ahead of the clock", { meta: { ...meta, head: head({ tick: tick(1, NOW) }) } }],
  ])("%s", async (_what, state) => {
    const queue = fresh();
    await queue.seed({ ...EMPTY, ...state });
    const before = await queue.state();
    expect(await queue.call(retire, late)).toEqual(["ok", "0"]);
    expect(await queue.state()).toEqual(before);
  });

  test("of another layout", async () => {
    const queue = fresh();
    await queue.seed({ meta: { ...meta, head: "3 of a later version" } });
    const before = await queue.state();
    await expect(queue.call(retire, late)).rejects.toMatchObject({ code: "other_layout" });
    expect(await queue.state()).toEqual(before);
  });
});

test("a queue that is made again after it issues no tick again", async () => {
  const queue = fresh();
  await queue.seed({ meta: { ...EMPTY.meta, head: head({ tick: tick(0, NOW) }) } });
  expect(await queue.call(retire, late)).toEqual(["ok", "1"]);
  const [args, parts] = about(["a"], { items: ["5 1 - - - - -", "a", "1"], maxLength: "", times: clockAt(NOW) });
  expect(await queue.call(enqueue, args, parts)).toEqual(["ok", "r", "u"]);
  expect(await queue.state()).toMatchObject({
    ready: [["a", place(1, 5, NOW)]],
    meta: { head: head({ flags: "h", tick: tick(1, NOW), due: NEVER, enqueued: 1 }).replace(String(NEVER), "0") },
  });
});

test("with the clock of Redis, a queue goes that was used before", async () => {
  const queue = fresh();
  await queue.seed(EMPTY);
  expect(await queue.call(retire, { idle: IDLE, times: String(START) })).toEqual(["ok", "1"]);
  await queue.seed({ meta: { ...EMPTY.meta, registered: String(Date.now()) } });
  expect(await queue.call(retire, { idle: IDLE, times: String(START) })).toEqual(["ok", "0"]);
  await redis().del(`${queue.keys.root}meta`);
});
