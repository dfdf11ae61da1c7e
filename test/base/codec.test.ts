// Codecs: payloads and results are read exactly as they were written, through Redis clients with any settings.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { type Codec, codecs } from "../../src/index.ts";
import { CLIENTS } from "../setup/clients.ts";
import { freshQueue } from "../setup/queue.ts";
import { expectUnchanged, roundTrip } from "./round-trip.ts";

/** Returns a value that is nested `depth` levels deep. */
function createNestedData(depth: number): unknown {
  let data: unknown = "inside";
  for (let i = 0; i < depth; i++) data = i % 2 ? [data] : { in: data };
  return data;
}

const TEXTS = [
  ...["123", "null", "[]", "{}", "OK", "", " ", "true", "NaN", "undefined", '"quoted"', "-0", "1e400", "0x1"],
  ...["😀 👨‍👩‍👧 ü ﷽ \u0000 \u001f \u007f \u2028 \u2029 \ufeff \uffff", "\\ud800", "a\r\nb\tc", "é", "e\u0301"],
];
const NUMBERS = [
  ...[0, -0, 1, -1, 0.1, 1e21, 1e-7, 5e-324, 1.7976931348623157e308],
  ...[2 ** 53, 2 ** 53 + 2, -(2 ** 63), 2 ** 64],
];
const OBJECTS = [
  {},
  [],
  [[], [{}], null, true, false],
  { "": 1, " ": 2, "a.b": 3, "😀": 4, "123": 5, null: 6, "\u0000": 7, "{}": 8 },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":2},"toString":3,"toJSON":4,"hasOwnProperty":5}'),
  { mixed: [0, -0, { deep: [-0, "-0", { "-0": -0 }] }] },
  { data: { data: { data: [] } }, id: "x", error: null, result: "OK" },
];

describe.each(CLIENTS)("through a client with %s", (_, redis) => {
  test("JSON preserves every string", () => expectUnchanged(freshQueue<unknown>({ redis: redis() }), TEXTS));

  test("JSON preserves every number, including negative zero and integers beyond 2^53", () =>
    expectUnchanged(freshQueue<unknown>({ redis: redis() }), NUMBERS));

  test("JSON preserves null, booleans, objects, and keys such as __proto__", () =>
    expectUnchanged(freshQueue<unknown>({ redis: redis() }), [null, true, false, ...OBJECTS]));

  test("JSON preserves long texts and deep nesting", () =>
    expectUnchanged(freshQueue<unknown>({ redis: redis() }), [
      "ü".repeat(300_000),
      "9".repeat(500_000),
      createNestedData(500),
    ]));

  test("JSON preserves random values", async () => {
    const queue = freshQueue<unknown>({ redis: redis() });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue({ stringUnit: "binary" }), { minLength: 1 }), async (payloads) => {
        await queue.destroy();
        await expectUnchanged(queue, payloads);
      }),
      { numRuns: 30 },
    );
  });

  test("JSON preserves results", async () => {
    const queue = freshQueue<unknown>({ redis: redis() });
    const results = [...TEXTS, ...NUMBERS, ...OBJECTS, null, false];
    await queue.enqueueMany(results.map((_, i) => ({ data: i, id: `job ${i}` })));
    const { jobs } = await queue.lease({ count: 1_000 });
    await queue.turn({ settle: jobs.map((job, i) => ({ job, action: "complete", result: results[i] })) });
    expect(await Promise.all(jobs.map(({ id }) => queue.result(id)))).toEqual(results);
  });

  test("the text and bytes codecs preserve any text and any byte", async () => {
    const texts = freshQueue<string>({ redis: redis(), codec: codecs.text });
    await expectUnchanged(texts, [...TEXTS, "ü".repeat(300_000)]);
    const allBytes = Uint8Array.from({ length: 256 }, (_, value) => value);
    const bytes = freshQueue<Uint8Array>({ redis: redis(), codec: codecs.bytes });
    await expectUnchanged(bytes, [allBytes, new Uint8Array(0), allBytes.subarray(250)]);
  });
});

test("the text and bytes codecs preserve random texts, random bytes and a megabyte of bytes", async () => {
  const random = Uint8Array.from({ length: 1024 * 1024 }, (_, i) => (i * 2_654_435_761) >>> 24);
  const queue = freshQueue<Uint8Array>({ codec: codecs.bytes, maxPayloadBytes: 2 * 1024 * 1024 });
  await queue.enqueue(random);
  const [job] = (await queue.lease()).jobs;
  expect(job?.data.length).toBe(random.length);
  expect(job?.data.every((value, i) => value === random[i])).toBe(true);

  const texts = freshQueue<string>({ codec: codecs.text });
  const many = freshQueue<Uint8Array>({ codec: codecs.bytes });
  const anything = fc.record({
    texts: fc.array(fc.string({ unit: "binary" }), { minLength: 1 }),
    bytes: fc.array(fc.uint8Array({ maxLength: 2_000 }), { minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(anything, async (payloads) => {
      await Promise.all([texts.destroy(), many.destroy()]);
      await expectUnchanged(texts, payloads.texts);
      await expectUnchanged(many, payloads.bytes);
    }),
    { numRuns: 25 },
  );
});

const cycle: Record<string, unknown> = {};
cycle.a = [{ back: cycle }];
class Unnamed {
  #hidden = 1;
  visible = () => this.#hidden;
}
const REFUSED: [string, unknown, string][] = [
  ["undefined", undefined, "data is undefined"],
  ["undefined in an array", { list: [1, undefined] }, "data.list[1] is undefined"],
  // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
  ["a hole in an array", [1, , 2], "data[1] is undefined"],
  ["NaN", { a: { b: Number.NaN } }, "data.a.b is a number"],
  ["Infinity", [Number.POSITIVE_INFINITY], "data[0] is a number"],
  ["a BigInt", { n: 1n }, "data.n is a bigint"],
  ["a function", { f() {} }, "data.f is a function"],
  ["a private class", new Unnamed(), "data.visible is a function"],
  ["a symbol", [Symbol("secret")], "data[0] is a symbol"],
  ["a key that is a symbol", { a: { [Symbol("secret")]: 1 } }, "data.a has a symbol"],
  ["a Map", new Map([["secret", 1]]), "data is of the type Map"],
  ["a Set", { s: new Set(["secret"]) }, "data.s is of the type Set"],
  ["a promise that was not awaited", { p: Promise.resolve("secret") }, "data.p is of the type Promise"],
  ["an Error", new Error("secret"), "data is of the type Error"],
  ["a RegExp", /secret/, "data is of the type RegExp"],
  ["a boxed number", Object(1), "data is of the type Number"],
  ["typed bytes", new Uint8Array([1, 2]), "data is of the type Uint8Array"],
  ["typed floats", { f: new Float64Array(1) }, "data.f is of the type Float64Array"],
  ["a buffer", new ArrayBuffer(8), "data is of the type ArrayBuffer"],
  ["typed bytes with toJSON", Object.assign(new Uint8Array(1), { toJSON: () => 1 }), "data is of the type"],
  ["an invalid date", { at: new Date(Number.NaN) }, "data.at is an invalid Date"],
  ["a cycle", cycle, "data.a[0].back contains itself"],
  ["a toJSON that returns NaN", { toJSON: () => [Number.NaN] }, "data[0] is a number"],
  ["a toJSON that returns undefined", { a: { toJSON: () => undefined } }, "data.a is undefined"],
  ["a toJSON that nests forever", createEndlessObject(), "data is nested too deeply"],
  ["very deep nesting", createNestedData(200_000), "data is nested too deeply"],
  ["half of a surrogate pair", "secret \ud83d", "data contains half of a surrogate pair"],
  ["half of a surrogate pair inside", [{ a: "\\\udc00" }], "data contains half of a surrogate pair"],
  ["half of a surrogate pair in a key", { "\udfff": 1 }, "data contains half of a surrogate pair"],
];

/** Returns an object whose JSON would never end: its `toJSON` returns an object that contains such an object. */
function createEndlessObject(): object {
  return { toJSON: () => ({ in: createEndlessObject() }) };
}

describe("JSON refuses, before a request is sent,", () => {
  test.each(REFUSED)("%s", async (_, data, message) => {
    const run = vi.fn();
    const queue = freshQueue<unknown>({ redis: { run } });
    const error = await queue.enqueueMany([{ data: 1 }, { data, id: "b" }]).catch((reason) => reason);
    expect(error).toMatchObject({ name: "LeaseholdError", code: "invalid_payload" });
    expect(error.message).toContain(`${queue.name}, job 1 ("b"): ${message}`);
    expect(error.message).not.toContain("secret");
    expect(run).not.toHaveBeenCalled();
  });
});

test.each<[string, Codec<unknown>, unknown[]]>([
  ["text", codecs.text as Codec<unknown>, [1, null, undefined, {}, new String("a"), "\ud800", "a\udc00b"]],
  ["bytes", codecs.bytes as Codec<unknown>, ["a", null, undefined, [1], new ArrayBuffer(1), new Uint16Array(1)]],
])("the %s codec refuses other types and invalid texts", async (_, codec, refused) => {
  const run = vi.fn();
  const queue = freshQueue<unknown>({ codec, redis: { run } });
  for (const data of refused) await expect(queue.enqueue(data)).rejects.toMatchObject({ code: "invalid_payload" });
  expect(run).not.toHaveBeenCalled();
});

test("a Date and a class instance arrive in their JSON form, without undefined properties", async () => {
  class Email {
    to = "ada@example.com";
    cc = undefined;
  }
  const queue = freshQueue<unknown>();
  const data = { at: new Date(0), email: new Email(), link: new URL("https://example.com/a"), none: undefined };
  expect((await roundTrip(queue, [data])).leased).toEqual([
    { at: "1970-01-01T00:00:00.000Z", email: { to: "ada@example.com" }, link: "https://example.com/a" },
  ]);
});
