// deepClean: how far one request goes, where the next one goes on, and what a round costs.
import { describe, expect, test } from "vitest";
import { deepClean } from "../../../src/engine/scripts.gen.ts";
import { healthy, like, round, totals, withRights } from "../kit/deep-cleaning.ts";
import { recording } from "../kit/recording.ts";
import { type Bench, benches, head, idsOfHash, place, record, redis, run, type State, tick } from "../kit/state.ts";

const fresh = benches();

test("examines every entry of a healthy queue and changes nothing", async () => {
  const queue = fresh();
  await queue.seed(healthy);
  for (const limit of [100, 1, 7]) {
    expect(await round(queue, limit)).toBe("23 0 0 0 0 0");
    expect(await queue.state()).toEqual(like({}));
  }
});

test("reads small records many at a time, and does not ask for the size of each", async () => {
  const queue = fresh();
  await queue.seed(healthy);
  expect(await withRights(queue, ["~*", "+@all", "-hstrlen"], round)).toBe("23 0 0 0 0 0");
});

test("goes on where it stopped, as many entries at a time as it may look at", async () => {
  const queue = fresh();
  await queue.seed(healthy);
  const places: string[] = [];
  for (let finished = "0"; finished === "0"; ) {
    const [, text = ""] = await queue.call(deepClean, { limit: 9, begins: 1 });
    finished = text.split(" ")[0] ?? "";
    places.push((await queue.state()).meta?.audit ?? "");
  }
  // Nine entries each, in which a part of the queue that holds none counts for a little.
  expect(places).toEqual(["8 0", "18 0", "1 0"]);
});

test("audits a small queue whole in one request, and an empty one", async () => {
  const [small, empty] = [fresh(), fresh()];
  await small.seed(healthy);
  expect(await small.call(deepClean, { begins: 1 })).toEqual(["ok", "1 23 0 0 0 0 0"]);
  await empty.seed({ meta: { head: head() } });
  expect(await empty.call(deepClean, { begins: 1 })).toEqual(["ok", "1 0 0 0 0 0 0"]);
  expect(await empty.state()).toEqual({ meta: { head: head(), audit: "1 0" } });
});

test("begins no round where it may only go on with one", async () => {
  for (const audit of ["1 0", "1 0 7", undefined]) {
    const queue = fresh();
    const before: State = { ...healthy, meta: { head: head(totals), ...(audit && { audit }) } };
    await queue.seed(before);
    expect(await queue.call(deepClean, { begins: 0 })).toEqual(["ok", "1 0 0 0 0 0 0"]);
    expect(await queue.state()).toEqual(before);
  }
  const queue = fresh();
  await queue.seed({ ...healthy, meta: { ...healthy.meta, audit: "2 0" } });
  expect((await queue.call(deepClean, { begins: 0 }))[1]).toBe("1 22 0 0 0 0 0");
  expect(await queue.state()).toEqual(like({}));
});

test("goes through a hash that one scan does not see whole, and counts what was purged", async () => {
  const queue = fresh();
  const jobs = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`${i}${"x".repeat(90)}`, record(place(1), "x".repeat(99))]),
  );
  const before: State = { ready: Object.keys(jobs).map((id, i) => [id, place(i + 1)]), jobs };
  const meta = { head: head({ enqueued: 50, completed: 1 }), purged: "4", expired: "2", cancelled: "3" };
  await queue.seed({ ...before, meta });
  expect(await round(queue, 1)).toBe("80 0 0 0 0 0");
  expect(await queue.state()).toEqual({ ...before, meta: { ...meta, audit: "1 0" } });
});

test("begins anew where the note of its place is damaged", async () => {
  for (const audit of ["", "x", "3", "24 0", "0 0", "17 x", "23 0 7"]) {
    const queue = fresh();
    await queue.seed({ ...healthy, meta: { ...healthy.meta, audit } });
    expect(await round(queue)).toBe("23 0 0 0 0 0");
    expect(await queue.state()).toEqual(like({}));
  }
});

test("finishes a round where the note has the cursor of a scan for a stage without one", async () => {
  const queue = fresh();
  await queue.seed({ ...healthy, meta: { ...healthy.meta, audit: "23 5" } });
  expect(await round(queue)).toBe("0 0 0 0 0 0");
  expect(await queue.state()).toEqual(like({}));
});

test.each([
  [35, "19 0"],
  [36, "18 0"],
])(
  "stops before it looks at more than its limit: after %d ids and 16 scans of a twenty-fifth each",
  async (count, audit) => {
    const queue = fresh();
    const ready = Array.from({ length: count }, (_, i): [string, number] => [`lost ${i}`, place(i)]);
    await queue.seed({ ready, meta: { head: head() } });
    expect((await queue.call(deepClean, { limit: 100, begins: 1 }))[1]).toBe(`0 ${count} 0 0 ${count} 0 0`);
    expect(await queue.state()).toEqual({ meta: { head: head(), audit } });
  },
);

test("scans a large state no further than to its limit, less what it has examined before", async () => {
  const queue = fresh();
  const lost = (state: string, count: number) =>
    Array.from({ length: count }, (_, i): [string, number] => [`${state} ${i}`, i]);
  await queue.seed({ leased: lost("leased", 90), ready: lost("ready", 300), meta: { head: head() } });
  const [, text = ""] = await queue.call(deepClean, { limit: 100, begins: 1 });
  const [finished, examined = 0, , , removed] = text.split(" ").map(Number);
  expect([finished, removed]).toEqual([0, examined]);
  // A step of a scan may find a few more than it was asked for.
  expect(examined).toBeGreaterThanOrEqual(100);
  expect(examined).toBeLessThan(120);
  const { ready, leased } = await queue.state();
  expect([leased, ready?.length]).toEqual([undefined, 390 - examined]);
});

test("examines a hash of small payloads in one scan", async () => {
  const queue = fresh();
  const ids = idsOfHash("f", 100);
  const before: State = {
    ready: ids.map((id, i) => [id, place(i)]),
    jobs: Object.fromEntries(ids.map((id) => [id, record(place(1), "x".repeat(99))])),
  };
  const meta = { head: head({ enqueued: 100 }) };
  await queue.seed({ ...before, meta: { ...meta, audit: "21 0" } });
  expect(await queue.call(deepClean, { limit: 1_000, begins: 1 })).toEqual(["ok", "1 100 0 0 0 0 0"]);
  expect(await queue.state()).toEqual({ ...before, meta: { ...meta, audit: "1 0" } });
});

test.each([
  [2_000_000, "goes on", "1 2 0 0 0 0 0", "1 0"],
  [2_000_001, "stops", "0 2 0 0 0 0 0", "7 0"],
])("after %d bytes of a scan, a request %s", async (bytes, _, reply, audit) => {
  const queue = fresh();
  const [id = ""] = idsOfHash("0", 1);
  const before: State = {
    ready: [[id, place(1)]],
    jobs: { [id]: record(place(1), "x".repeat(bytes - record(place(1), "").length)) },
  };
  await queue.seed({ ...before, meta: { head: head({ enqueued: 1 }) } });
  expect(await queue.call(deepClean, { begins: 1 })).toEqual(["ok", reply]);
  expect(await queue.state()).toEqual({ ...before, meta: { head: head({ flags: "l", enqueued: 1 }), audit } });
});

test("leaves nothing in a queue without a key", async () => {
  const queue = fresh();
  expect(await round(queue)).toBe("0 0 0 0 0 0");
  expect(await queue.state()).toEqual({});
});

describe("where payloads are large", () => {
  const flags = "l";
  const lost = { head: head({ ...totals, flags }) };

  test("reads every hash in each round", async () => {
    const queue = fresh();
    await queue.seed({ ...healthy, meta: lost });
    for (let i = 0; i < 2; i++) {
      expect(await round(queue)).toBe("23 0 0 0 0 0");
      expect(await queue.state()).toEqual({ ...healthy, meta: { ...lost, audit: "1 0" } });
    }
  });

  test.each<[what: string, extra: State, repaired: string]>([
    ["a record without a state", { jobs: { x: record(place(9)) } }, "1 0 0 0 1"],
    ["a run without a record", { runs: { x: run("L", tick(9)) } }, "0 0 0 1 0"],
    [
      "both, which the numbers do not tell of",
      { jobs: { x: record(place(9)) }, runs: { y: run("L", tick(9)) } },
      "1 0 0 1 1",
    ],
  ])("finds %s in one round", async (_, extra, repaired) => {
    const queue = fresh();
    const [jobs, runs] = [
      { ...healthy.jobs, ...extra.jobs },
      { ...healthy.runs, ...extra.runs },
    ];
    await queue.seed({ ...healthy, jobs, runs, meta: lost });
    expect((await round(queue)).replace(/^\d+ /, "")).toBe(repaired);
    expect((await queue.state()).runs).toEqual(healthy.runs);
  });

  test.each(["0", "7", "f"])("finds a record in the hash %s though one run too many was counted", async (digit) => {
    const queue = fresh();
    const [orphan = ""] = idsOfHash(digit, 1);
    const jobs = { ...healthy.jobs, [orphan]: record(place(9)) };
    await queue.seed({ ...healthy, jobs, meta: { head: head({ ...totals, flags, runs: 7 }) } });
    expect((await round(queue)).replace(/^\d+ /, "")).toBe("1 0 0 0 2");
    expect((await round(queue)).replace(/^\d+ /, "")).toBe("0 0 0 0 0");
  });

  /** A queue whose jobs all stand in one hash, before that hash is gone through. */
  const oneHash = (count: number, size: number): State => {
    const ids = idsOfHash("0", count);
    return {
      ready: ids.map((id, i) => [id, place(i)]),
      jobs: Object.fromEntries(ids.map((id) => [id, record(place(1), "x".repeat(size))])),
      meta: { head: head({ flags, enqueued: count }), audit: "6 0" },
    };
  };
  const audited = async (queue: Bench, limit: number) => {
    const [, text = ""] = await queue.call(deepClean, { limit, begins: 1 });
    const [finished = 0, examined = 0] = text.split(" ").map(Number);
    return { finished, examined };
  };

  test("reads no payload of a hash that holds no more than its limit", async () => {
    const queue = fresh();
    await queue.seed(oneHash(200, 3_000));
    const rights = ["~*", "+@all", "-hscan", "-hgetall", "-hvals"];
    expect(await withRights(queue, rights, (each) => audited(each, 200))).toEqual({ finished: 0, examined: 200 });
  });

  test.each([
    [100_000, ["1"]],
    [99_999, ["1", "2"]],
    [30_000, ["1", "2", "4"]],
  ])("asks for twice as many after a step that found less than 100,000 bytes: records of %d", async (size, asked) => {
    const queue = fresh();
    const state = oneHash(60, size - record(place(1), "").length);
    await queue.seed(state);
    const [adapter, commands] = recording();
    await queue.through(adapter).call(deepClean, { limit: 50, begins: 1 });
    const counts = (await commands()).flatMap((command) => /^HSCAN .* COUNT (\d+)$/.exec(command)?.[1] ?? []);
    expect(counts[0]).toBe("1");
    expect([...new Set(counts)].sort()).toEqual(asked);
  });

  test.each([
    ["twice as many after each step that found few bytes", 600, 70, 500, 600],
    ["up to two million bytes of records of some size", 120, 30_000, 40, 75],
    ["up to two million bytes of large ones, and what the last step finds", 120, 300_000, 1, 10],
  ])("reads records of a larger one a few at a time: %s", async (_, count, size, least, most) => {
    const queue = fresh();
    const state = oneHash(count, size);
    await queue.seed(state);
    // A hash that has grown moves an entry at each lookup, and a step of a scan finds more until all are moved.
    const ids = Object.keys(state.jobs ?? {});
    await redis().hmGet(`${queue.keys.root}jobs:0`, [...ids, ...ids]);
    const { finished, examined } = await audited(queue, Math.min(count - 20, 500));
    expect(finished).toBe(0);
    expect(examined).toBeGreaterThanOrEqual(least);
    expect(examined).toBeLessThanOrEqual(most);
    expect(await round(queue, 100)).toMatch(/ 0 0 0 0 0$/);
  });
});
