// Fault: the stored record of one job, its run, or a whole key of the queue is damaged.
// Guarantee: the job fails with a reason, or the deep clean reports it. It neither disappears silently nor is leased
// forever, and it delays no other job.
import { describe, expect, test } from "vitest";
import type { Job, Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { connectToSharedRedis } from "../../queue/kit/connections.ts";
import { KeyNames, NO_REPAIRS } from "../../queue/kit/invariants.ts";
import { Clock, freshName, freshQueue, testPrefix } from "../../setup/queue.ts";

const client = connectToSharedRedis();

interface Target {
  queue: Queue<{ n: number }>;
  clock: Clock;
  keys: KeyNames;
  /** The hash that contains the record of the damaged job. */
  bucket: string;
}

/** Creates a queue with the job "a", which is leased or ready, and two other jobs. */
async function createTarget({ isLeased }: { isLeased: boolean }): Promise<Target> {
  const [clock, name] = [new Clock(), freshName()];
  const queue = freshQueue<{ n: number }>(
    { redis: ioredis(client), now: clock.now, lease: "1s", maxAttempts: 3 },
    name,
  );
  const keys = new KeyNames(testPrefix(), name);
  await queue.enqueueMany(["a", "b", "c"].map((id, n) => ({ data: { n }, id })));
  if (isLeased) await queue.lease();
  return { queue, clock, keys, bucket: keys.bucketOf("a") };
}

/** Drains the queue until nothing is left. Resolves with the ids of the handled jobs. */
async function drainAll({ queue, clock }: Target): Promise<string[]> {
  const handled: string[] = [];
  for (let i = 0; i < 9; i++) {
    clock.pass(1_000);
    await queue.drain((job) => void handled.push(job.id), { budget: "2s" });
  }
  return handled.sort();
}

/** The score of a job with default priority that became ready at the start of the clock. */
const PLACE = "4600000000000000";
/** The field of the run of the job "a" in its bucket. */
const RUN_FIELD = "\ta";

const RECORDS: [damage: string, record: string][] = [
  ["is empty", ""],
  ["is cut in its place", PLACE.slice(0, 8)],
  ["is cut in its options", `${PLACE} c17000`],
  ["has no payload", PLACE],
  ["has an empty payload", `${PLACE}:`],
  ["is cut in its payload", `${PLACE}:{"n":`],
  ["is JSON", '{"n":1}'],
  ["is binary", "\u0000\u0001\u00ff"],
  ["has invalid options", `${PLACE} mx xy:{"n":0}`],
  ["has an invalid priority", `9999999999999999:{"n":0}`],
];

describe.each([
  ["ready", false],
  ["leased", true],
] as const)("a %s job", (_, isLeased) => {
  test.each(RECORDS)("fails with a reason if its record %s", async (__, record) => {
    const target = await createTarget({ isLeased });
    const { queue, bucket } = target;
    await client.hset(bucket, "a", record);
    expect(await drainAll(target)).toEqual(["b", "c"]);
    expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 0, leased: 0, failed: 1 });
    expect(await client.hget(bucket, "a")).toBe(record);
    expect(await client.hget(bucket, RUN_FIELD)).toMatch(
      /\nf \d+ \d{15} \d+\t[^\t\n]*\t"the payload cannot be decoded"$/,
    );
    expect(await queue.deepClean()).toMatchObject(NO_REPAIRS);
  });

  test("is removed and reported by the deep clean if its record is gone", async () => {
    const target = await createTarget({ isLeased });
    await client.hdel(target.bucket, "a");
    expect(await target.queue.deepClean()).toMatchObject({ lost: 1, counters: 1 });
    expect(await drainAll(target)).toEqual(["b", "c"]);
    expect(await target.queue.counts()).toMatchObject({ ready: 0, leased: 0, failed: 0, totals: { completed: 2 } });
    expect(await target.queue.deepClean()).toMatchObject({ lost: 0, counters: 0 });
  });
});

test.each([
  ["is gone", undefined, 1],
  ["is empty", "", 0],
  ["is cut", "L 17", 0],
  ["is of another kind", `D 000000000000001 1 0 ${PLACE} 3 0\nw\n`, 0],
])("a leased job whose run %s is lost to its holder, and the next holder completes it", async (_, run, counters) => {
  const target = await createTarget({ isLeased: false });
  const { queue, bucket } = target;
  const [job] = (await queue.lease()).jobs as [Job<{ n: number }>];
  if (run === undefined) await client.hdel(bucket, RUN_FIELD);
  else await client.hset(bucket, RUN_FIELD, run);
  expect(await job.complete()).toBe(false);
  expect(await drainAll(target)).toEqual(["a", "b", "c"]);
  expect(await queue.counts()).toMatchObject({ ready: 0, leased: 0, failed: 0, totals: { completed: 3 } });
  // The counter of runs includes the one that the test removed.
  expect(await queue.deepClean()).toMatchObject({ ...NO_REPAIRS, counters });
  expect(await queue.deepClean()).toMatchObject({ counters: 0 });
});

test.each(["jobs", "meta", "ready", "leased", "delayed", "failed", "done", "expiring"])(
  "while the key %s has another type, calls reject with WRONGTYPE, and they succeed after it is restored",
  async (part) => {
    const target = await createTarget({ isLeased: true });
    const key = part === "jobs" ? target.bucket : target.keys.of(part);
    const exists = (await client.exists(key)) === 1;
    if (exists) await client.rename(key, `${key}:kept`);
    await client.set(key, "another type");
    const { queue } = target;
    const calls = [
      () => queue.enqueue({ n: 9 }, { id: "a", ttl: "1h" }),
      () => queue.lease({ count: 9 }),
      () => queue.cancel("a"),
      () => queue.clean(),
      () => queue.deepClean(),
      () => queue.counts(),
      () => queue.get("a"),
    ];
    let refused = 0;
    for (const call of calls) {
      const outcome: unknown = await call().catch((error: unknown) => error);
      if (!(outcome instanceof Error)) continue;
      refused += 1;
      expect(outcome).toMatchObject({ code: "redis_error", message: expect.stringContaining("WRONGTYPE") });
    }
    expect(refused).toBeGreaterThan(0);
    await client.del(key);
    if (exists) await client.rename(`${key}:kept`, key);
    await queue.deepClean();
    await drainAll(target);
    expect(await queue.deepClean()).toMatchObject(NO_REPAIRS);
    expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 0, leased: 0, failed: 0 });
  },
);
