// deepClean: the limit of one request, the cursor from which the next one continues, and the cost of a round.
import { describe, expect, test } from "vitest";
import { deepClean } from "../../../src/engine/all-scripts.ts";
import { recordCommands } from "../kit/adapters.ts";
import { redis } from "../kit/connection.ts";
import { auditRound, HEALTHY, healthyWith, TOTALS, withRights } from "../kit/deep-cleaning.ts";
import { byId, head, idsOfBucket, numberedIds, record, run } from "../kit/forms.ts";
import { readyQueue } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { place, tick } from "../kit/times.ts";

const queueWith = connectQueues();

test("deepClean examines every entry of a healthy queue and changes nothing", async () => {
  const queue = await queueWith(HEALTHY);
  for (const limit of [100, 1, 7]) {
    expect(await auditRound(queue, limit)).toBe("23 0 0 0 0 0");
    expect(await queue.state()).toEqual(healthyWith({}));
  }
});

test("deepClean reads many small records at a time, without asking for their sizes", async () => {
  const queue = await queueWith(HEALTHY);
  expect(await withRights(queue, ["~*", "+@all", "-hstrlen"], auditRound)).toBe("23 0 0 0 0 0");
});

test("deepClean continues where the last request stopped, up to its limit", async () => {
  const queue = await queueWith(HEALTHY);
  const places: string[] = [];
  for (let finished = "0"; finished === "0"; ) {
    const [, text = ""] = await queue.call(deepClean, { limit: 9, begins: 1 });
    finished = text.split(" ")[0] ?? "";
    places.push((await queue.state()).meta?.audit ?? "");
  }
  // Nine entries each; an empty part of the queue counts for a fraction of an entry.
  expect(places).toEqual(["13 0", "23 0", "1 0"]);
});

test("deepClean audits a small or empty queue in one request", async () => {
  const [small, empty] = [await queueWith(HEALTHY), await queueWith({ meta: { head: head() } })];
  expect(await small.call(deepClean, { begins: 1 })).toEqual(["ok", "1 23 0 0 0 0 0"]);
  expect(await empty.call(deepClean, { begins: 1 })).toEqual(["ok", "1 0 0 0 0 0 0"]);
  expect(await empty.state()).toEqual({ meta: { head: head(), audit: "1 0" } });
});

test("deepClean begins no round if it may only continue one", async () => {
  for (const audit of ["1 0", "1 0 7", undefined]) {
    const before: State = { ...HEALTHY, meta: { head: head(TOTALS), ...(audit && { audit }) } };
    const queue = await queueWith(before);
    expect(await queue.call(deepClean, { begins: 0 })).toEqual(["ok", "1 0 0 0 0 0 0"]);
    expect(await queue.state()).toEqual(before);
  }
  const queue = await queueWith({ ...HEALTHY, meta: { ...HEALTHY.meta, audit: "2 0" } });
  expect((await queue.call(deepClean, { begins: 0 }))[1]).toBe("1 22 0 0 0 0 0");
  expect(await queue.state()).toEqual(healthyWith({}));
});

test("deepClean audits a bucket that takes several scans, and counts purged jobs", async () => {
  const ids = numberedIds(40, "x".repeat(90));
  const before: State = {
    ready: byId(ids, (_, i) => place(i + 1)),
    jobs: byId(ids, () => record(place(1), "x".repeat(99))),
  };
  const meta = { head: head({ enqueued: 50, completed: 1 }), purged: "4", expired: "2", cancelled: "3" };
  const queue = await queueWith({ ...before, meta });
  expect(await auditRound(queue, 1)).toBe("80 0 0 0 0 0");
  expect(await queue.state()).toEqual({ ...before, meta: { ...meta, audit: "1 0" } });
});

test("deepClean begins anew if its cursor is damaged", async () => {
  for (const audit of ["", "x", "3", "29 0", "0 0", "17 x", "28 0 7"]) {
    const queue = await queueWith({ ...HEALTHY, meta: { ...HEALTHY.meta, audit } });
    expect(await auditRound(queue)).toBe("23 0 0 0 0 0");
    expect(await queue.state()).toEqual(healthyWith({}));
  }
});

test("deepClean finishes a round if its cursor has a scan in a stage without one", async () => {
  const queue = await queueWith({ ...HEALTHY, meta: { ...HEALTHY.meta, audit: "28 5" } });
  expect(await auditRound(queue)).toBe("0 0 0 0 0 0");
  expect(await queue.state()).toEqual(healthyWith({}));
});

test.each([
  [35, "23 0"],
  [36, "22 0"],
])("deepClean stops at its limit, after %d ids and 16 scans that count for 1/25 each", async (count, audit) => {
  const ready = byId(numberedIds(count, "lost "), (_, i) => place(i));
  const queue = await queueWith({ ready, meta: { head: head() } });
  expect((await queue.call(deepClean, { limit: 100, begins: 1 }))[1]).toBe(`0 ${count} 0 0 ${count} 0 0`);
  expect(await queue.state()).toEqual({ meta: { head: head(), audit } });
});

test("deepClean scans a large state up to the rest of its limit", async () => {
  const lost = (prefix: string, count: number) => byId(numberedIds(count, prefix), (_, i) => i);
  const queue = await queueWith({ leased: lost("leased ", 90), ready: lost("ready ", 300), meta: { head: head() } });
  const [, text = ""] = await queue.call(deepClean, { limit: 100, begins: 1 });
  const [finished, examined = 0, , , removed] = text.split(" ").map(Number);
  expect([finished, removed]).toEqual([0, examined]);
  // A step of a scan may return a few more than it was asked for.
  expect(examined).toBeGreaterThanOrEqual(100);
  expect(examined).toBeLessThan(120);
  const { ready = {}, leased } = await queue.state();
  expect([leased, Object.keys(ready).length]).toEqual([undefined, 390 - examined]);
});

test("deepClean examines a bucket of small payloads in one scan", async () => {
  const ids = idsOfBucket("f", 100);
  const { meta, ...before } = readyQueue(
    byId(ids, () => record(place(1), "x".repeat(99))),
    { enqueued: 100 },
  );
  const queue = await queueWith({ ...before, meta: { ...meta, audit: "26 0" } });
  expect(await queue.call(deepClean, { limit: 1_000, begins: 1 })).toEqual(["ok", "1 100 0 0 0 0 0"]);
  expect(await queue.state()).toEqual({ ...before, meta: { ...meta, audit: "1 0" } });
});

test.each([
  [2_000_000, "continues", "1 2 0 0 0 0 0", "1 0"],
  [2_000_001, "stops", "0 2 0 0 0 0 0", "12 0"],
])("after a scan of %d bytes, deepClean %s", async (bytes, _, reply, audit) => {
  const [id = ""] = idsOfBucket("0", 1);
  const before: State = {
    ready: { [id]: place(1) },
    jobs: { [id]: record(place(1), "x".repeat(bytes - record(place(1), "").length)) },
  };
  const queue = await queueWith({ ...before, meta: { head: head({ enqueued: 1 }) } });
  expect(await queue.call(deepClean, { begins: 1 })).toEqual(["ok", reply]);
  expect(await queue.state()).toEqual({ ...before, meta: { head: head({ flags: "l", enqueued: 1 }), audit } });
});

describe("deepClean of a queue with large payloads", () => {
  const flags = "l";
  const meta = { head: head({ ...TOTALS, flags }) };

  test("reads every bucket in each round", async () => {
    const queue = await queueWith({ ...HEALTHY, meta });
    for (let i = 0; i < 2; i++) {
      expect(await auditRound(queue)).toBe("23 0 0 0 0 0");
      expect(await queue.state()).toEqual({ ...HEALTHY, meta: { ...meta, audit: "1 0" } });
    }
  });

  test.each<[what: string, extra: State, repaired: string]>([
    ["a record without a state", { jobs: { x: record(place(9)) } }, "1 0 0 0 1"],
    ["a run without a record", { runs: { x: run("L", tick(9)) } }, "0 0 0 1 0"],
    ["both, although the totals match", { jobs: { x: record(place(9)) }, runs: { y: run("L", tick(9)) } }, "1 0 0 1 1"],
  ])("finds %s in one round", async (_, extra, repaired) => {
    const queue = await queueWith({ ...HEALTHY, meta });
    await queue.seed(extra);
    expect((await auditRound(queue)).replace(/^\d+ /, "")).toBe(repaired);
    expect((await queue.state()).runs).toEqual(HEALTHY.runs);
  });

  test.each(["0", "7", "f"])("finds a record in bucket %s even if one run too many was counted", async (digit) => {
    const [orphan = ""] = idsOfBucket(digit, 1);
    const jobs = { ...HEALTHY.jobs, [orphan]: record(place(9)) };
    const queue = await queueWith({ ...HEALTHY, jobs, meta: { head: head({ ...TOTALS, flags, runs: 7 }) } });
    expect((await auditRound(queue)).replace(/^\d+ /, "")).toBe("1 0 0 0 2");
    expect((await auditRound(queue)).replace(/^\d+ /, "")).toBe("0 0 0 0 0");
  });

  /** Returns a queue with all jobs in one bucket, which is audited next. */
  const oneBucket = (count: number, size: number): State => {
    const ids = idsOfBucket("0", count);
    const { meta, ...state } = readyQueue(
      byId(ids, () => record(place(1), "x".repeat(size))),
      { flags, enqueued: count },
    );
    return { ...state, meta: { ...meta, audit: "6 0" } };
  };
  const audit = async (queue: TestQueue, limit: number) => {
    const [, text = ""] = await queue.call(deepClean, { limit, begins: 1 });
    const [finished = 0, examined = 0] = text.split(" ").map(Number);
    return { finished, examined };
  };

  test("reads no payload of a bucket within its limit", async () => {
    const queue = await queueWith(oneBucket(200, 3_000));
    const rights = ["~*", "+@all", "-hscan", "-hgetall", "-hvals"];
    expect(await withRights(queue, rights, (each) => audit(each, 200))).toEqual({ finished: 0, examined: 200 });
  });

  test.each([
    [100_000, ["1"]],
    [99_999, ["1", "2"]],
    [30_000, ["1", "2", "4"]],
  ])("doubles its step after less than 100,000 bytes: records of %d bytes in steps of %j", async (size, steps) => {
    const state = oneBucket(60, size - record(place(1), "").length);
    const queue = await queueWith(state);
    const [adapter, commands] = recordCommands();
    await queue.through(adapter).call(deepClean, { limit: 50, begins: 1 });
    const counts = (await commands()).flatMap((command) => /^HSCAN .* COUNT (\d+)$/.exec(command)?.[1] ?? []);
    expect(counts[0]).toBe("1");
    expect([...new Set(counts)].sort()).toEqual(steps);
  });

  test.each([
    ["many small records", 600, 70, 500, 600],
    ["up to 2 MB of larger records", 120, 30_000, 40, 75],
    ["up to 2 MB of large records, and the rest of the last step", 120, 300_000, 1, 10],
  ])("reads a bucket above its limit in steps: %s", async (_, count, size, min, max) => {
    const state = oneBucket(count, size);
    const queue = await queueWith(state);
    // Redis moves an entry of a grown hash at each lookup, and a step of a scan returns more until all are moved.
    const ids = Object.keys(state.jobs ?? {});
    await redis().hmGet(`${queue.keys.root}jobs:0`, [...ids, ...ids]);
    const { finished, examined } = await audit(queue, Math.min(count - 20, 500));
    expect(finished).toBe(0);
    expect(examined).toBeGreaterThanOrEqual(min);
    expect(examined).toBeLessThanOrEqual(max);
    expect(await auditRound(queue, 100)).toMatch(/ 0 0 0 0 0$/);
  });
});
