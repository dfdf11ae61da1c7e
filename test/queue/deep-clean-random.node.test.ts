// The deep clean against random mixes of damage: after one round, every invariant holds.
import fc from "fast-check";
import { expect, test } from "vitest";
import { ioredis } from "../../src/redis/ioredis.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { connectToSharedRedis } from "./kit/connections.ts";
import { findBrokenInvariants, KeyNames, NO_REPAIRS, readRecordIds } from "./kit/invariants.ts";
import { fillQueue } from "./kit/traffic.ts";

const redis = connectToSharedRedis();

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
  "2  1 0 0 0 0 0||",
  "2 h 100000000000000 9999999999999 1000 5 5 5||",
  "2 lp 100000000000000 1 1 1000000 0 0|7,3=2|9999999999999999,50=1",
);

/** Returns the Redis commands that damage a queue. */
type Damage = (keys: KeyNames) => (string | number)[][];
const damages = fc.array(
  fc.oneof<fc.Arbitrary<Damage>[]>(
    fc.tuple(state, ids, score).map(([to, added, at]) => (keys) => [
      ["ZADD", keys.of(to), ...added.flatMap((each) => [at, each])],
    ]),
    fc.tuple(state, ids).map(([from, removed]) => (keys) => [["ZREM", keys.of(from), ...removed]]),
    ids.map((removed) => (keys) => keys.buckets.map((bucket) => ["HDEL", bucket, ...removed])),
    fc.tuple(id, run).map(([changed, text]) => (keys) => [["HSET", keys.bucketOf(changed), `\t${changed}`, text]]),
    ids.map((removed) => (keys) => removed.map((each) => ["HDEL", keys.bucketOf(each), `\t${each}`])),
    fc.tuple(total, fc.constantFrom(0, 7, 1_000_000)).map((field) => (keys) => [["HSET", keys.of("meta"), ...field]]),
    head.map((text) => (keys) => [["HSET", keys.of("meta"), "head", text]]),
    key.map((name) => (keys) => [["UNLINK", keys.of(name)]]),
  ),
  { minLength: 1, maxLength: 8 },
);

test("after any mix of damage, one deep clean repairs the queue, keeps each record and leaves nothing to the next", async () => {
  await fc.assert(
    fc.asyncProperty(damages, async (chosen) => {
      const name = freshName();
      const queue = freshQueue<string>({ redis: ioredis(redis), retention: { done: "1d" } }, name);
      const keys = new KeyNames(testPrefix(), name);
      await fillQueue(queue);
      const commands = chosen.flatMap((toCommands) => toCommands(keys));
      await Promise.all(commands.map(([command, ...args]) => redis.call(String(command), args)));
      const records = await readRecordIds(redis, keys);
      const description = JSON.stringify(commands);
      await queue.deepClean({ slice: 30 });
      expect(await findBrokenInvariants(redis, keys), description).toEqual([]);
      expect((await readRecordIds(redis, keys)).sort(), description).toEqual(records.sort());
      expect(await queue.deepClean({ slice: 30 }), description).toMatchObject(NO_REPAIRS);
      await queue.destroy();
    }),
    { numRuns: 100 },
  );
});
