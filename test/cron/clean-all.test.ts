// Cleaning all queues of a prefix: what is moved and repaired, where it stops, and where it goes on.
import { describe, expect, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import type { Adapter } from "../../src/index.ts";
import { QueueContext } from "../../src/queue/jobs/queue-context.ts";
import { admitWithLimits as admitQueue } from "../../src/queue/jobs/registration.ts";
import { Realm, unreachableAdapter } from "../setup/realm.ts";

const NOTHING = { reclaimed: 0, failed: 0, promoted: 0, expired: 0, removed: 0, workers: 0 };
const SOUND = { orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };

/** Each of the queues gets jobs whose leases are over, and a delayed one that is due. */
async function withWork(realm: Realm, names: string[], jobs = 3): Promise<void> {
  for (const name of names) {
    const queue = realm.queue(name, { lease: "1s" });
    const count = Math.min(jobs, 1_000);
    for (let left = jobs; left > 0; left -= count) {
      await queue.enqueueMany(Array.from({ length: count }, (_, data) => ({ data })));
      await queue.lease({ count });
    }
    await queue.enqueue("later", { delay: "1s" });
  }
  realm.clock.pass(1_000);
}

/** A client that cannot send many scripts in one request. */
const oneByOne = ({ run }: Adapter): Adapter => ({ run });

/** The queues that were cleaned, in the order in which they were. */
function watched(redis: Adapter): { redis: Adapter; cleaned: string[] } {
  const cleaned: string[] = [];
  const run: Adapter["run"] = (script, keys, args) => {
    const [, name] = /\{([^}]*)\}:meta$/.exec(keys[0] ?? "") ?? [];
    if (name !== undefined) cleaned.push(name);
    return redis.run(script, keys, args);
  };
  return { redis: { run }, cleaned };
}

/** A queue of jobs that are in no state. */
async function withOrphans(realm: Realm, name: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 1_000) {
    const jobs = Array.from({ length: 1_000 }, (_, i) => ({ data: i, id: `job ${from + i}` }));
    await realm.queue(name).enqueueMany(jobs);
    // A millisecond has room for a thousand.
    realm.clock.pass(1);
  }
  await realm.raw.del(`${realm.prefix}:{${name}}:ready`);
}

describe("a light clean of all queues", () => {
  test("moves what is due in each of them, and counts its requests", async () => {
    const realm = new Realm();
    await withWork(realm, ["a", "b", "c"]);
    const report = await cleanAll("light", realm.options);
    expect(report).toEqual({
      kind: "light",
      queues: 3,
      moved: { ...NOTHING, reclaimed: 9, promoted: 3 },
      repaired: SOUND,
      retired: 0,
      left: [],
      errors: [],
      ms: expect.any(Number),
      requests: 2,
    });
    for (const name of ["a", "b", "c"]) expect(await realm.queue(name).counts()).toMatchObject({ ready: 4, leased: 0 });
    expect(await cleanAll("light", realm.options)).toMatchObject({ moved: NOTHING });
  });

  test("does nothing where there is no queue", async () => {
    expect(await cleanAll("light", new Realm().options)).toMatchObject({
      queues: 0,
      left: [],
      errors: [],
      requests: 1,
    });
  });

  test("stops when its requests are used up, and the next run begins where it stopped", async () => {
    const realm = new Realm();
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    await withWork(realm, names);
    const { redis, cleaned } = watched(realm.redis);
    const runs: string[][] = [];
    for (let run = 0; run < 4; run++) {
      const report = await cleanAll("light", { ...realm.options, redis, maxRequests: 5 });
      expect(report).toMatchObject({ requests: 5, queues: 7 });
      expect([...cleaned, ...report.left].sort()).toEqual(names);
      runs.push(cleaned.splice(0));
    }
    expect(runs).toEqual([
      ["a", "b", "c"],
      ["d", "e", "f"],
      ["g", "a", "b"],
      ["c", "d", "e"],
    ]);
  });

  test("comes further even when it has no time at all", async () => {
    const realm = new Realm();
    const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    await withWork(realm, names);
    let reclaimed = 0;
    for (let run = 0; run < 3; run++)
      reclaimed += (await cleanAll("light", { ...realm.options, budget: 1 })).moved.reclaimed;
    expect(reclaimed).toBe(30);
  });

  test("gives every queue its first request before one with much to clean gets its second", async () => {
    const realm = new Realm();
    // Sorted before the others, and each with more than ten requests of work.
    const flooded = ["a1", "a2", "a3", "a4", "a5"];
    await withWork(realm, flooded, 2_000);
    await withWork(realm, ["small"]);
    const report = await cleanAll("light", { ...realm.options, redis: oneByOne(realm.redis), maxRequests: 8 });
    expect(await realm.queue("small").counts()).toMatchObject({ ready: 4, leased: 0 });
    expect([...report.left].sort()).toEqual(flooded);
    const next = await cleanAll("light", realm.options);
    expect(next).toMatchObject({ left: [], errors: [] });
    expect(report.moved.reclaimed + next.moved.reclaimed).toBe(5 * 2_000 + 3);
  });

  test("reaches a queue beside 1,500 of one maker in its first run, with a request for each script", async () => {
    const realm = new Realm();
    const names = Array.from({ length: 1_500 }, (_, i) => `web-${i}`);
    const limits = { maker: "stranger", maxQueues: 9_999, maxQueuesOfMaker: 9_999 };
    for (let from = 0; from < names.length; from += 100) {
      const some = names.slice(from, from + 100).map((name) => new QueueContext(name, realm.options));
      await Promise.all(some.map((context) => admitQueue(context, limits)));
    }
    await withWork(realm, ["declared", "zz"]);
    const { redis, cleaned } = watched(realm.redis);
    const settings = { declared: {}, unused: {} };
    const report = await cleanAll("light", { ...realm.options, settings, redis });
    expect(cleaned.slice(0, 3)).toEqual(["declared", "web-0", "zz"]);
    expect(report).toMatchObject({ queues: 1_502, moved: { reclaimed: 6, promoted: 2 }, errors: [], requests: 45 });
    expect(await realm.queue("zz").counts()).toMatchObject({ ready: 4, leased: 0, delayed: 0 });
    // Nothing else is begun anew: of the maker's queues the next run takes the next ones.
    const before = cleaned.splice(0).filter((name) => name.startsWith("web-"));
    await cleanAll("light", { ...realm.options, settings, redis });
    expect(cleaned).toEqual(expect.arrayContaining(["declared", "zz"]));
    expect(cleaned.filter((name) => before.includes(name))).toEqual([]);
  });

  test("cleans a thousand queues in the requests of one cron, broken ones among them", async () => {
    const realm = new Realm();
    const names = Array.from({ length: 1_000 }, (_, i) => `queue-${i}`);
    const enqueue = (name: string) => realm.queue(name, { lease: "1s" }).enqueue(1, { delay: "1s" });
    for (let from = 0; from < 1_000; from += 50) await Promise.all(names.slice(from, from + 50).map(enqueue));
    await realm.breakQueue("queue-500");
    realm.clock.pass(1_000);
    const report = await cleanAll("light", realm.options);
    expect(report).toMatchObject({
      queues: 1_000,
      moved: { ...NOTHING, promoted: 999 },
      left: [],
      errors: [{ queue: "queue-500", code: "other_layout" }],
    });
    expect(report.requests).toBeLessThanOrEqual(45);
  });

  test("twice at once moves everything once", async () => {
    const realm = new Realm();
    await withWork(realm, ["a", "b", "c", "d", "e"], 700);
    const runs = await Promise.all([1, 2, 3].map(() => cleanAll("light", realm.options)));
    const sum = (what: "reclaimed" | "promoted") => runs.reduce((all, { moved }) => all + moved[what], 0);
    expect({ reclaimed: sum("reclaimed"), promoted: sum("promoted") }).toEqual({ reclaimed: 3_500, promoted: 5 });
    for (const name of ["a", "b", "c", "d", "e"]) {
      const { totals, ...counts } = await realm.queue(name).counts();
      expect(counts).toMatchObject({ ready: 701, leased: 0, delayed: 0 });
      expect(totals).toMatchObject({ enqueued: 701, reclaimed: 700 });
      expect(await realm.queue(name).deepClean()).toMatchObject(SOUND);
    }
  });

  test("goes by what its settings say is kept, where those who enqueue do not say it", async () => {
    const realm = new Realm();
    const queue = realm.queue("a", { retention: { done: "1d" } });
    await queue.enqueue(1);
    await (await queue.lease()).jobs[0]?.complete();
    await realm.queue("a").enqueue(2);
    realm.clock.pass(3_600_000);
    expect(await cleanAll("light", realm.options)).toMatchObject({ moved: { removed: 0 } });
    const settings = { a: { retention: { done: "1h" } } } as const;
    expect(await cleanAll("light", { ...realm.options, settings })).toMatchObject({ moved: { removed: 1 } });
  });
});

describe("a deep clean of all queues", () => {
  test("repairs each of them, and finishes small ones at once", async () => {
    const realm = new Realm();
    for (const name of ["a", "b", "c"]) await realm.queue(name).enqueueMany([{ data: 1, id: "x" }, { data: 2 }]);
    for (const name of ["a", "c"]) await realm.raw.zrem(`${realm.prefix}:{${name}}:ready`, "x");
    const report = await cleanAll("deep", realm.options);
    expect(report).toMatchObject({
      kind: "deep",
      moved: NOTHING,
      repaired: { ...SOUND, orphans: 2 },
      left: [],
      errors: [],
      requests: 2,
    });
    expect(await cleanAll("deep", realm.options)).toMatchObject({ repaired: SOUND });
    for (const name of ["a", "b", "c"]) expect(await realm.queue(name).counts()).toMatchObject({ ready: 2 });
  });

  test("goes on within a large queue, run by run, and leaves none of the others waiting", async () => {
    const realm = new Realm();
    await withOrphans(realm, "a", 3_000);
    await realm.queue("b").enqueue(1);
    let orphans = 0;
    let runs = 0;
    for (let left = ["a"]; left.length > 0; runs++) {
      const report = await cleanAll("deep", { ...realm.options, redis: oneByOne(realm.redis), maxRequests: 5 });
      orphans += report.repaired.orphans;
      left = report.left;
      expect(left).not.toContain("b");
    }
    expect(runs).toBeGreaterThan(1);
    expect(orphans).toBe(3_000);
  });

  test("finishes a large queue in few requests, each of which carries many scripts", async () => {
    const realm = new Realm();
    await withOrphans(realm, "a", 9_000);
    await realm.queue("b").enqueue(1);
    const report = await cleanAll("deep", { ...realm.options, maxRequests: 6 });
    expect(report).toMatchObject({ repaired: { ...SOUND, orphans: 9_000 }, left: [], errors: [] });
    expect(await realm.queue("a").counts()).toMatchObject({ ready: 9_000 });
  });

  test("keeps its place apart from that of the light clean", async () => {
    const realm = new Realm();
    await withWork(realm, ["a", "b", "c"]);
    const one = { ...realm.options, redis: oneByOne(realm.redis), maxRequests: 3 };
    expect((await cleanAll("light", one)).left).toEqual(["b", "c"]);
    expect((await cleanAll("deep", one)).left).toEqual(["b", "c"]);
    expect((await cleanAll("light", one)).left).toEqual(["c", "a"]);
    expect((await cleanAll("deep", one)).left).toEqual(["c", "a"]);
  });
});

describe("what fails", () => {
  test.each([
    ["of a newer version", "other_layout", "other_layout"],
    ["with keys of a wrong type", "wrong type", "redis_error"],
  ] as const)("a queue %s is reported, and the others are cleaned", async (_what, how, code) => {
    const realm = new Realm();
    await withWork(realm, ["a", "c"]);
    await realm.breakQueue("b", how);
    expect(await cleanAll("light", realm.options)).toMatchObject({
      queues: 3,
      moved: { reclaimed: 6 },
      errors: [{ queue: "b", code }],
      left: [],
    });
    expect(await cleanAll("deep", realm.options)).toMatchObject({ errors: [{ queue: "b", code }], left: [] });
  });

  test("queues that are all broken are no sign of Redis being away", async () => {
    const realm = new Realm();
    await realm.breakQueue("a");
    const report = await cleanAll("light", realm.options);
    expect(report.errors).toEqual([{ queue: "a", code: "other_layout" }]);
    expect(report).not.toHaveProperty("failed");
  });

  test("a Redis that is away is the failure of the run", async () => {
    const report = await cleanAll("light", { ...new Realm().options, redis: unreachableAdapter() });
    expect(report).toMatchObject({ queues: 0, failed: { code: "redis_unreachable" } });
  });

  test("a Redis that goes away during the run is the failure of the run, when it came to nothing", async () => {
    const realm = new Realm();
    await withWork(realm, ["a", "b"]);
    const away = unreachableAdapter();
    const run: Adapter["run"] = (script, ...rest) =>
      (script.name === "round" ? realm.redis : away).run(script, ...rest);
    expect(await cleanAll("light", { ...realm.options, redis: { run } })).toMatchObject({
      errors: [
        { queue: "a", code: "redis_unreachable" },
        { queue: "b", code: "redis_unreachable" },
      ],
      failed: { code: "redis_unreachable" },
    });
  });

  test("one node that does not answer holds up no other queue, and the run ends soon after its time", async () => {
    const realm = new Realm();
    await withWork(realm, ["a", "b"]);
    const run: Adapter["run"] = (script, keys, args) =>
      keys.some((key) => key.includes("{a}")) ? new Promise(() => {}) : realm.redis.run(script, keys, args);
    const startedAt = Date.now();
    const report = await cleanAll("light", { ...realm.options, redis: { run }, budget: 1 });
    expect(report).toMatchObject({ moved: { reclaimed: 3 }, errors: [{ queue: "a", code: "redis_unreachable" }] });
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });

  test.each([
    [{ maxRequests: 2 }, "maxRequests"],
    [{ budget: "soon" as never }, "budget"],
    [{ prefix: "no spaces" }, "prefix"],
  ])("options that make no sense are refused before anything is sent: %o", async (wrong, what) => {
    const refused = cleanAll("light", { ...new Realm().options, ...wrong });
    await expect(refused).rejects.toMatchObject({ code: "invalid_argument", message: expect.stringContaining(what) });
  });
});
