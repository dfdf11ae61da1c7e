// Large payloads that a settling frees: how many bytes at once, and what is left to the next request.
import { expect, test } from "vitest";
import { destroy, turn, turnPlain } from "../../../src/engine/scripts.gen.ts";
import {
  about,
  type Bench,
  benches,
  head,
  idsOfHash,
  record,
  redis,
  ref,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();

const large = (count: number): State => ({
  leased: Array.from({ length: count }, (_, i) => [`job ${i}`, START + 9]),
  runs: Object.fromEntries(Array.from({ length: count }, (_, i) => [`job ${i}`, run("L", tick(i))])),
  meta: { head: head({ flags: "l", runs: count, enqueued: count }) },
});
/** Payloads are stored by Redis itself, which is quicker than to send them. */
async function fill(queue: Bench, count: number): Promise<void> {
  await queue.seed(large(count));
  for (let i = 0; i < count; i++) {
    const [key = ""] = queue.keys.resolve(["jobs..."], { buckets: about([`job ${i}`], {})[1].buckets });
    const script = "redis.call('HSET',KEYS[1],ARGV[1],ARGV[2]..string.rep('x',1000000))";
    await redis().eval(script, { keys: [key], arguments: [`job ${i}`, record()] });
  }
}
const items = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ["c", ref(`job ${from + i}`, tick(from + i)), "", ""]).flat();

test("are settled up to 32 MB at once, and the rest is left to the next request, which leases", async () => {
  const queue = fresh();
  await fill(queue, 40);
  const [, letters, header] = await queue.call(turn, { items: items(0, 40), count: 5 });
  expect(letters).toBe("c".repeat(31) + "M".repeat(9));
  expect(header).toBe(`${START} - 1 - -l -`);
  expect((await queue.state()).leased).toHaveLength(9);
  expect((await queue.call(turn, { number: 2, items: items(31, 40), count: 5 }))[1]).toBe("c".repeat(9));
  await redis().del(queue.keys.all());
});

test.each([
  ["16,000,000 bytes and as many", [16_000_000, 16_000_000], "cc", []],
  ["16,000,000 bytes and one more", [16_000_000, 16_000_001], "cM", []],
  ["one of more, and another one", [32_000_001, 1], "cM", []],
  ["two beside a large one of another holder", [1, 32_000_000, 1], "cAc", [1]],
])("are settled together up to 32 MB exactly, and at least one: %s", async (_, sizes, letters, stale) => {
  const queue = fresh();
  await queue.seed(large(sizes.length));
  await queue.seed({ jobs: Object.fromEntries(sizes.map((each, i) => [`job ${i}`, "x".repeat(each)])) });
  const sent = sizes.flatMap((_size, i) => [
    "c",
    ref(`job ${i}`, tick((stale as number[]).includes(i) ? 99 : i)),
    "",
    "",
  ]);
  expect((await queue.call(turn, { items: sent, count: 0 }))[1]).toBe(letters);
  await redis().del(queue.keys.all());
});

test.each([
  ["32 MB, which is as much as is freed at once", [16_000_000, 16_000_000], "c"],
  ["a byte more, which is left to turn", [16_000_000, 16_000_001], "odd"],
  ["one job of more", [32_000_001], "c"],
])("are completed by turnPlain, too: %s", async (_, sizes, answer) => {
  const queue = fresh();
  const ids = idsOfHash("3", sizes.length);
  await queue.seed({
    leased: ids.map((id) => [id, START + 9]),
    jobs: Object.fromEntries(ids.map((id, i) => [id, "x".repeat(sizes[i] ?? 0)])),
    runs: Object.fromEntries(ids.map((id, i) => [id, run("L", tick(i))])),
    meta: { head: head({ flags: "l", runs: sizes.length, enqueued: sizes.length }) },
  });
  const sent = ids.map((id, i) => ref(id, tick(i)));
  const text = String(await queue.raw(turnPlain, { count: 0, bucket: "3", items: sent }));
  expect(text).toBe(answer === "c" ? `ok\n${"c".repeat(sizes.length)}\n${START} - 0 - -l -` : answer);
  expect((await queue.state()).leased?.length ?? 0).toBe(answer === "c" ? 0 : sizes.length);
  await redis().del(queue.keys.all());
});

test("are removed with their queue without being freed at once", async () => {
  const queue = fresh();
  await fill(queue, 20);
  await queue.seed({ jobs: { small: record() } });
  expect(await queue.call(destroy)).toEqual(["ok", "-"]);
  // They are there under other names for a moment, which end by themselves.
  await expect.poll(() => queue.state()).toEqual({});
});
