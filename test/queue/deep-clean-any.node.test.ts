// Damage of any kind, in any mix: one round of the deep clean leaves a queue whose invariants hold.
import fc from "fast-check";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ioredis } from "../../src/redis/ioredis.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { audit, Keys, recordIds } from "./broken/audit.ts";
import { fill } from "./broken/traffic.ts";

let redis: Redis;
beforeAll(() => {
  redis = new Redis(inject("redisUrl"));
});
afterAll(() => redis.disconnect());

const id = fc.oneof(
  fc.tuple(fc.constantFrom("r", "d", "l", "f", "o"), fc.nat(39)).map(([state, i]) => `${state}-${i}`),
  fc.constantFrom("ghost", "ghost-2", "123"),
);
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 6 });
const state = fc.constantFrom("ready", "delayed", "leased", "failed", "done");
const key = fc.constantFrom("ready", "delayed", "leased", "failed", "done", "expiring", "meta", "workers", "jobs:3");
const score = fc.constantFrom(0, 1, 50_000_000_000_001, 1_700_000_000_000.5, 2e15);
const run = fc.constantFrom(
  "",
  "nonsense",
  "L 1 1 0 5 5 0\nw\n",
  "W 9 9 9 1 5 0\n\n",
  "F 3 5 0 7 5 0\n\n",
  "C 3 1 0 7 5 0\n\n",
  "E 3 1 0 7 5 0\n\n",
  "L",
);
const total = fc.constantFrom("cancelled", "expired", "purged");
const head = fc.constantFrom(
  "2  1 0 0 0 0 0",
  "2 h 100000000000000 9999999999999 1000 5 5 5",
  "2 lp 100000000000000 1 1 1000000 0 0",
);

type Damage = (redis: Redis, keys: Keys) => Promise<unknown>;
const damage: fc.Arbitrary<{ what: string; how: Damage }> = fc.oneof(
  fc.tuple(state, ids, score).map(([to, of, at]) => ({
    what: `${of} into ${to} at ${at}`,
    how: ((client, keys) => client.zadd(keys.of(to), ...of.flatMap((one) => [at, one]))) as Damage,
  })),
  fc.tuple(state, ids).map(([from, of]) => ({
    what: `${of} out of ${from}`,
    how: ((client, keys) => client.zrem(keys.of(from), ...of)) as Damage,
  })),
  ids.map((of) => ({
    what: `records of ${of}`,
    how: ((client, keys) => Promise.all(keys.buckets.map((bucket) => client.hdel(bucket, ...of)))) as Damage,
  })),
  fc.tuple(id, run).map(([of, text]) => ({
    what: `run of ${of}: ${text}`,
    how: ((client, keys) => client.hset(keys.bucketOf(of), `\t${of}`, text)) as Damage,
  })),
  ids.map((of) => ({
    what: `runs of ${of}`,
    how: ((client, keys) => Promise.all(of.map((one) => client.hdel(keys.bucketOf(one), `\t${one}`)))) as Damage,
  })),
  fc.tuple(total, fc.constantFrom(0, 7, 1_000_000)).map(([name, value]) => ({
    what: `${name} ${value}`,
    how: ((client, keys) => client.hset(keys.of("meta"), name, value)) as Damage,
  })),
  head.map((text) => ({
    what: `head ${text}`,
    how: ((client, keys) => client.hset(keys.of("meta"), "head", text)) as Damage,
  })),
  key.map((name) => ({ what: `without ${name}`, how: ((client, keys) => client.unlink(keys.of(name))) as Damage })),
);

test("whatever is broken, one round repairs it, the next finds nothing, and no record is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 8 }), async (damages) => {
      const name = freshName();
      const queue = freshQueue<string>({ redis: ioredis(redis), retention: { done: "1d" } }, name);
      const keys = new Keys(testPrefix(), name);
      await fill(queue);
      for (const { how } of damages) await how(redis, keys);
      const records = await recordIds(redis, keys);
      const what = damages.map((one) => one.what).join("; ");
      await queue.deepClean({ slice: 30 });
      expect(await audit(redis, keys), what).toEqual([]);
      expect((await recordIds(redis, keys)).sort(), what).toEqual(records.sort());
      const next = await queue.deepClean({ slice: 30 });
      expect(next, what).toMatchObject({ orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 });
      await queue.destroy();
    }),
    { numRuns: 100 },
  );
});
