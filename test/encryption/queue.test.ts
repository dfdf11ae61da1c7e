// Encrypted payloads in a queue: leased, listed, read, and with rotated keys.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encrypted } from "../../src/encryption.ts";
import { type Codec, codecs, type Queue } from "../../src/index.ts";
import { expectUnchanged } from "../base/round-trip.ts";
import { freshName, freshQueue } from "../setup/queue.ts";
import { newKey, partsOf, SECRET } from "./keys-and-texts.ts";

const [october, november] = [newKey(), newKey()];
const keys = { "2026-10": october, "2026-11": november };

/** Returns a queue that reads and writes the stored texts of another one. */
const storedIn = (name: string) => freshQueue<string>({ codec: codecs.text }, name);

test("any JSON, text and bytes come back unchanged", async () => {
  const options = { keys, current: "2026-11", context: "c" };
  const queues = {
    json: freshQueue<unknown>({ codec: encrypted({ ...options }) }),
    text: freshQueue<string>({ codec: encrypted({ ...options, codec: codecs.text }) }),
    bytes: freshQueue<Uint8Array>({ codec: encrypted({ ...options, codec: codecs.bytes }) }),
  };
  const payloads = fc.record({
    json: fc.array(fc.jsonValue({ stringUnit: "binary" }), { minLength: 1 }),
    text: fc.array(fc.string({ unit: "binary" }), { minLength: 1 }),
    bytes: fc.array(fc.uint8Array({ maxLength: 2_000 }), { minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(payloads, async ({ json, text, bytes }) => {
      await Promise.all(Object.values(queues).map((queue) => queue.destroy()));
      await Promise.all([
        expectUnchanged(queues.json, json),
        expectUnchanged(queues.text, text),
        expectUnchanged(queues.bytes, bytes),
      ]);
    }),
    { numRuns: 15 },
  );
});

test("equal payloads are stored as different encrypted texts", async () => {
  const name = freshName();
  const queue = freshQueue<unknown>({ codec: encrypted({ keys, current: "2026-11" }) }, name);
  await queue.enqueueMany([{ data: SECRET }, { data: SECRET }]);
  const stored = (await storedIn(name).list("ready")).jobs.map(({ data }) => partsOf(data ?? ""));
  expect(stored.map(({ id }) => id)).toEqual(["2026-11", "2026-11"]);
  expect(stored[0]?.body).not.toBe(stored[1]?.body);
});

test("keys rotate while jobs wait", async () => {
  const name = freshName();
  const withKeys = (known: Record<string, string>, current: string) =>
    freshQueue<number>({ codec: encrypted({ keys: known, current }) }, name);
  const before = withKeys({ "2026-10": october }, "2026-10");
  const prepared = withKeys(keys, "2026-10");
  const after = withKeys(keys, "2026-11");
  for (const [i, queue] of [before, prepared, after].entries()) await queue.enqueue(i);
  const dataIn = async (queue: Queue<number>) => (await queue.list("ready")).jobs.map(({ data }) => data);
  expect(await dataIn(before)).toEqual([0, 1, undefined]);
  for (const queue of [prepared, after]) expect(await dataIn(queue)).toEqual([0, 1, 2]);
  expect((await prepared.lease()).jobs.map(({ data }) => data)).toEqual([0]);
  const handled: number[] = [];
  await after.drain(async ({ data }) => void handled.push(data), { budget: "10s" });
  expect(handled).toEqual([1, 2]);
  const finished = withKeys({ "2026-11": november }, "2026-11");
  await after.enqueue(3);
  expect((await finished.lease()).jobs.map(({ data }) => data)).toEqual([3]);
});

describe("a job whose payload cannot be decrypted", () => {
  const other = encrypted({ keys: { "2026-09": newKey() }, current: "2026-09" });
  const codec = encrypted({ keys, current: "2026-11" });
  const good = codec.encode(SECRET);
  const BAD: [what: string, stored: string][] = [
    ["an unknown key", other.encode(SECRET)],
    ["another key", encrypted({ keys: { "2026-11": newKey() }, current: "2026-11" }).encode(SECRET)],
    ["changed text", good.replace(/.(?=.{9}$)/, (character) => (character === "A" ? "B" : "A"))],
    ["cut text", good.slice(0, -1)],
    ["an empty text", ""],
    ["another context", encrypted({ keys, current: "2026-11", context: "images" }).encode(SECRET)],
    ["plain text", JSON.stringify(SECRET)],
  ];

  test("fails, and the other jobs of its lease are returned", async () => {
    const name = freshName();
    const queue = freshQueue<unknown>({ codec }, name);
    await queue.enqueue("first", { id: "first" });
    await storedIn(name).enqueueMany(BAD.map(([id, data]) => ({ id, data })));
    await queue.enqueue("last", { id: "last" });
    const listed = (await queue.list("ready")).jobs.map(({ id, data }) => [id, data]);
    expect(listed).toEqual([["first", "first"], ...BAD.map(([id]) => [id, undefined]), ["last", "last"]]);

    const { jobs } = await queue.lease({ count: 100 });
    expect(jobs.map(({ id, data }) => [id, data])).toEqual([
      ["first", "first"],
      ["last", "last"],
    ]);
    const failed = (await queue.list("failed")).jobs;
    expect(failed.map(({ id }) => id).sort()).toEqual(BAD.map(([id]) => id).sort());
    for (const { data, errors } of failed) {
      expect(data).toBeUndefined();
      expect(errors).toMatchObject([{ message: "the payload cannot be decoded" }]);
      expect(errors[0]).not.toHaveProperty("stack");
    }
    expect(await queue.counts()).toMatchObject({ ready: 0, leased: 2, failed: BAD.length });
  });

  test("is leased again after a redrive, once its key is known", async () => {
    const name = freshName();
    const [late, early] = [keys, { "2026-10": october }].map((known) =>
      freshQueue<unknown>({ codec: encrypted({ keys: known, current: "2026-10" }) }, name),
    ) as [Queue, Queue];
    await storedIn(name).enqueue(good, { id: "a" });
    expect((await early.lease()).jobs).toEqual([]);
    expect(await early.get("a")).toMatchObject({ state: "failed", data: undefined });
    expect(await late.redrive()).toMatchObject({ redriven: 1 });
    expect((await late.lease()).jobs).toMatchObject([{ id: "a", data: SECRET }]);
  });
});

test("a queue moves to encryption while plain payloads wait", async () => {
  const name = freshName();
  const plain = freshQueue<number>({}, name);
  const both = encrypted<number>({ keys, current: "2026-11", acceptPlain: true });
  const reading: Codec<number> = { encode: codecs.json.encode, decode: both.decode };
  const steps = [plain, ...[reading, both].map((codec) => freshQueue<number>({ codec }, name))];
  for (const [i, queue] of steps.entries()) await queue.enqueue(i);
  const stored = (await storedIn(name).list("ready")).jobs.map(({ data }) => data?.slice(0, 7));
  expect(stored).toEqual(["0", "1", "lhenc1:"]);
  expect((await steps[1]?.lease({ count: 1 }))?.jobs.map(({ data }) => data)).toEqual([0]);
  expect((await steps[2]?.lease({ count: 9 }))?.jobs.map(({ data }) => data)).toEqual([1, 2]);
});

test("a request repeated with its idempotency key gets its first reply, or is refused with another payload", async () => {
  const queue = freshQueue<unknown>({ codec: encrypted({ keys, current: "2026-11" }) });
  const first = await queue.enqueue(SECRET, { idempotencyKey: "order-7" });
  expect(await queue.enqueue(SECRET, { idempotencyKey: "order-7" })).toEqual(first);
  await expect(queue.enqueue({ ...SECRET, to: "b" }, { idempotencyKey: "order-7" })).rejects.toMatchObject({
    code: "idempotency_key_reused",
  });
  expect(await queue.counts()).toMatchObject({ ready: 1, totals: { enqueued: 1, replayed: 1 } });
});

test("maxPayloadBytes counts the encrypted text", async () => {
  const codec = encrypted<string>({ keys, current: "2026-11", codec: codecs.text });
  const text = "x".repeat(3_000);
  const size = "lhenc1:2026-11:".length + Math.ceil(((text.length + 12 + 16) * 4) / 3);
  await freshQueue({ codec, maxPayloadBytes: size }).enqueue(text);
  await expect(freshQueue({ codec, maxPayloadBytes: size - 1 }).enqueue(text)).rejects.toMatchObject({
    code: "too_large",
  });
});
