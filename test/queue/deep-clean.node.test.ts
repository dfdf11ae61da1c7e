// The deep clean against each broken invariant, while producers and workers use the queue: one round repairs the damage
// and reports it.
import { expect, test } from "vitest";
import type { DeepCleanResult, JobState, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { createRecordingAdapter } from "../setup/recording-adapter.ts";
import { connectToSharedRedis } from "./kit/connections.ts";
import { findBrokenInvariants, KeyNames, NO_REPAIRS, readRecordIds } from "./kit/invariants.ts";
import { fillQueue, JOBS_PER_STATE, type JobIds, Traffic } from "./kit/traffic.ts";

const redis = connectToSharedRedis();

interface FilledQueue {
  queue: Queue<string>;
  keys: KeyNames;
  ids: JobIds;
}

/** Creates a queue with jobs in every state. */
async function createFilledQueue(): Promise<FilledQueue> {
  const name = freshName();
  const queue = freshQueue<string>({ redis: ioredis(redis), retention: { done: "1d", failed: "1d" } }, name);
  return { queue, keys: new KeyNames(testPrefix(), name), ids: await fillQueue(queue) };
}

const HEAD_FIELDS = ["layout", "flags", "tick", "due", "runs", "enqueued", "leased", "completed"];

/** Overwrites some of `HEAD_FIELDS`, which Redis stores as the words of one text: the field `head` of the hash `meta`. */
async function setHead(keys: KeyNames, values: Record<string, number>): Promise<void> {
  const script = `local head, histograms = string.match(redis.call('HGET', KEYS[1], 'head'), '^([^|]*)(.*)$')
local parts = {}
for part in string.gmatch(head .. ' ', '([^ ]*) ') do parts[#parts + 1] = part end
parts[tonumber(ARGV[1])] = ARGV[2]
return redis.call('HSET', KEYS[1], 'head', table.concat(parts, ' ') .. histograms)`;
  for (const [field, value] of Object.entries(values))
    await redis.eval(script, 1, keys.of("meta"), HEAD_FIELDS.indexOf(field) + 1, value);
}

const CLEAN = { finished: true, ...NO_REPAIRS };

/**
 * Damages a queue under traffic. Expects one round to repair it and later rounds to find nothing. Expects every job with
 * a record to be delivered, except the jobs of `endedIds`.
 */
async function expectRepair(
  filled: FilledQueue,
  damage: (filled: FilledQueue) => Promise<unknown>,
  { endedIds = [] }: { endedIds?: readonly string[] } = {},
): Promise<DeepCleanResult> {
  const { queue, keys, ids } = filled;
  const traffic = new Traffic(queue);
  try {
    await damage(filled);
    const recordIds = await readRecordIds(redis, keys);
    const repaired = await queue.deepClean({ slice: 30 });
    expect(await findBrokenInvariants(redis, keys)).toEqual([]);
    for (let round = 0; round < 2; round++) expect(await queue.deepClean({ slice: 30 })).toMatchObject(CLEAN);
    await traffic.finishAllJobs();
    expect(await findBrokenInvariants(redis, keys)).toEqual([]);
    const done = new Set([...ids.done, ...endedIds]);
    for (const id of recordIds) if (!done.has(id)) expect(traffic.delivered, id).toContain(id);
    expect(repaired).toMatchObject({ finished: true });
    return repaired;
  } finally {
    await traffic.stop();
  }
}

test("a deep clean leaves a healthy queue unchanged", async () => {
  expect(await expectRepair(await createFilledQueue(), async () => {})).toMatchObject(CLEAN);
});

test.each(["delayed", "leased", "failed", "done"] as const)(
  "a deep clean repairs %s jobs that are in no state",
  async (state) => {
    const filled = await createFilledQueue();
    const repaired = await expectRepair(filled, ({ keys, ids }) =>
      redis.zrem(keys.of(state), ...ids[state].slice(0, 7)),
    );
    expect(repaired).toMatchObject({ ...CLEAN, orphans: 7 });
  },
);

test("a deep clean restores failed and done jobs for their full retention", async () => {
  const { queue, keys, ids } = await createFilledQueue();
  await redis.del(keys.of("failed"), keys.of("done"));
  expect(await queue.deepClean()).toMatchObject({ ...CLEAN, orphans: 2 * JOBS_PER_STATE });
  expect(await queue.clean()).toMatchObject({ removed: 0 });
  expect(await queue.counts()).toMatchObject({ failed: JOBS_PER_STATE, done: JOBS_PER_STATE });
  expect((await queue.get(ids.failed[0] as string))?.endedAt).toBeGreaterThan(Date.now() - 60_000);
});

test("a light clean before the deep clean removes no ready, delayed or leased job", async () => {
  const { queue, keys, ids } = await createFilledQueue();
  const alive = [...ids.ready.slice(0, 5), ...ids.delayed.slice(0, 5), ...ids.leased.slice(0, 5)];
  for (const state of ["failed", "done"]) await redis.zadd(keys.of(state), ...alive.flatMap((id) => [1, id]));
  await redis.zadd(keys.of("done"), 1, ids.done[0] as string);
  expect(await queue.clean()).toMatchObject({ removed: 1 });
  expect(await queue.counts()).toMatchObject({
    ready: JOBS_PER_STATE,
    delayed: JOBS_PER_STATE,
    leased: JOBS_PER_STATE,
    failed: JOBS_PER_STATE,
    done: JOBS_PER_STATE - 1,
  });
  expect(await queue.deepClean()).toMatchObject(CLEAN);
  expect(await findBrokenInvariants(redis, keys)).toEqual([]);
});

test.each(["ready", "delayed", "leased", "failed", "done"] as const)(
  "a deep clean removes %s ids without a record",
  async (state) => {
    const repaired = await expectRepair(await createFilledQueue(), ({ keys }) =>
      redis.zadd(keys.of(state), 2e15, "ghost-1", 2e15, "ghost-2"),
    );
    // A concurrent lease also drops a ready id without a record.
    if (state !== "ready") expect(repaired).toMatchObject({ lost: 2 });
  },
);

test("a deep clean leaves a job that is in several states in one of them", async () => {
  const repaired = await expectRepair(await createFilledQueue(), async ({ keys, ids }) => {
    const add = (state: JobState, ...added: (string | undefined)[]) => {
      const score = state === "failed" || state === "done" ? Date.now() : 2e15;
      return redis.zadd(keys.of(state), ...added.flatMap((id = "") => [score, id]));
    };
    await add("delayed", ids.failed[0], ids.leased[0]);
    await add("failed", ids.delayed[0], ids.done[0], ids.leased[1]);
    await add("done", ids.delayed[1], ids.failed[1]);
    await add("leased", ids.delayed[2], ids.failed[2]);
    for (const state of ["failed", "done", "leased"] as const) await add(state, ids.delayed[3]);
  });
  expect(repaired).toMatchObject({ doubles: 10 });
});

test("a deep clean keeps the lease of a job that is leased and ready", async () => {
  const { queue, keys, ids } = await createFilledQueue();
  const doubles = ids.leased.slice(0, 9);
  await redis.zadd(keys.of("ready"), ...doubles.flatMap((id, i) => [i, id]));
  expect(await queue.deepClean()).toMatchObject({ ...CLEAN, doubles: 9 });
  expect((await queue.list("leased", { limit: 100 })).total).toBe(JOBS_PER_STATE);
  expect(await findBrokenInvariants(redis, keys)).toEqual([]);
});

test("an id without a record is a duplicate until a deep clean, and can be enqueued afterwards", async () => {
  const { queue, keys, ids } = await createFilledQueue();
  const lostIds = [...ids.failed.slice(0, 3), ...ids.done.slice(0, 3)];
  for (const bucket of keys.buckets) await redis.hdel(bucket, ...lostIds);
  const jobs = lostIds.map((id) => ({ data: "again", id }));
  expect((await queue.enqueueMany(jobs)).some(({ created }) => created)).toBe(false);
  expect(await queue.deepClean()).toMatchObject({ ...CLEAN, lost: 6, counters: 1 });
  expect((await queue.enqueueMany(jobs)).every(({ created }) => created)).toBe(true);
  expect(await queue.deepClean()).toMatchObject(CLEAN);
  for (const id of lostIds) expect(await queue.get(id)).toMatchObject({ state: "ready", data: "again" });
  expect(await findBrokenInvariants(redis, keys)).toEqual([]);
});

test("a deep clean removes runs and times to live without a job", async () => {
  const repaired = await expectRepair(await createFilledQueue(), async ({ keys }) => {
    await redis.hset(keys.of("jobs:0"), "\tghost-1", "L 5 1 0 7 5 0\nw\n", "\tghost-2", "F 5 1 0 7 5 0\nw\n");
    await redis.hset(keys.of("jobs:9"), "\tghost-3", "");
    await redis.zadd(keys.of("expiring"), 2e15, "ghost-4", 2e15, "ghost-1");
  });
  expect(repaired).toMatchObject({ ...CLEAN, stray: 5 });
});

test("a deep clean repairs leased jobs without a valid run", async () => {
  const repaired = await expectRepair(await createFilledQueue(), async ({ keys, ids }) => {
    const [a, b, c, d, e] = ids.leased as [string, string, string, string, string];
    for (const id of [a, b]) await redis.hdel(keys.bucketOf(id), `\t${id}`);
    await redis.hset(keys.bucketOf(c), `\t${c}`, "");
    await redis.hset(keys.bucketOf(d), `\t${d}`, "W 1 1 0 5 5 0\nw\n");
    await redis.hset(keys.bucketOf(e), `\t${e}`, "nonsense");
  });
  // The damage also makes the counter of runs wrong.
  expect(repaired).toMatchObject({ ...CLEAN, stray: 5, counters: 1 });
});

test.each([
  ["enqueued", 3],
  ["enqueued", 1_000_000],
  ["completed", 0],
  ["cancelled", 77],
  ["runs", 0],
  ["runs", 1_000_000],
])("a deep clean corrects a wrong total: %s is %i", async (total, value) => {
  const repaired = await expectRepair(await createFilledQueue(), async ({ keys }) => {
    if (total === "cancelled") await redis.hset(keys.of("meta"), total, value);
    else await setHead(keys, { [total]: value });
  });
  expect(repaired).toMatchObject({ ...CLEAN, counters: 1 });
});

test("a tick that was set back does not order new jobs before old ones", async () => {
  const { queue, keys, ids } = await createFilledQueue();
  await setHead(keys, { tick: 1 });
  expect(await queue.deepClean()).toMatchObject(CLEAN);
  await queue.enqueue("", { id: "new", priority: 9 });
  expect((await queue.list("ready", { limit: 100 })).jobs.map(({ id }) => id)).toEqual([...ids.ready, "new"]);
});

test("a tick that was ahead of the clock is not issued again after the head lost it", async () => {
  const { queue, keys, ids } = await createFilledQueue();
  const ahead = Date.now() + 3_600_000;
  await setHead(keys, { tick: (ahead - 1_600_000_000_000) * 1_000 });
  await queue.enqueue("", { id: "early", priority: 0 });
  await queue.lease({ worker: "early" });
  await setHead(keys, { tick: 1 });
  const fences = (await queue.workers()).flatMap(({ holds }) => holds.map(({ fence }) => fence));
  expect(await queue.deepClean()).toMatchObject({ ...CLEAN, counters: 1 });
  const { jobs } = await queue.lease({ count: JOBS_PER_STATE });
  expect(Math.min(...jobs.map(({ fence }) => fence))).toBeGreaterThan(Math.max(...fences));
  expect(jobs).toHaveLength(ids.ready.length);
});

test.each([
  ...["meta", "expiring", "workers", "ready", "delayed", "leased", "failed", "done", "jobs:5"].map((key) => [key]),
  ["meta", "jobs:3", "jobs:4"],
  ["ready", "delayed", "leased"],
  ["leased", "jobs:0"],
  ["jobs:a", "meta"],
])("a deep clean repairs a queue after keys were evicted: %s", async (...evicted) => {
  await expectRepair(await createFilledQueue(), ({ keys }) => redis.unlink(evicted.map((key) => keys.of(key))));
});

test.each([
  ...["meta", "ready", "delayed", "leased", "failed", "done", "expiring", "jobs:1"].map((key) => [key]),
  ["meta", "ready"],
  ["leased", "jobs:2", "jobs:3"],
  ["ready", "delayed", "leased", "failed", "done"],
  ["jobs:1", "jobs:2", "meta"],
])("a deep clean repairs a queue after a backup was partly restored: %s", async (...restored) => {
  const filled = await createFilledQueue();
  const { queue, keys, ids } = filled;
  const backup = await Promise.all(
    restored.map(async (key) => [keys.of(key), await redis.dumpBuffer(keys.of(key))] as const),
  );
  // After the backup, jobs of every state move to another state, and many end.
  const { jobs } = await queue.lease({ count: 20 });
  const actions = ["complete", "fail", "release", "retry"] as const;
  await queue.turn({ settle: jobs.map((job, i) => ({ job, action: actions[i % 4] ?? "complete", delay: "1h" })) });
  await queue.promote(ids.delayed.slice(0, 10));
  await queue.redrive({ ids: ids.failed.slice(0, 10) });
  await queue.cancel([...ids.delayed.slice(10, 15), ...ids.leased.slice(0, 5)]);
  const endedIds = jobs.filter((_, i) => i % 4 === 0).map(({ id }) => id);
  const restore = async () => {
    for (const [key, dump] of backup) await redis.restore(key, 0, dump ?? "", "REPLACE");
  };
  await expectRepair(filled, restore, { endedIds });
});

test("concurrent deep cleans repair each damage once", async () => {
  await expectRepair(await createFilledQueue(), async ({ queue, keys, ids }) => {
    await redis.zrem(keys.of("delayed"), ...ids.delayed.slice(0, 9));
    await redis.zrem(keys.of("failed"), ...ids.failed.slice(0, 9));
    for (const id of ids.leased.slice(0, 9)) await redis.hdel(keys.bucketOf(id), `\t${id}`);
    const reports = await Promise.all([7, 20, 60, 250].map((slice) => queue.deepClean({ slice })));
    expect(reports.every(({ finished }) => finished)).toBe(true);
    const sum = (kind: "orphans" | "stray") => reports.reduce((total, report) => total + report[kind], 0);
    expect([sum("orphans"), sum("stray")]).toEqual([18, 9]);
  });
});

test("a limited deep clean continues where the last one stopped, also from another client", async () => {
  const { queue, keys, ids } = await createFilledQueue();
  await redis.zrem(keys.of("failed"), ...ids.failed);
  let [calls, examined, orphans] = [0, 0, 0];
  for (let finished = false; !finished; calls++) {
    const otherClient = freshQueue<string>({ redis: ioredis(redis) }, queue.name);
    const report = await otherClient.deepClean({ limit: 25 });
    expect(report.examined).toBeLessThan(25 + 200);
    examined += report.examined;
    orphans += report.orphans;
    finished = report.finished;
  }
  expect(orphans).toBe(JOBS_PER_STATE);
  expect(calls).toBeGreaterThan(5);
  expect(examined).toBeGreaterThan(JOBS_PER_STATE * 10);
  expect(await queue.deepClean({ budget: "1h" })).toMatchObject(CLEAN);
});

test("a deep clean without budget left reports that it has not finished", async () => {
  const { queue } = await createFilledQueue();
  const slow = createRecordingAdapter(() => new Promise((resolve) => setTimeout(resolve, 30)));
  const slowQueue = freshQueue<string>({ redis: slow.redis }, queue.name);
  expect(await slowQueue.deepClean({ budget: 20, slice: 10 })).toMatchObject({ finished: false });
  expect(await queue.deepClean()).toMatchObject(CLEAN);
});
