// Every invariant broken by hand while the queue is in use: one round of the deep clean repairs it and says so.
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { DeepCleanResult, JobState, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { audit, Keys, recordIds } from "./broken/audit.ts";
import { fill, STOCK, type Stock, Traffic } from "./broken/traffic.ts";

let redis: Redis;
beforeAll(() => {
  redis = new Redis(inject("redisUrl"));
});
afterAll(() => redis.disconnect());

interface Used {
  queue: Queue<string>;
  keys: Keys;
  stock: Stock;
}

async function usedQueue(): Promise<Used> {
  const name = freshName();
  const queue = freshQueue<string>({ redis: ioredis(redis), retention: { done: "1d", failed: "1d" } }, name);
  return { queue, keys: new Keys(testPrefix(), name), stock: await fill(queue) };
}

const HEAD = ["layout", "flags", "tick", "due", "runs", "enqueued", "leased", "completed"];

/** Sets one part of the head. */
async function setHead(keys: Keys, part: string, value: number): Promise<void> {
  const script = `local parts, head = {}, redis.call('HGET', KEYS[1], 'head') .. ' '
for part in string.gmatch(head, '([^ ]*) ') do parts[#parts + 1] = part end
parts[tonumber(ARGV[1])] = ARGV[2]
return redis.call('HSET', KEYS[1], 'head', table.concat(parts, ' '))`;
  await redis.eval(script, 1, keys.of("meta"), HEAD.indexOf(part) + 1, value);
}

const CLEAN = { finished: true, orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };

/** Breaks a queue in use, and expects one round to repair it for good, and every job with a record to be delivered. */
async function expectRepair(
  used: Used,
  damage: (used: Used) => Promise<unknown>,
  ended: readonly string[] = [],
): Promise<DeepCleanResult> {
  const { queue, keys, stock } = used;
  const traffic = new Traffic(queue);
  try {
    await damage(used);
    const mustArrive = await recordIds(redis, keys);
    const repaired = await queue.deepClean({ slice: 30 });
    expect(await audit(redis, keys)).toEqual([]);
    for (let round = 0; round < 2; round++) expect(await queue.deepClean({ slice: 30 })).toMatchObject(CLEAN);
    await traffic.finish();
    expect(await audit(redis, keys)).toEqual([]);
    const done = new Set([...stock.done, ...ended]);
    for (const id of mustArrive) if (!done.has(id)) expect(traffic.delivered, id).toContain(id);
    expect(repaired).toMatchObject({ finished: true });
    return repaired;
  } finally {
    await traffic.stop();
  }
}

test("a healthy queue in use is left as it is", async () => {
  expect(await expectRepair(await usedQueue(), async () => {})).toMatchObject(CLEAN);
});

test.each(["delayed", "leased", "failed", "done"] as const)("records of %s jobs without a state", async (state) => {
  const used = await usedQueue();
  const repaired = await expectRepair(used, ({ keys, stock }) =>
    redis.zrem(keys.of(state), ...stock[state].slice(0, 7)),
  );
  expect(repaired).toMatchObject({ ...CLEAN, orphans: 7 });
});

test("a failed job that is put back is kept as long as others are", async () => {
  const { queue, keys, stock } = await usedQueue();
  await redis.del(keys.of("failed"), keys.of("done"));
  expect(await queue.deepClean()).toMatchObject({ ...CLEAN, orphans: 2 * STOCK });
  expect(await queue.clean()).toMatchObject({ removed: 0 });
  expect(await queue.counts()).toMatchObject({ failed: STOCK, done: STOCK });
  expect((await queue.get(stock.failed[0] as string))?.endedAt).toBeGreaterThan(Date.now() - 60_000);
});

test("a light clean that comes first removes no job that lives", async () => {
  const { queue, keys, stock } = await usedQueue();
  const alive = [...stock.ready.slice(0, 5), ...stock.delayed.slice(0, 5), ...stock.leased.slice(0, 5)];
  for (const state of ["failed", "done"]) await redis.zadd(keys.of(state), ...alive.flatMap((id) => [1, id]));
  await redis.zadd(keys.of("done"), 1, stock.done[0] as string);
  expect(await queue.clean()).toMatchObject({ removed: 1 });
  expect(await queue.counts()).toMatchObject({
    ready: STOCK,
    delayed: STOCK,
    leased: STOCK,
    failed: STOCK,
    done: STOCK - 1,
  });
  expect(await queue.deepClean()).toMatchObject(CLEAN);
  expect(await audit(redis, keys)).toEqual([]);
});

test.each(["ready", "delayed", "leased", "failed", "done"] as const)("%s ids without a record", async (state) => {
  const repaired = await expectRepair(await usedQueue(), ({ keys }) =>
    redis.zadd(keys.of(state), 2e15, "ghost-1", 2e15, "ghost-2"),
  );
  // A ready one may be dropped by a lease that meets it.
  if (state !== "ready") expect(repaired).toMatchObject({ lost: 2 });
});

test("jobs in two states, or in all of them", async () => {
  const repaired = await expectRepair(await usedQueue(), async ({ keys, stock }) => {
    const add = (state: JobState, ...ids: (string | undefined)[]) => {
      const score = state === "failed" || state === "done" ? Date.now() : 2e15;
      return redis.zadd(keys.of(state), ...ids.flatMap((id = "") => [score, id]));
    };
    await add("delayed", stock.failed[0], stock.leased[0]);
    await add("failed", stock.delayed[0], stock.done[0], stock.leased[1]);
    await add("done", stock.delayed[1], stock.failed[1]);
    await add("leased", stock.delayed[2], stock.failed[2]);
    for (const state of ["failed", "done", "leased"] as const) await add(state, stock.delayed[3]);
  });
  expect(repaired).toMatchObject({ doubles: 10 });
});

test("jobs that are leased and ready at once", async () => {
  const { queue, keys, stock } = await usedQueue();
  const ids = stock.leased.slice(0, 9);
  await redis.zadd(keys.of("ready"), ...ids.flatMap((id, i) => [i, id]));
  expect(await queue.deepClean()).toMatchObject({ ...CLEAN, doubles: 9 });
  expect((await queue.list("leased", { limit: 100 })).total).toBe(STOCK);
  expect(await audit(redis, keys)).toEqual([]);
});

test("an id whose record was lost is known until the deep clean, and free afterwards", async () => {
  const { queue, keys, stock } = await usedQueue();
  const again = [...stock.failed.slice(0, 3), ...stock.done.slice(0, 3)];
  for (const bucket of keys.buckets) await redis.hdel(bucket, ...again);
  const jobs = again.map((id) => ({ data: "again", id }));
  expect((await queue.enqueueMany(jobs)).some(({ created }) => created)).toBe(false);
  expect(await queue.deepClean()).toMatchObject({ ...CLEAN, lost: 6, counters: 1 });
  expect((await queue.enqueueMany(jobs)).every(({ created }) => created)).toBe(true);
  expect(await queue.deepClean()).toMatchObject(CLEAN);
  for (const id of again) expect(await queue.get(id)).toMatchObject({ state: "ready", data: "again" });
  expect(await audit(redis, keys)).toEqual([]);
});

test("runs and times to live without a job", async () => {
  const repaired = await expectRepair(await usedQueue(), async ({ keys }) => {
    await redis.hset(keys.of("jobs:0"), "\tghost-1", "L 5 1 0 7 5 0\nw\n", "\tghost-2", "F 5 1 0 7 5 0\nw\n");
    await redis.hset(keys.of("jobs:9"), "\tghost-3", "");
    await redis.zadd(keys.of("expiring"), 2e15, "ghost-4", 2e15, "ghost-1");
  });
  expect(repaired).toMatchObject({ ...CLEAN, stray: 5 });
});

test("leased jobs without a run, or with one that is no lease", async () => {
  const repaired = await expectRepair(await usedQueue(), async ({ keys, stock }) => {
    const [a, b, c, d, e] = stock.leased as [string, string, string, string, string];
    for (const id of [a, b]) await redis.hdel(keys.bucketOf(id), `\t${id}`);
    await redis.hset(keys.bucketOf(c), `\t${c}`, "");
    await redis.hset(keys.bucketOf(d), `\t${d}`, "W 1 1 0 5 5 0\nw\n");
    await redis.hset(keys.bucketOf(e), `\t${e}`, "nonsense");
  });
  // The number of runs is wrong, too.
  expect(repaired).toMatchObject({ ...CLEAN, stray: 5, counters: 1 });
});

test.each([
  ["enqueued", 3],
  ["enqueued", 1_000_000],
  ["completed", 0],
  ["cancelled", 77],
  ["runs", 0],
  ["runs", 1_000_000],
])("a total that is wrong: %s is %i", async (total, value) => {
  const repaired = await expectRepair(await usedQueue(), async ({ keys }) => {
    if (total === "cancelled") await redis.hset(keys.of("meta"), total, value);
    else await setHead(keys, total, value);
  });
  expect(repaired).toMatchObject({ ...CLEAN, counters: 1 });
});

test("a tick that fell back does not put new jobs before old ones", async () => {
  const { queue, keys, stock } = await usedQueue();
  await setHead(keys, "tick", 1);
  expect(await queue.deepClean()).toMatchObject(CLEAN);
  await queue.enqueue("", { id: "new", priority: 9 });
  expect((await queue.list("ready", { limit: 100 })).jobs.map(({ id }) => id)).toEqual([...stock.ready, "new"]);
});

test("ticks that are ahead of the clock, of which the head knows nothing any more, are not given out twice", async () => {
  const { queue, keys, stock } = await usedQueue();
  const ahead = Date.now() + 3_600_000;
  await setHead(keys, "tick", (ahead - 1_600_000_000_000) * 1_000);
  await queue.enqueue("", { id: "early", priority: 0 });
  await queue.lease({ worker: "early" });
  await setHead(keys, "tick", 1);
  const fences = (await queue.workers()).flatMap(({ holds }) => holds.map(({ fence }) => fence));
  expect(await queue.deepClean()).toMatchObject({ ...CLEAN, counters: 1 });
  const { jobs } = await queue.lease({ count: STOCK });
  expect(Math.min(...jobs.map(({ fence }) => fence))).toBeGreaterThan(Math.max(...fences));
  expect(jobs).toHaveLength(stock.ready.length);
});

const EVICTED = [["meta"], ["expiring"], ["workers"], ["ready"], ["delayed"], ["leased"], ["failed"], ["done"]];
test.each([
  ...EVICTED,
  ["jobs:5"],
  ["meta", "jobs:3", "jobs:4"],
  ["ready", "delayed", "leased"],
  ["leased", "jobs:0"],
  ["jobs:a", "meta"],
])("keys that were evicted: %s", async (...evicted) => {
  await expectRepair(await usedQueue(), ({ keys }) => redis.unlink(evicted.map((key) => keys.of(key))));
});

const RESTORED = [["meta"], ["ready"], ["delayed"], ["leased"], ["failed"], ["done"], ["expiring"], ["jobs:1"]];
test.each([
  ...RESTORED,
  ["meta", "ready"],
  ["leased", "jobs:2", "jobs:3"],
  ["ready", "delayed", "leased", "failed", "done"],
  ["jobs:1", "jobs:2", "meta"],
])("a backup of which only some was restored: %s", async (...restored) => {
  const used = await usedQueue();
  const { queue, keys, stock } = used;
  const backup = await Promise.all(
    restored.map(async (key) => [keys.of(key), await redis.dumpBuffer(keys.of(key))] as const),
  );
  // What happened since: jobs of every state went on to another, and many ended.
  const { jobs } = await queue.lease({ count: 20 });
  const actions = ["complete", "fail", "release", "retry"] as const;
  await queue.turn({ settle: jobs.map((job, i) => ({ job, action: actions[i % 4] ?? "complete", delay: "1h" })) });
  await queue.promote(stock.delayed.slice(0, 10));
  await queue.redrive({ ids: stock.failed.slice(0, 10) });
  await queue.cancel([...stock.delayed.slice(10, 15), ...stock.leased.slice(0, 5)]);
  const ended = jobs.filter((_, i) => i % 4 === 0).map(({ id }) => id);
  await expectRepair(
    used,
    async () => {
      for (const [key, dump] of backup) await redis.restore(key, 0, dump ?? "", "REPLACE");
    },
    ended,
  );
});

test("deep cleans that overlap do no harm", async () => {
  const used = await usedQueue();
  await expectRepair(used, async ({ queue, keys, stock }) => {
    await redis.zrem(keys.of("delayed"), ...stock.delayed.slice(0, 9));
    await redis.zrem(keys.of("failed"), ...stock.failed.slice(0, 9));
    for (const id of stock.leased.slice(0, 9)) await redis.hdel(keys.bucketOf(id), `\t${id}`);
    const reports = await Promise.all([7, 20, 60, 250].map((slice) => queue.deepClean({ slice })));
    expect(reports.every(({ finished }) => finished)).toBe(true);
    const sum = (what: "orphans" | "stray") => reports.reduce((all, report) => all + report[what], 0);
    expect([sum("orphans"), sum("stray")]).toEqual([18, 9]);
  });
});

test("a deep clean that is limited goes on where it stopped, whoever calls it", async () => {
  const { queue, keys, stock } = await usedQueue();
  await redis.zrem(keys.of("failed"), ...stock.failed);
  let [calls, examined, orphans] = [0, 0, 0];
  for (let finished = false; !finished; calls++) {
    const other = freshQueue<string>({ redis: ioredis(redis) }, queue.name);
    const report = await other.deepClean({ limit: 25 });
    expect(report.examined).toBeLessThan(25 + 200);
    examined += report.examined;
    orphans += report.orphans;
    finished = report.finished;
  }
  expect(orphans).toBe(STOCK);
  expect(calls).toBeGreaterThan(5);
  expect(examined).toBeGreaterThan(STOCK * 10);
  expect(await queue.deepClean({ budget: "1h" })).toMatchObject(CLEAN);
});

test("a deep clean whose budget is used up says that it has not finished", async () => {
  const { queue } = await usedQueue();
  const slow = freshQueue<string>(
    {
      redis: {
        async run(script, keys, args) {
          await new Promise((resolve) => setTimeout(resolve, 30));
          return ioredis(redis).run(script, keys, args);
        },
      },
    },
    queue.name,
  );
  expect(await slow.deepClean({ budget: 20, slice: 10 })).toMatchObject({ finished: false });
  expect(await queue.deepClean()).toMatchObject(CLEAN);
});
