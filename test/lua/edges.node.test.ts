// Sizes, numbers and damage at which scripts once failed: many jobs of one hash, foreign values, keys of another type, and
// clocks that are far off.
import { describe, expect, test } from "vitest";
import { clean, deepClean, destroy, failWorker, get, turn } from "../../src/core/scripts.gen.ts";
import { referenceOf } from "../../src/core/settle-items.ts";
import { enqueueAll, type NewJob } from "./enqueuing.ts";
import { recording } from "./recording.ts";
import { asked, type Item } from "./settling.ts";
import {
  about,
  type Bench,
  benches,
  clockAt,
  due,
  ending,
  head,
  idsOfHash,
  LEASE,
  place,
  record,
  redis,
  ref,
  run,
  START,
  type State,
  tick,
} from "./state.ts";

const fresh = benches();
const HOUR = 3_600_000;

test("a settle of a thousand that trims thousands of jobs of one hash leaves whole jobs", async () => {
  const queue = fresh();
  const all = idsOfHash("3", 5_100);
  const [held, done, failed] = [all.slice(0, 1_000), all.slice(1_000, 3_050), all.slice(3_050)];
  const runs = (ids: string[], letter: "L" | "C" | "F") => ids.map((id) => [id, run(letter, tick(1))]);
  await queue.seed({
    leased: held.map((id) => [id, START + 90_000]),
    done: done.map((id) => [id, START - 2 * HOUR]),
    failed: failed.map((id) => [id, START - 2 * HOUR]),
    jobs: Object.fromEntries(all.map((id) => [id, record()])),
    runs: Object.fromEntries([...runs(held, "L"), ...runs(done, "C"), ...runs(failed, "F")]),
    meta: { head: head({ runs: all.length, enqueued: all.length, completed: done.length }) },
  });
  const [items, parts] = asked(held.map((id): Item => ["f", id, tick(1), "", '"no"']));
  const policy = `${HOUR} - ${HOUR} - ${HOUR}`;
  expect((await queue.call(turn, { count: 0, items, policy }, parts))[1]).toBe("f".repeat(1_000));
  const { jobs = {}, ...state } = await queue.state();
  const kept = [...(state.done ?? []), ...(state.failed ?? [])].map(([id]) => id);
  expect(Object.keys(jobs).sort()).toEqual(kept.sort());
  expect(kept.length).toBe(5_100 - 2_000);
});

test.each([
  [1_000, 10],
  [1_000, 600],
  [30, 1],
])("a batch of %i that ends leaves no more than twice the %i that are kept", async (count, bound) => {
  const queue = fresh();
  const ids = Array.from({ length: count }, (_, i) => `job ${i}`);
  await queue.seed({
    leased: ids.map((id) => [id, START + 9]),
    jobs: Object.fromEntries(ids.map((id) => [id, record()])),
    runs: Object.fromEntries(ids.map((id) => [id, run("L", tick(1))])),
    meta: { head: head({ runs: count, enqueued: count }) },
  });
  const [items, parts] = asked(ids.map((id): Item => ["f", id, tick(1), "", '"no"']));
  await queue.call(turn, { count: 0, items, policy: `- - - ${bound} 0` }, parts);
  const { failed = [], jobs = {} } = await queue.state();
  expect(failed.length).toBeLessThanOrEqual(2 * bound);
  expect(Object.keys(jobs).sort()).toEqual(failed.map(([id]) => id).sort());
});

test("jobs that failWorker fails are trimmed", async () => {
  const queue = fresh();
  const ids = Array.from({ length: 300 }, (_, i) => `job ${i}`);
  await queue.seed({
    leased: ids.map((id) => [id, START + 9]),
    jobs: Object.fromEntries(ids.map((id) => [id, record()])),
    runs: Object.fromEntries(ids.map((id) => [id, run("L", tick(1), { max: 1 })])),
    meta: { head: head({ runs: 300, enqueued: 300 }) },
  });
  expect(await queue.call(failWorker, { worker: "w", limit: 500, policy: "- - - 10 0" })).toEqual(["ok", "300", "-"]);
  const { failed, jobs, meta } = await queue.state();
  expect([failed?.length, Object.keys(jobs ?? {}).length, meta?.purged]).toEqual([10, 10, "290"]);
});

describe("jobs with large payloads", () => {
  const payload = "x".repeat(1_000_000);
  const large = (count: number): State => ({
    leased: Array.from({ length: count }, (_, i) => [`job ${i}`, START + 9]),
    runs: Object.fromEntries(Array.from({ length: count }, (_, i) => [`job ${i}`, run("L", tick(i))])),
    meta: { head: head({ flags: "l", runs: count, enqueued: count }) },
  });
  /** Payloads are stored by Redis itself, which is quicker than to send them. */
  async function fill(queue: Bench, count: number): Promise<void> {
    await queue.seed(large(count));
    for (let i = 0; i < count; i++) {
      const [key = ""] = queue.keys.resolve(["jobs..."], { hashes: about([`job ${i}`], {})[1].hashes });
      const script = "redis.call('HSET',KEYS[1],ARGV[1],ARGV[2]..string.rep('x',1000000))";
      await redis().eval(script, { keys: [key], arguments: [`job ${i}`, record()] });
    }
  }
  const items = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => ["c", ref(`job ${from + i}`, tick(from + i)), "", ""]).flat();

  test("are settled up to 32 MB at once, and the rest is left to the next request, which leases", async () => {
    const queue = fresh();
    await fill(queue, 40);
    const [, letters, header] = await queue.call(turn, { items: items(0, 40), count: 5 });
    expect(letters).toBe("c".repeat(31) + "M".repeat(9));
    expect(header).toBe(`${START} - 1 - -l -`);
    expect((await queue.state()).leased).toHaveLength(9);
    expect((await queue.call(turn, { number: 2, items: items(31, 40), count: 5 }))[1]).toBe("c".repeat(9));
    await redis().del(queue.keys.all());
  });

  test.each([
    ["16,000,000 bytes and as many", [16_000_000, 16_000_000], "cc", []],
    ["16,000,000 bytes and one more", [16_000_000, 16_000_001], "cM", []],
    ["one of more, and another one", [32_000_001, 1], "cM", []],
    ["two beside a large one of another holder", [1, 32_000_000, 1], "cAc", [1]],
  ])("are settled together up to 32 MB exactly, and at least one: %s", async (_, sizes, letters, stale) => {
    const queue = fresh();
    await queue.seed(large(sizes.length));
    await queue.seed({ jobs: Object.fromEntries(sizes.map((each, i) => [`job ${i}`, "x".repeat(each)])) });
    const sent = sizes.flatMap((_size, i) => [
      "c",
      ref(`job ${i}`, tick((stale as number[]).includes(i) ? 99 : i)),
      "",
      "",
    ]);
    expect((await queue.call(turn, { items: sent, count: 0 }))[1]).toBe(letters);
    await redis().del(queue.keys.all());
  });

  test("are removed with their queue without being freed at once", async () => {
    const queue = fresh();
    await fill(queue, 20);
    await queue.seed({ jobs: { small: record(place(1), payload.slice(0, 10)) } });
    expect(await queue.call(destroy)).toEqual(["ok", "-"]);
    // They are there under other names for a moment, which end by themselves.
    await expect.poll(() => queue.state()).toEqual({});
  });
});

test.each([
  [1, "UNLINK"],
  [50, "UNLINK"],
  [51, "PEXPIRE"],
])("%i results of jobs whose ids are used again go by %s", async (count, command) => {
  const queue = fresh();
  const [adapter, commands] = recording();
  const ids = Array.from({ length: count }, (_, i) => `job ${i}`);
  await queue.seed({ meta: { head: head() } });
  for (const id of ids) await redis().set(`${queue.keys.root}result:${id}`, "C 1 1");
  const jobs = ids.map((id): NewJob => [id, "5 - 0 - -"]);
  expect((await enqueueAll(queue.through(adapter), jobs))[1]).toBe("r".repeat(count));
  const results = ids.map((id) => `result:${id}`);
  const removals = (await commands()).filter((each) => /^(UNLINK|PEXPIRE) result:/.test(each));
  expect(removals).toEqual(
    command === "UNLINK" ? [`UNLINK ${results.join(" ")}`] : results.map((key) => `PEXPIRE ${key} 1`),
  );
  await expect.poll(() => redis().exists(results.map((key) => queue.keys.root + key))).toBe(0);
});

test("a result that is none of ours is no error", async () => {
  const queue = fresh();
  await queue.seed({ ready: [["a", place(1)]], jobs: { a: record() }, meta: { head: head(), born: "5" } });
  await redis().set(`${queue.keys.root}result:a`, "garbage");
  expect((await queue.call(get, { id: "a", parts: "r" }, { id: "a" })).at(-1)).toBe("");
});

describe("a key of another type", () => {
  const before: State = {
    leased: ["a", "b", "c", "d"].map((id) => [id, START + 9_000]),
    jobs: Object.fromEntries(["a", "b", "c", "d"].map((id) => [id, record()])),
    runs: Object.fromEntries(
      ["a", "b", "c", "d"].map((id) => [id, run("L", tick(1), { dies: id === "b" ? START + 99_000 : 0 })]),
    ),
    meta: { head: head({ runs: 4, leased: 4, enqueued: 4 }) },
  };
  const items: Item[] = [
    ["r", "a", tick(1), "5000"],
    ["g", "b", tick(1)],
    ["f", "c", tick(1), "", '"no"'],
  ];

  test.each(["failed", "delayed", "expiring"])("%s, lets a settling change nothing", async (name) => {
    const queue = fresh();
    await queue.seed(before);
    await redis().set(queue.keys.root + name, "x");
    const [fields, parts] = asked(items);
    await expect(queue.call(turn, { count: 0, items: fields }, parts)).rejects.toMatchObject({ code: "redis_error" });
    await redis().del(queue.keys.root + name);
    expect(await queue.state()).toEqual(before);
  });

  test("expiring, keeps no job in two states that is leased", async () => {
    const queue = fresh();
    const jobs = { b: record(place(1), "{}", `x${START + 99_000}`) };
    await queue.seed({ ready: [["b", place(1)]], jobs, meta: { head: head({ enqueued: 1 }) } });
    await redis().set(`${queue.keys.root}expiring`, "x");
    await queue.call(turn, { count: 1 }).catch(() => {});
    const { ready = [], leased = [] } = await queue.state();
    expect([...ready, ...leased].map(([id]) => id)).toEqual(["b"]);
  });
});

describe("a clock", () => {
  test.each(["2020-10-01", "2022-01-01", "2023-11-01", "2048-12-01"])("of %s works", async (date) => {
    const queue = fresh();
    const times = clockAt(Date.parse(date));
    await enqueueAll(queue, [["a"]], { times });
    const [, , header = ""] = await queue.call(turn, { times, count: 1, number: 2 });
    const fence = Number(header.split(" ").at(-1));
    expect(
      (
        await queue.call(turn, { times, count: 0, number: 3, items: ["c", referenceOf({ id: "a", fence }), "", ""] })
      )[1],
    ).toBe("c");
  });

  test.each([
    ["at its first tick", 1_600_000_000_000, 0, true],
    ["a millisecond before that", 1_599_999_999_999, 0, false],
    ["with a last tick that is just not too high", START, 898_999_999_999_999, true],
    ["with a last tick that is too high", START, 899_000_000_000_000, false],
  ])("%s works or is refused", async (_, time, last, works) => {
    const queue = fresh();
    await queue.seed({ meta: { head: head({ tick: last }) } });
    const asked = queue.call(turn, { times: clockAt(time) }).then(([status]) => status);
    expect(await asked.catch((error) => error.code)).toBe(works ? "ok" : "bad_clock");
  });

  test.each(["1970-01-01", "2020-09-01", "2049-06-01", "2100-01-01"])(
    "of %s is refused, and changes nothing",
    async (date) => {
      const queue = fresh();
      const before: State = { ready: [["a", place(1)]], jobs: { a: record() }, meta: { head: head() } };
      await queue.seed(before);
      const times = clockAt(Date.parse(date));
      const refused = { code: "bad_clock" };
      await expect(enqueueAll(queue, [["b"]], { times })).rejects.toMatchObject(refused);
      await expect(queue.call(turn, { times })).rejects.toMatchObject(refused);
      await expect(queue.call(clean, { times })).rejects.toMatchObject(refused);
      expect(await queue.state()).toEqual(before);
    },
  );
});

describe("deep clean", () => {
  test.each<[what: string, damage: State]>([
    ["a fence", { ready: [["a", place(1)]], runs: { a: run("W", 999_999_999_999_999) } }],
    ["a place", { ready: [["a", 5 * 900_000_000_000_000 + 899_999_999_999_990]] }],
  ])("adopts no tick from %s that is far ahead of the clock", async (_, damage) => {
    const queue = fresh();
    await queue.seed({ jobs: { a: record() }, meta: { head: head({ enqueued: 1 }) }, ...damage });
    await queue.call(deepClean, { begins: 1 });
    expect((await queue.state()).meta?.head).toMatch(new RegExp(`^2 +${tick(100)} `));
  });

  test("puts the end of its time to live back with a job that it makes ready or delayed", async () => {
    const queue = fresh();
    await queue.seed({
      jobs: {
        a: record(place(1), "{}", `x${START + 1_000}`),
        b: record(place(0, 5, START + 500), "{}", `x${START + 2_000}`),
      },
      meta: { head: head({ enqueued: 2 }) },
    });
    await queue.call(deepClean, { begins: 1 });
    const { ready, delayed, expiring, meta } = await queue.state();
    expect([ready, delayed]).toEqual([[["a", place(1)]], [["b", due(START + 500)]]]);
    expect(expiring).toEqual([
      ["a", START + 1_000],
      ["b", START + 2_000],
    ]);
    expect(meta?.head).toContain(` ${START + 500} `);
  });
});

test("jobs that are due in the same millisecond keep their order, by a time or after a delay", async () => {
  const queue = fresh();
  const at = START + 60_000;
  await queue.seed({ meta: { head: head({ tick: tick(3) }) } });
  for (let i = 0; i < 8; i++) await enqueueAll(queue, [[`t${i}`, `5 @${at} - - -`]], { number: i + 1 });
  for (const [i, ahead] of [1, 7, 3].entries()) {
    const job: NewJob = [`d${i}`, `5 +${60_000 - ahead} - - -`];
    await enqueueAll(queue, [job], { times: clockAt(START + ahead), number: 20 + i });
  }
  const leased = await queue.call(turn, { times: clockAt(at), count: 20, number: 40 });
  expect(leased.slice(3, 14)).toEqual(["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "d0", "d1", "d2"]);
  expect(leased[2]).toMatch(new RegExp(`^- ${at + LEASE} `));
});

test("a thousand jobs that are gone are settled and extended in few commands", async () => {
  const queue = fresh();
  const ids = Array.from({ length: 1_000 }, (_, i) => `job ${i}`);
  await queue.seed({
    meta: { head: head() },
    endings: Object.assign({}, ...ids.map((id) => ending(id, "X", tick(1)))),
  });
  const calls = async () => {
    const stats = (await redis().info("commandstats")).matchAll(/cmdstat_(\w+):calls=(\d+)/g);
    return Object.fromEntries([...stats].map(([, name, number]) => [name, Number(number)]));
  };
  const before = await calls();
  const items = ids.flatMap((id) => ["c", ref(id, tick(5)), "", ""]);
  expect((await queue.call(turn, { count: 0, items }))[1]).toBe("X".repeat(1_000));
  const after = await calls();
  // Others use the same server, but not for so many ids.
  expect((after.hget ?? 0) - (before.hget ?? 0)).toBeLessThan(500);
});
