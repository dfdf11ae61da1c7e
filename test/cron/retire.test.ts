// Queues that nobody uses leave the registry with a deep clean, and all others stay in it.
import { describe, expect, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import { type Adapter, listQueues } from "../../src/index.ts";
import { QueueContext } from "../../src/queue/jobs/queue-context.ts";
import { admitWithLimits as admitQueue } from "../../src/queue/jobs/registration.ts";
import { Realm, unreachableAdapter } from "../setup/realm.ts";

const DAY = 86_400_000;
// Queues that are registered in one millisecond have stamps in the next ones.
const A_MOMENT = 1_000;

/** Queues through each of which one job has gone. */
async function used(realm: Realm, names: string[]): Promise<void> {
  const use = async (name: string) => {
    const queue = realm.queue(name);
    await queue.enqueue(1);
    expect(await (await queue.lease()).jobs[0]?.complete()).toBe(true);
  };
  for (let from = 0; from < names.length; from += 50) await Promise.all(names.slice(from, from + 50).map(use));
}

/** The keys of a queue but for remembered replies, which expire. */
async function keysOf(realm: Realm, name: string): Promise<string[]> {
  const keys = await realm.raw.keys(`${realm.prefix}:{${name}}:*`);
  return keys.filter((key) => !key.includes(":replies:"));
}

describe("a deep clean", () => {
  test("removes queues that hold nothing, a week after their last use", async () => {
    const realm = new Realm();
    await used(realm, ["a", "b"]);
    realm.clock.pass(7 * DAY - 1);
    expect(await cleanAll("deep", realm.options)).toMatchObject({ queues: 2, retired: 0 });
    realm.clock.pass(A_MOMENT);
    expect(await cleanAll("light", realm.options)).toMatchObject({ queues: 2, retired: 0 });
    expect(await cleanAll("deep", realm.options)).toMatchObject({ queues: 2, retired: 2, left: [], errors: [] });
    expect(await listQueues(realm.options)).toEqual([]);
    for (const name of ["a", "b"]) expect(await keysOf(realm, name)).toEqual([]);
    expect(await cleanAll("deep", realm.options)).toMatchObject({ queues: 0, retired: 0, requests: 1 });
  });

  test("leaves queues that hold something, are paused, record events, are declared, or are used", async () => {
    const realm = new Realm();
    const names = ["declared", "delayed", "events", "failed", "idle", "leased", "paused", "polled", "seen"];
    await used(realm, names);
    await realm.queue("delayed").enqueue(1, { delay: "30d" });
    await realm.queue("failed").enqueue(1);
    await (await realm.queue("failed").lease()).jobs[0]?.fail("no");
    await realm.queue("leased").enqueue(1);
    await realm.queue("leased").lease();
    await realm.queue("seen").enqueue(1, { id: "x", uniqueFor: "30d" });
    await (await realm.queue("seen").lease()).jobs[0]?.complete();
    await realm.queue("paused").pause();
    await realm.queue("events").recordEvents();
    realm.clock.pass(6 * DAY + A_MOMENT);
    // Another process: this one notes a worker every ten seconds only.
    await realm.queue("polled", { redis: { ...realm.redis } }).lease();
    realm.clock.pass(DAY);
    const settings = { declared: {} };
    const report = await cleanAll("deep", { ...realm.options, settings });
    expect(report).toMatchObject({ queues: 9, retired: 1, left: [], errors: [] });
    expect(await listQueues(realm.options)).toEqual(names.filter((name) => name !== "idle"));
    expect(await cleanAll("deep", { ...realm.options, settings: {} })).toMatchObject({ retired: 1 });
  });

  test.each(["retire", "forget"])("leaves a queue in the registry that is made again before %s", async (name) => {
    const realm = new Realm();
    await used(realm, ["a", "b"]);
    realm.clock.pass(7 * DAY + A_MOMENT);
    let isFirst = true;
    const again = async () => {
      if (isFirst) await realm.queue("a", { redis: { ...realm.redis } }).enqueue("again");
      isFirst = false;
    };
    const redis: Adapter = {
      async run(script, keys, args) {
        if (script.name === name) await again();
        return realm.redis.run(script, keys, args);
      },
    };
    expect(await cleanAll("deep", { ...realm.options, redis })).toMatchObject({
      retired: name === "retire" ? 1 : 2,
      errors: [],
    });
    expect(await listQueues(realm.options)).toEqual(["a"]);
    expect((await realm.queue("a").lease()).jobs).toMatchObject([{ data: "again" }]);
  });

  test("finishes in its next run what a failure has left half done", async () => {
    const realm = new Realm();
    await used(realm, ["a"]);
    realm.clock.pass(7 * DAY + A_MOMENT);
    const away = unreachableAdapter();
    const run: Adapter["run"] = (script, ...rest) =>
      (script.name === "forget" ? away : realm.redis).run(script, ...rest);
    const report = await cleanAll("deep", { ...realm.options, redis: { run } });
    expect(report).toMatchObject({ retired: 1, errors: [] });
    expect(await listQueues(realm.options)).toEqual(["a"]);
    expect(await cleanAll("deep", realm.options)).toMatchObject({ queues: 1, retired: 1 });
    expect(await listQueues(realm.options)).toEqual([]);
  });

  test("removes the name of a queue that was admitted and never made, and makes room for its maker's next one", async () => {
    const realm = new Realm();
    const admit = (name: string) =>
      admitQueue(new QueueContext(name, realm.options), { maker: "shop", maxQueues: 100, maxQueuesOfMaker: 1 });
    expect([await admit("a"), await admit("b")]).toEqual(["ok", "maxQueuesOfMaker"]);
    realm.clock.pass(7 * DAY + A_MOMENT);
    expect(await cleanAll("deep", realm.options)).toMatchObject({ retired: 1 });
    expect([await admit("b"), await admit("a")]).toEqual(["ok", "maxQueuesOfMaker"]);
  });

  test("cleans beside it, in no more requests than it may send, and removes others in the next runs", async () => {
    const realm = new Realm();
    const names = Array.from({ length: 40 }, (_, i) => `idle-${i}`);
    await used(realm, names);
    realm.clock.pass(7 * DAY + A_MOMENT);
    await realm.queue("z").enqueue(1);
    await realm.raw.del(`${realm.prefix}:{z}:ready`);
    const redis: Adapter = { run: realm.redis.run };
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

  test("removes a thousand queues in a few requests", async () => {
    const realm = new Realm();
    const names = Array.from({ length: 1_100 }, (_, i) => `queue-${i}`);
    for (let from = 0; from < names.length; from += 100) {
      const some = names.slice(from, from + 100).map((name) => new QueueContext(name, realm.options));
      await Promise.all(
        some.map((context) => admitQueue(context, { maker: "shop", maxQueues: 9_999, maxQueuesOfMaker: 9_999 })),
      );
    }
    realm.clock.pass(8 * DAY);
    const report = await cleanAll("deep", realm.options);
    expect(report).toMatchObject({ queues: 1_100, retired: 1_000, left: [], errors: [] });
    // The queues and the note of the last run, four times up to 256 queues, their names, and the clean of the others.
    expect(report.requests).toBe(7);
    expect(await cleanAll("deep", realm.options)).toMatchObject({ retired: 100 });
    expect(await listQueues(realm.options)).toEqual([]);
  });
});
