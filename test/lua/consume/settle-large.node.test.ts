// turn: the bytes of large payloads that one request frees. It leaves the other jobs to the next request.
import { expect, test } from "vitest";
import { destroy, turnPlain } from "../../../src/engine/all-scripts.ts";
import { bucketDigit } from "../../../src/engine/keys.ts";
import { redis } from "../kit/connection.ts";
import { byId, head, idsOfBucket, numberedIds, record, ref, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { START, tick } from "../kit/times.ts";
import { type Item, settle, turnWith } from "../kit/turns.ts";

const queueWith = connectQueues();

const PAYLOAD = "redis.call('HSET',KEYS[1],ARGV[1],ARGV[2]..string.rep('x',1000000))";

/** Returns leased jobs without records, in a queue with large payloads. */
const leasedJobs = (ids: string[]): State => ({
  leased: byId(ids, () => START + 9),
  runs: byId(ids, (_, i) => run("L", tick(i))),
  meta: { head: head({ flags: "l", runs: ids.length, enqueued: ids.length }) },
});
/** Creates a queue with leased jobs. A script writes their payloads of 1 MB, because that is faster than to send them. */
async function queueOf(ids: string[]): Promise<TestQueue> {
  const queue = await queueWith(leasedJobs(ids));
  for (const id of ids) {
    const key = `${queue.keys.root}jobs:${bucketDigit(id)}`;
    await redis().eval(PAYLOAD, { keys: [key], arguments: [id, record()] });
  }
  return queue;
}

test("a turn settles up to 32 MB of payloads, and the next request settles the rest and leases", async () => {
  const ids = numberedIds(40, "job ");
  const queue = await queueOf(ids);
  const items = ids.map((id, i): Item => ["complete", id, tick(i)]);
  const [, letters, header] = await turnWith(queue, items, { count: 5 });
  expect(letters).toBe("c".repeat(31) + "M".repeat(9));
  expect(header).toBe(`${START} - 1 - -l -`);
  expect(Object.keys((await queue.state()).leased ?? {})).toHaveLength(9);
  expect(await settle(queue, items.slice(31), { number: 2, count: 5 })).toBe("c".repeat(9));
  await redis().del(queue.keys.all());
});

test.each<[what: string, sizes: number[], letters: string, stale?: number]>([
  ["two of 16,000,000 bytes", [16_000_000, 16_000_000], "cc"],
  ["one of 16,000,000 bytes and one that is a byte larger", [16_000_000, 16_000_001], "cM"],
  ["one that exceeds the limit alone, and another one", [32_000_001, 1], "cM"],
  ["two beside a large one whose lease is lost", [1, 32_000_000, 1], "cAc", 1],
])("a turn settles at most 32 MB, but at least one job: %s", async (_, sizes, letters, stale) => {
  const ids = numberedIds(sizes.length, "job ");
  const queue = await queueWith({ ...leasedJobs(ids), jobs: byId(ids, (_id, i) => "x".repeat(sizes[i] ?? 0)) });
  const items = ids.map((id, i): Item => ["complete", id, tick(i === stale ? 99 : i)]);
  expect(await settle(queue, items)).toBe(letters);
  await redis().del(queue.keys.all());
});

test.each([
  ["settles 32 MB", [16_000_000, 16_000_000], "c"],
  ["leaves a byte more to turn", [16_000_000, 16_000_001], "not_plain"],
  ["settles one job that exceeds the limit alone", [32_000_001], "c"],
])("turnPlain %s", async (_, sizes, reply) => {
  const ids = idsOfBucket("3", sizes.length);
  const queue = await queueWith({ ...leasedJobs(ids), jobs: byId(ids, (_id, i) => "x".repeat(sizes[i] ?? 0)) });
  const items = ids.map((id, i) => ref(id, tick(i)));
  const text = String(await queue.callRaw(turnPlain, { count: 0, items }));
  expect(text).toBe(reply === "c" ? `ok\n${"c".repeat(sizes.length)}\n${START} - 0 - -l -` : reply);
  expect(Object.keys((await queue.state()).leased ?? {})).toEqual(reply === "c" ? [] : ids);
  await redis().del(queue.keys.all());
});

test("destroy removes large payloads without freeing them at once", async () => {
  const queue = await queueOf(numberedIds(20, "job "));
  await queue.seed({ jobs: { small: record() } });
  expect(await queue.call(destroy)).toEqual(["ok", "-"]);
  // They stay under other names until those expire.
  await expect.poll(() => queue.state()).toEqual({});
});
