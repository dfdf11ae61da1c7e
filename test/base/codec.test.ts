// What goes in comes out: payloads and results of every codec, through clients of every setting.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { type Codec, codecs, type Queue } from "../../src/index.ts";
import { CLIENTS } from "../setup/clients.ts";
import { freshQueue } from "../setup/queue.ts";

/** Enqueues payloads under each of the ways back: lease, get, list, result. Gives what came out of each. */
async function roundTrip<T>(queue: Queue<T>, payloads: readonly T[]): Promise<Record<string, unknown[]>> {
  const created = await queue.enqueueMany(payloads.map((data) => ({ data })));
  const listed = (await queue.list("ready", { limit: 1_000 })).jobs.map(({ data }) => data);
  const first = await queue.get(created[0]?.id ?? "");
  const { jobs } = await queue.lease({ count: 1_000 });
  return { listed, first: [first?.data], leased: jobs.map(({ data }) => data) };
}

async function expectKept<T>(queue: Queue<T>, payloads: readonly T[]): Promise<void> {
  const { listed, first, leased } = await roundTrip(queue, payloads);
  expect(leased).toEqual(payloads);
  expect(listed).toEqual(payloads);
  expect(first).toEqual(payloads.slice(0, 1));
}

/** Something in something, `depth` times. */
function nested(depth: number): unknown {
  let data: unknown = "inside";
  for (let i = 0; i < depth; i++) data = i % 2 ? [data] : { in: data };
  return data;
}

const STRINGS = [
  "123",
  "null",
  "[]",
  "{}",
  "OK",
  "",
  " ",
  "true",
  "NaN",
  "undefined",
  '"quoted"',
  "-0",
  "1e400",
  "0x1",
];
const TEXTS = [
  ...STRINGS,
  "😀 👨‍👩‍👧 ü ﷽ \u0000 \u001f \u007f \u2028 \u2029 \ufeff \uffff",
  "\\ud800",
  "a\r\nb\tc",
  "é",
  "e\u0301",
];
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.1,
  1e21,
  1e-7,
  5e-324,
  1.7976931348623157e308,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  2 ** 64,
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

describe.each(CLIENTS)("JSON through a client with %s", (_title, redis) => {
  test("keeps every string", () => expectKept(freshQueue<unknown>({ redis: redis() }), TEXTS));

  test("keeps every number as it is, negative zero and integers beyond 2^53 among them", () =>
    expectKept(freshQueue<unknown>({ redis: redis() }), NUMBERS));

  test("keeps null, booleans, objects, and keys such as __proto__", () =>
    expectKept(freshQueue<unknown>({ redis: redis() }), [null, true, false, ...OBJECTS]));

  test("keeps long texts and deep nesting", () =>
    expectKept(freshQueue<unknown>({ redis: redis() }), ["ü".repeat(300_000), "9".repeat(500_000), nested(500)]));

  test("keeps whatever JSON can carry", async () => {
    const queue = freshQueue<unknown>({ redis: redis() });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue({ stringUnit: "binary" }), { minLength: 1 }), async (payloads) => {
        await queue.destroy();
        await expectKept(queue, payloads);
      }),
      { numRuns: 30 },
    );
  });

  test("keeps results as it keeps payloads", async () => {
    const queue = freshQueue<unknown>({ redis: redis() });
    const results = [...TEXTS, ...NUMBERS, ...OBJECTS, null, false];
    await queue.enqueueMany(results.map((_, i) => ({ data: i, id: `job ${i}` })));
    const { jobs } = await queue.lease({ count: 1_000 });
    await queue.turn({ settle: jobs.map((job, i) => ({ job, action: "complete", result: results[i] })) });
    expect(await Promise.all(jobs.map(({ id }) => queue.result(id)))).toEqual(results);
  });

  test("keeps texts and bytes of any value", async () => {
    const texts = freshQueue<string>({ redis: redis(), codec: codecs.text });
    await expectKept(texts, [...TEXTS, "ü".repeat(300_000)]);
    const every = Uint8Array.from({ length: 256 }, (_, value) => value);
    await expectKept(freshQueue<Uint8Array>({ redis: redis(), codec: codecs.bytes }), [
      every,
      new Uint8Array(0),
      every.subarray(250),
    ]);
  });
});

test("a megabyte of bytes, and texts of any kind, come back through the text and bytes codecs", async () => {
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
      await expectKept(texts, payloads.texts);
      await expectKept(many, payloads.bytes);
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
  ["a Map", new Map([["secret", 1]]), "data is of the kind Map"],
  ["a Set", { s: new Set(["secret"]) }, "data.s is of the kind Set"],
  ["a promise that nobody awaited", { p: Promise.resolve("secret") }, "data.p is of the kind Promise"],
  ["an Error", new Error("secret"), "data is of the kind Error"],
  ["a RegExp", /secret/, "data is of the kind RegExp"],
  ["a boxed number", Object(1), "data is of the kind Number"],
  ["typed bytes", new Uint8Array([1, 2]), "data is of the kind Uint8Array"],
  ["typed floats", { f: new Float64Array(1) }, "data.f is of the kind Float64Array"],
  ["a buffer", new ArrayBuffer(8), "data is of the kind ArrayBuffer"],
  ["a view that says how it is written", Object.assign(new Uint8Array(1), { toJSON: () => 1 }), "data is of the kind"],
  ["a date that is none", { at: new Date(Number.NaN) }, "data.at is an invalid Date"],
  ["a cycle", cycle, "data.a[0].back contains itself"],
  ["what writes itself as NaN", { toJSON: () => [Number.NaN] }, "data[0] is a number"],
  ["what writes itself as nothing", { a: { toJSON: () => undefined } }, "data.a is undefined"],
  ["what writes itself without end", endless(), "data is nested too deeply"],
  ["nesting without end", nested(200_000), "data is nested too deeply"],
  ["half a pair", "secret \ud83d", "data contains half of a surrogate pair"],
  ["half a pair inside", [{ a: "\\\udc00" }], "data contains half of a surrogate pair"],
  ["half a pair in a key", { "\udfff": 1 }, "data contains half of a surrogate pair"],
];

function endless(): object {
  return { toJSON: () => ({ in: endless() }) };
}

describe("JSON refuses, before anything is sent,", () => {
  test.each(REFUSED)("%s", async (_what, data, message) => {
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
])("the %s codec refuses what it cannot carry", async (_name, codec, refused) => {
  const run = vi.fn();
  const queue = freshQueue<unknown>({ codec, redis: { run } });
  for (const data of refused) await expect(queue.enqueue(data)).rejects.toMatchObject({ code: "invalid_payload" });
  expect(run).not.toHaveBeenCalled();
});

test("a Date and instances of classes arrive as what JSON makes of them; undefined properties are left out", async () => {
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
