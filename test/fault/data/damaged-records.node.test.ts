// Somebody, or some accident, damages what is stored of one job. It ends among the failed with a reason, or is told of by
// the audit; it neither vanishes without a word nor comes back for ever, and it holds up no other.
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { bucketDigit } from "../../../src/engine/keys.ts";
import type { Job, Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { Clock, freshName, freshQueue, testPrefix } from "../../setup/queue.ts";

let client: Redis;
beforeAll(() => {
  client = new Redis(inject("redisUrl"));
});
afterAll(() => client.disconnect());

interface Place {
  queue: Queue<{ n: number }>;
  clock: Clock;
  key(name: string): string;
  /** The hash that holds the record of the damaged job. */
  bucket: string;
}

/** A job "a" that somebody leased, or that waits, and others around it. */
async function place(leased: boolean): Promise<Place> {
  const [clock, name] = [new Clock(), freshName()];
  const queue = freshQueue<{ n: number }>(
    { redis: ioredis(client), now: clock.now, lease: "1s", maxAttempts: 3 },
    name,
  );
  const key = (part: string) => `${testPrefix()}:{${name}}:${part}`;
  await queue.enqueueMany(["a", "b", "c"].map((id, n) => ({ data: { n }, id })));
  if (leased) await queue.lease();
  return { queue, clock, key, bucket: key(`jobs:${bucketDigit("a")}`) };
}

/** Works for as long as there is something to do; gives back what the handlers saw. */
async function workOff({ queue, clock }: Place): Promise<string[]> {
  const seen: string[] = [];
  for (let i = 0; i < 9; i++) {
    clock.pass(1_000);
    await queue.drain((job) => void seen.push(job.id), { budget: "2s" });
  }
  return seen.sort();
}

/** Of the usual priority, and ready since the beginning of the clock. */
const PLACE = "4600000000000000";
const RUN = "\ta";

const RECORDS: [what: string, text: string][] = [
  ["is empty", ""],
  ["broke off in its head", PLACE.slice(0, 8)],
  ["broke off in its options", `${PLACE} c17000`],
  ["lost its payload", PLACE],
  ["has an empty payload", `${PLACE}:`],
  ["broke off in its payload", `${PLACE}:{"n":`],
  ["is JSON", '{"n":1}'],
  ["is binary", "\u0000\u0001\u00ff"],
  ["says nonsense of its options", `${PLACE} mx xy:{"n":0}`],
  ["has a priority that is none", `9999999999999999:{"n":0}`],
];

describe.each([
  ["waits", false],
  ["is leased", true],
] as const)("a job that %s and whose record", (_, leased) => {
  test.each(RECORDS)("%s has failed at the end, and says why", async (__, text) => {
    const there = await place(leased);
    await client.hset(there.bucket, "a", text);
    expect(await workOff(there)).toEqual(["b", "c"]);
    const counts = await there.queue.counts();
    expect(counts).toMatchObject({ ready: 0, delayed: 0, leased: 0, failed: 1 });
    expect(await client.hget(there.bucket, "a")).toBe(text);
    expect(await client.hget(there.bucket, RUN)).toMatch(/\n\d+ \d+ "the payload cannot be decoded"$/);
    expect(await there.queue.deepClean()).toMatchObject({ orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 });
  });

  test("is gone is left out, holds up nobody, and is told of by the audit", async () => {
    const there = await place(leased);
    await client.hdel(there.bucket, "a");
    expect(await there.queue.deepClean()).toMatchObject({ lost: 1, counters: 1 });
    expect(await workOff(there)).toEqual(["b", "c"]);
    expect(await there.queue.counts()).toMatchObject({ ready: 0, leased: 0, failed: 0, totals: { completed: 2 } });
    expect(await there.queue.deepClean()).toMatchObject({ lost: 0, counters: 0 });
  });
});

describe("a leased job whose run", () => {
  test.each([
    ["is gone", undefined, 1],
    ["is empty", "", 0],
    ["broke off", "L 17", 0],
    ["is of another kind", `D 000000000000001 1 0 ${PLACE} 3 0\nw\n`, 0],
  ])("%s is done by the next holder, and the one before is told that it is not known", async (_, text, counters) => {
    const there = await place(false);
    const [job] = (await there.queue.lease()).jobs as [Job<{ n: number }>];
    if (text === undefined) await client.hdel(there.bucket, RUN);
    else await client.hset(there.bucket, RUN, text);
    expect(await job.complete()).toBe(false);
    expect(await workOff(there)).toEqual(["a", "b", "c"]);
    const counts = await there.queue.counts();
    expect(counts).toMatchObject({ ready: 0, leased: 0, failed: 0, totals: { completed: 3 } });
    // The number of runs counts one that was removed by hand.
    expect(await there.queue.deepClean()).toMatchObject({ orphans: 0, doubles: 0, lost: 0, stray: 0, counters });
    expect(await there.queue.deepClean()).toMatchObject({ counters: 0 });
  });
});

test.each(["jobs", "meta", "ready", "leased", "delayed", "failed", "done", "expiring"])(
  "while %s is a key of another type every call says so, none hangs, and with the key back all goes on",
  async (part) => {
    const there = await place(true);
    const key = part === "jobs" ? there.bucket : there.key(part);
    const kept = (await client.exists(key)) === 1;
    if (kept) await client.rename(key, `${key}:kept`);
    await client.set(key, "no such type");
    const { queue } = there;
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
    if (kept) await client.rename(`${key}:kept`, key);
    await queue.deepClean();
    await workOff(there);
    expect(await queue.deepClean()).toMatchObject({ orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 });
    expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 0, leased: 0, failed: 0 });
  },
);
