// purge, pause, resume and destroy, and the note that a queue is registered.
import { describe, expect, test } from "vitest";
import { destroy, pause, purge, registered, resume } from "../../../src/engine/scripts.gen.ts";
import { recording } from "../kit/recording.ts";
import { OUT_OF_MEMORY, refusing } from "../kit/refusing.ts";
import { without } from "../kit/settling.ts";
import {
  type Bench,
  benches,
  due,
  ending,
  head,
  idsOfHash,
  KEEP,
  NEVER,
  place,
  record,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();

const totals = { due: START + 1, enqueued: 7, leased: 4, completed: 1 };
const full: State = {
  ready: [
    ["r1", place(1)],
    ["r2", place(2)],
    ["r3", place(3)],
  ],
  delayed: [["d", due(START + 1)]],
  leased: [["l", START + 1]],
  failed: [["f", START]],
  done: [["o", START]],
  expiring: ["d", "r1", "r3"].map((id) => [id, START + 9]),
  workers: [["w", START]],
  jobs: Object.fromEntries(["r1", "r2", "r3", "d", "l", "f", "o"].map((id) => [id, record()])),
  runs: {
    r2: run("L", tick(1)),
    l: run("L", tick(2)),
    f: run("F", tick(3)),
    o: run("C", tick(4)),
    d: run("W", tick(5)),
  },
  endings: ending("gone", "X", tick(1)),
  meta: { head: head({ ...totals, runs: 5 }), born: String(START) },
};

describe("purge", () => {
  const purgeReady = async (queue: Bench, limit: number) =>
    (await queue.call(purge, { limit, total: "purged", letter: "P" }, { state: "ready" }))[1];
  const purged = (...ids: string[]) => Object.assign({}, ...ids.map((id) => ending(id, "P", tick(100))));

  test("removes the first jobs of ready up to its limit, and says that more are left", async () => {
    const queue = fresh();
    await queue.seed(full);
    expect(await purgeReady(queue, 2)).toBe("2 1");
    expect(await queue.state()).toEqual({
      ...full,
      ready: [["r3", place(3)]],
      expiring: full.expiring?.filter(([id]) => id !== "r1"),
      jobs: without(full.jobs, "r1", "r2"),
      runs: without(full.runs, "r2"),
      endings: { ...full.endings, ...purged("r1", "r2") },
      meta: { ...full.meta, head: head({ ...totals, runs: 4 }), purged: "2" },
    });
    expect(await purgeReady(queue, 1)).toBe("1 0");
    const after = await queue.state();
    expect(after).toEqual({
      ...without(full as Record<string, unknown>, "ready"),
      expiring: [["d", START + 9]],
      jobs: without(full.jobs, "r1", "r2", "r3"),
      runs: without(full.runs, "r2"),
      endings: { ...full.endings, ...purged("r1", "r2", "r3") },
      meta: { ...full.meta, head: head({ ...totals, runs: 4 }), purged: "3" },
    });
    expect(await purgeReady(queue, 1)).toBe("0 0");
    expect(await queue.state()).toEqual(after);
  });

  test.each([
    ["delayed", "d", "purged", "P"],
    ["failed", "f", "purged", "P"],
    ["done", "o", "", "C"],
  ] as const)("removes jobs that are %s, and what is known of them", async (state, id, total, letter) => {
    const queue = fresh();
    await queue.seed(full);
    expect(await queue.call(purge, { total, letter }, { state })).toEqual(["ok", "1 0"]);
    expect(await queue.state()).toEqual({
      ...without(full as Record<string, unknown>, state),
      expiring: full.expiring?.filter(([each]) => each !== id),
      jobs: without(full.jobs, id),
      runs: without(full.runs, id),
      endings: { ...full.endings, ...ending(id, letter, tick(100)) },
      meta: { ...full.meta, head: head({ ...totals, runs: 4 }), ...(total && { purged: "1" }) },
    });
  });

  test("removes at once as many large jobs as have 64 MB, and at least one", async () => {
    const queue = fresh();
    const sizes = [21_333_333, 21_333_333, 21_333_334, 21_333_000, 64_000_001];
    await queue.seed({
      ready: sizes.map((_, i) => [`${i}`, place(i)]),
      jobs: Object.fromEntries(sizes.map((size, i) => [`${i}`, "x".repeat(size)])),
      meta: { head: head({ flags: "l" }) },
    });
    for (const reply of ["3 1", "1 1", "1 0", "0 0"]) expect(await purgeReady(queue, 100)).toBe(reply);
    expect(Object.keys(await queue.state()).sort()).toEqual(["endings", "meta"]);
  });

  test("changes nothing in a queue without a key, nor where its write is refused", async () => {
    const queue = fresh();
    expect(await purgeReady(queue, 9)).toBe("0 0");
    expect(await queue.state()).toEqual({});
    await queue.seed(full);
    const refused = purgeReady(queue.through(refusing("name=='HSET'")), 9);
    await expect(refused).rejects.toMatchObject({ code: "record_too_large" });
    expect(await queue.state()).toEqual(full);
  });
});

describe("pause and resume", () => {
  test("note in the head whether jobs are leased, and leave all else", async () => {
    const queue = fresh();
    await queue.seed(full);
    for (let i = 0; i < 2; i++) {
      expect(await queue.call(pause)).toEqual(["ok", "-"]);
      const paused = { ...full.meta, head: head({ ...totals, runs: 5, flags: "p" }) };
      expect(await queue.state()).toEqual({ ...full, meta: paused });
    }
    for (let i = 0; i < 2; i++) {
      expect(await queue.call(resume)).toEqual(["ok", "-"]);
      expect(await queue.state()).toEqual(full);
    }
  });

  test("keep the other flags", async () => {
    const queue = fresh();
    const meta = (flags: string) => ({ head: head({ flags }), heard: String(NEVER) });
    await queue.seed({ meta: meta("lh") });
    await queue.call(pause);
    expect(await queue.state()).toEqual({ meta: meta("lhp") });
    await queue.call(resume);
    expect(await queue.state()).toEqual({ meta: meta("lh") });
    await queue.seed({ meta: meta("lph") });
    await queue.call(resume);
    expect(await queue.state()).toEqual({ meta: meta("lh") });
  });

  test("change nothing where their write is refused, and need no memory", async () => {
    const queue = fresh();
    for (const [script, flags] of [
      [pause, ""],
      [resume, "p"],
    ] as const) {
      await queue.seed({ meta: { head: head({ flags }) } });
      const refused = queue.through(refusing("true")).call(script);
      await expect(refused).rejects.toMatchObject({ code: "record_too_large" });
      expect(await queue.state()).toEqual({ meta: { head: head({ flags }) } });
    }
    const full = queue.through(refusing("not freed", OUT_OF_MEMORY));
    await full.call(resume);
    expect(await queue.state()).toEqual({ meta: { head: head() } });
    await full.call(pause);
    expect(await queue.state()).toEqual({ meta: { head: head({ flags: "p" }) } });
  });

  test("work on a queue without a key", async () => {
    const queue = fresh();
    await queue.call(resume);
    expect(await queue.state()).toEqual({});
    await queue.call(pause);
    // A worker may wait for its first job.
    const meta = { head: head({ flags: "ph", tick: tick(), due: 0 }), heard: String(START + 600_000) };
    expect(await queue.state()).toEqual({ meta });
  });
});

describe("destroy", () => {
  test("leaves only what ends by itself", async () => {
    const queue = fresh();
    const short: State = {
      "result:a": ["C 1 1", 60_000],
      "reply:n": [{ content: "0\nr" }, KEEP],
      "replies:1": [{ lane: "1\nr" }, KEEP],
    };
    await queue.seed({
      ...full,
      ...short,
      seen: [["s", START + 1]],
      "endings:before": ending("gone", "P", tick(0)),
    });
    for (let i = 0; i < 2; i++) {
      expect(await queue.call(destroy)).toEqual(["ok", "-"]);
      expect(await queue.state()).toEqual(short);
    }
  });
});

test("destroy gives hashes of up to 64 fields to the expiry of Redis where payloads are large, and frees the others itself", async () => {
  const queue = fresh();
  const [adapter, commands] = recording();
  const numbers: Record<string, number> = { "0": 1, "7": 64, a: 65, f: 2 };
  const ids = Object.entries(numbers).flatMap(([digit, count]) => idsOfHash(digit, count));
  await queue.seed({ jobs: Object.fromEntries(ids.map((id) => [id, record()])), meta: { head: head({ flags: "l" }) } });
  await queue.through(adapter).call(destroy);
  const expected = [..."0123456789abcdef"].flatMap((digit) => {
    const moved = numbers[digit] && digit !== "a";
    return [`HLEN jobs:${digit}`, ...(moved ? [`RENAME jobs:${digit} gone:${digit}`, `PEXPIRE gone:${digit} 1`] : [])];
  });
  const [opened, ...others] = (await commands()).slice(2);
  expect([opened, ...others].slice(0, expected.length)).toEqual(expected);
  expect(others[expected.length - 1]).toMatch(/^UNLINK .*jobs:0/);
});

test("a registration is noted in a queue that is there, and brings back none that was destroyed", async () => {
  const queue = fresh();
  expect(await queue.call(registered)).toEqual(["ok"]);
  expect(await queue.state()).toEqual({});
  await queue.seed({ meta: { head: head(), registered: "1" } });
  await queue.call(registered);
  expect(await queue.state()).toEqual({ meta: { head: head(), registered: String(START) } });
});
