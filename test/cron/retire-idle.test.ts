// A deep clean removes unused queues from the registry, and leaves all others in it.
import { describe, expect, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import { listQueues } from "../../src/index.ts";
import { QueueContext } from "../../src/queue/jobs/queue-context.ts";
import { admitWithLimits } from "../../src/queue/jobs/registration.ts";
import { Realm, unreachableAdapter } from "../setup/realm.ts";
import { admitQueues, chooseAdapter, withoutRunMany } from "./kit/clean-targets.ts";

const DAY = 86_400_000;
// Queues that are registered in one millisecond get stamps in the milliseconds after it.
const STAMP_MARGIN = 1_000;

/** Creates queues that have been idle for a week, since their only job was completed. */
async function createIdleQueues(names: string[]): Promise<Realm> {
  const realm = new Realm();
  await createUsedQueues(realm, names);
  realm.clock.pass(7 * DAY + STAMP_MARGIN);
  return realm;
}

/** Creates queues, each with one completed job. */
async function createUsedQueues(realm: Realm, names: string[]): Promise<void> {
  const use = async (name: string) => {
    const queue = realm.queue(name);
    await queue.enqueue(1);
    expect(await (await queue.lease()).jobs[0]?.complete()).toBe(true);
  };
  for (let from = 0; from < names.length; from += 50) await Promise.all(names.slice(from, from + 50).map(use));
}

/** Returns the keys of a queue, except those of remembered replies, which expire by themselves. */
async function readLastingKeys(realm: Realm, name: string): Promise<string[]> {
  const keys = await realm.raw.keys(`${realm.prefix}:{${name}}:*`);
  return keys.filter((key) => !key.includes(":replies:"));
}

describe("a deep clean", () => {
  test("removes empty queues a week after their last use", async () => {
    const realm = new Realm();
    await createUsedQueues(realm, ["a", "b"]);
    realm.clock.pass(7 * DAY - 1);
    expect(await cleanAll("deep", realm.options)).toMatchObject({ queues: 2, retired: 0 });
    realm.clock.pass(STAMP_MARGIN);
    expect(await cleanAll("light", realm.options)).toMatchObject({ queues: 2, retired: 0 });
    expect(await cleanAll("deep", realm.options)).toMatchObject({ queues: 2, retired: 2, left: [], errors: [] });
    expect(await listQueues(realm.options)).toEqual([]);
    for (const name of ["a", "b"]) expect(await readLastingKeys(realm, name)).toEqual([]);
    expect(await cleanAll("deep", realm.options)).toMatchObject({ queues: 0, retired: 0, requests: 1 });
  });

  test("leaves queues that contain jobs or ids, are paused, record events, are declared or are used", async () => {
    const realm = new Realm();
    const names = ["declared", "delayed", "events", "failed", "idle", "leased", "paused", "polled", "seen"];
    await createUsedQueues(realm, names);
    await realm.queue("delayed").enqueue(1, { delay: "30d" });
    await realm.queue("failed").enqueue(1);
    await (await realm.queue("failed").lease()).jobs[0]?.fail("no");
    await realm.queue("leased").enqueue(1);
    await realm.queue("leased").lease();
    await realm.queue("seen").enqueue(1, { id: "x", uniqueFor: "30d" });
    await (await realm.queue("seen").lease()).jobs[0]?.complete();
    await realm.queue("paused").pause();
    await realm.queue("events").recordEvents();
    realm.clock.pass(6 * DAY + STAMP_MARGIN);
    // The copy of the adapter stands for another process: a process notes its worker only every ten seconds.
    await realm.queue("polled", { redis: { ...realm.redis } }).lease();
    realm.clock.pass(DAY);
    const settings = { declared: {} };
    const report = await cleanAll("deep", { ...realm.options, settings });
    expect(report).toMatchObject({ queues: 9, retired: 1, left: [], errors: [] });
    expect(await listQueues(realm.options)).toEqual(names.filter((name) => name !== "idle"));
    expect(await cleanAll("deep", { ...realm.options, settings: {} })).toMatchObject({ retired: 1 });
  });

  test.each(["retire", "forget"])(
    "leaves a queue in the registry that is created again before the script %s",
    async (name) => {
      const realm = await createIdleQueues(["a", "b"]);
      let isFirst = true;
      const redis = chooseAdapter(async (script) => {
        if (script === name && isFirst) await realm.queue("a", { redis: { ...realm.redis } }).enqueue("again");
        isFirst &&= script !== name;
        return realm.redis;
      });
      expect(await cleanAll("deep", { ...realm.options, redis })).toMatchObject({
        retired: name === "retire" ? 1 : 2,
        errors: [],
      });
      expect(await listQueues(realm.options)).toEqual(["a"]);
      expect((await realm.queue("a").lease()).jobs).toMatchObject([{ data: "again" }]);
    },
  );

  test("finishes the removal of a queue in its next run after a failure", async () => {
    const realm = await createIdleQueues(["a"]);
    const redis = chooseAdapter((script) => (script === "forget" ? unreachableAdapter() : realm.redis));
    const report = await cleanAll("deep", { ...realm.options, redis });
    expect(report).toMatchObject({ retired: 1, errors: [] });
    expect(await listQueues(realm.options)).toEqual(["a"]);
    expect(await cleanAll("deep", realm.options)).toMatchObject({ queues: 1, retired: 1 });
    expect(await listQueues(realm.options)).toEqual([]);
  });

  test("removes a queue that was admitted but never created, so that its maker can create another", async () => {
    const realm = new Realm();
    const admit = (name: string) =>
      admitWithLimits(new QueueContext(name, realm.options), { maker: "shop", maxQueues: 100, maxQueuesOfMaker: 1 });
    expect([await admit("a"), await admit("b")]).toEqual(["ok", "maxQueuesOfMaker"]);
    realm.clock.pass(7 * DAY + STAMP_MARGIN);
    expect(await cleanAll("deep", realm.options)).toMatchObject({ retired: 1 });
    expect([await admit("b"), await admit("a")]).toEqual(["ok", "maxQueuesOfMaker"]);
  });

  test("also cleans, sends at most its limit of requests, and removes further queues in the next runs", async () => {
    const realm = await createIdleQueues(Array.from({ length: 40 }, (_, i) => `idle-${i}`));
    await realm.queue("z").enqueue(1);
    await realm.raw.del(`${realm.prefix}:{z}:ready`);
    const redis = withoutRunMany(realm.redis);
    const retired: number[] = [];
    while ((await listQueues(realm.options)).length > 1) {
      const report = await cleanAll("deep", { ...realm.options, redis, maxRequests: 42 });
      expect(report.requests).toBeLessThanOrEqual(42);
      retired.push(report.retired);
    }
    expect(retired).toEqual([19, 19, 2]);
    expect(await cleanAll("deep", realm.options)).toMatchObject({ repaired: { orphans: 0 } });
    expect(await realm.queue("z").counts()).toMatchObject({ ready: 1 });
  });

  test("removes a thousand queues in eight requests", async () => {
    const realm = new Realm();
    const names = Array.from({ length: 1_100 }, (_, i) => `queue-${i}`);
    await admitQueues(realm, { names, maker: "shop" });
    realm.clock.pass(8 * DAY);
    const report = await cleanAll("deep", realm.options);
    expect(report).toMatchObject({ queues: 1_100, retired: 1_000, left: [], errors: [] });
    // One reads the queues and the cursor, four remove up to 256 queues each, one their names, one cleans the
    // others, and one stores the report.
    expect(report.requests).toBe(8);
    expect(await cleanAll("deep", realm.options)).toMatchObject({ retired: 100 });
    expect(await listQueues(realm.options)).toEqual([]);
  });
});
