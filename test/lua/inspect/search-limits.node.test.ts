// search: its limits of entries, matches, bytes and decoded payloads, and payloads that cannot be decoded.
import { describe, expect, test } from "vitest";
import { search } from "../../../src/engine/all-scripts.ts";
import { recordCommands } from "../kit/adapters.ts";
import { byId, head, numberedIds, record } from "../kit/forms.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, place, START, tick } from "../kit/times.ts";
import { ALL_READY, conditions, findAllIds, findIds, readyQueue } from "./searching.ts";

const queueWith = connectQueues();
const anyField = conditions(["?", "n", "", ""]);
const payload = (size: number) => `{"n":"${"x".repeat(size - 8)}"}`;
const payloads = (...sizes: number[]) => Object.fromEntries(sizes.map((size, i) => [`job-${i}`, payload(size)]));

test("search stops at its limits of entries and of matches, and continues there", async () => {
  const ids = numberedIds(600, "job-").sort();
  const queue = await queueWith(readyQueue(byId(ids, () => "{}")));
  for (const options of [{ most: 1 }, { most: 249 }, { most: 250 }, { most: 251 }, { most: 599 }, { most: 600 }]) {
    const found = await findIds(queue, options);
    expect(found).toMatchObject({
      ids: ids.slice(0, options.most),
      examined: options.most,
      after: ids[options.most - 1],
    });
    if (options.most > 200) expect((await findAllIds(queue, options)).ids).toEqual(ids);
  }
  for (const limit of [1, 250, 251, 599]) {
    const found = await findIds(queue, { limit });
    expect(found).toMatchObject({ ids: ids.slice(0, limit), examined: limit, after: ids[limit - 1] });
    expect((await findIds(queue, { score: found.score, after: found.after })).ids).toEqual(ids.slice(limit));
  }
  // Only matches count.
  expect(await findIds(queue, { limit: 1, id: "job-99" })).toMatchObject({ ids: ["job-99"], examined: 600 });
  expect(await findIds(queue, { limit: 1, id: "job-100" })).toMatchObject({ ids: ["job-100"], examined: 4 });
});

test("a search that ends with its limit at the last entry may not know that it ends", async () => {
  const queue = await queueWith(readyQueue(payloads(10, 10, 10)));
  expect(await findIds(queue, { most: 3 })).toMatchObject({ examined: 3, after: "job-2" });
  expect((await findAllIds(queue, { most: 3 })).ids).toEqual(["job-0", "job-1", "job-2"]);
  expect(await findIds(queue, { limit: 3 })).toMatchObject({ examined: 3, score: "-" });
});

describe.each(["", "l"])("with the flags '%s',", (flags) => {
  // A record is the place, a colon and the payload.
  const recordSize = 17;

  test.each([
    [100, 1],
    [1_017, 1],
    [1_018, 2],
    [2_034, 2],
    [2_035, 3],
  ])("search reads records until it has %i bytes", async (bytes, examined) => {
    const queue = await queueWith(readyQueue(payloads(...Array<number>(9).fill(1_000)), flags));
    expect(recordSize + 1_000).toBe(1_017);
    for (const options of [anyField, { to: START }, { ...anyField, to: START }]) {
      expect(await findIds(queue, { ...options, bytes })).toMatchObject({ examined });
      expect(await findAllIds(queue, { ...options, bytes })).toMatchObject({
        ids: numberedIds(9, "job-"),
        examined: 9,
      });
    }
    const reply = await queue.call(search, { ...ALL_READY, bytes });
    expect(reply).toHaveLength(2 + examined * 3);
  });

  test.each([
    [1_000, 1],
    [1_999, 1],
    [2_000, 2],
    [2_999, 2],
    [3_000, 3],
  ])("search decodes %i bytes of payloads", async (decoded, examined) => {
    const queue = await queueWith(readyQueue(payloads(...Array<number>(9).fill(1_000)), flags));
    expect(await findIds(queue, { ...anyField, decoded })).toMatchObject({
      examined,
      skipped: 0,
      ids: numberedIds(examined, "job-"),
    });
    expect(await findAllIds(queue, { ...anyField, decoded })).toMatchObject({
      ids: numberedIds(9, "job-"),
      examined: 9,
    });
    // A payload that lacks the text is not decoded.
    const absent = conditions(["=", "n", '"absent"', '"absent"']);
    expect(await findIds(queue, { ...absent, decoded })).toMatchObject({ ids: [], examined: 9, skipped: 0 });
  });

  test("search skips a payload that is larger than it decodes, and counts it", async () => {
    const queue = await queueWith(readyQueue(payloads(100, 1_001, 1_000, 3_000, 100), flags));
    const all = await findAllIds(queue, { ...anyField, decoded: 1_000 });
    expect(all).toEqual({ ids: ["job-0", "job-2", "job-4"], examined: 5, skipped: 2, scripts: 3 });
    // Without conditions on fields none is skipped.
    expect(await findIds(queue, { decoded: 1_000, to: START })).toMatchObject({ examined: 5, skipped: 0, score: "-" });
  });
});

describe.each(["", "l"])("with the flags '%s', looking for texts,", (flags) => {
  const missing = conditions(["=", "n", '"none"', '"none"']);
  const [first, second] = [missing, conditions(["~", "n", "x", "x"])].map((each) => each.conditions);
  const both = { conditions: [...(second ?? []), ...(first ?? [])] };

  test.each([
    [1_000, 1],
    [1_999, 1],
    [2_000, 2],
    [3_000, 3],
    [9_000, 9],
  ])("search compares %i bytes of payloads", async (compared, examined) => {
    const queue = await queueWith(readyQueue(payloads(...Array<number>(9).fill(1_000)), flags));
    expect(await findIds(queue, { ...missing, compared })).toMatchObject({ ids: [], examined, skipped: 0 });
    expect(await findAllIds(queue, { ...missing, compared })).toMatchObject({ ids: [], examined: 9, skipped: 0 });
  });

  test.each([
    [2_000, 1],
    [3_999, 1],
    [4_000, 2],
    [18_000, 9],
  ])("search counts the %i bytes of a payload once for each text", async (compared, examined) => {
    const queue = await queueWith(readyQueue(payloads(...Array<number>(9).fill(1_000)), flags));
    expect(await findIds(queue, { ...both, compared })).toMatchObject({ ids: [], examined, skipped: 0 });
    // A text that is missing ends the look, and an empty one costs nothing.
    const swapped = { conditions: [...(first ?? []), ...(second ?? []), "?", "n", "", ""] };
    expect(await findIds(queue, { ...swapped, compared })).toMatchObject({
      examined: Math.min(9, (compared / 1_000) | 0),
    });
  });

  test("search examines a payload alone that needs all of the bytes, and skips a larger one", async () => {
    const queue = await queueWith(readyQueue(payloads(100, 1_000, 100, 1_001, 500, 2_001, 100), flags));
    const all = await findAllIds(queue, { ...both, compared: 2_000 });
    expect(all).toEqual({ ids: [], examined: 7, skipped: 2, scripts: 6 });
    // A text that is missing decides as long as its search is permitted.
    expect(await findAllIds(queue, { ...missing, compared: 1_001 })).toMatchObject({ examined: 7, skipped: 1 });
    expect(await findAllIds(queue, { ...anyField, compared: 1 })).toMatchObject({ ids: { length: 7 }, skipped: 0 });
  });

  test("search counts the bytes of values in which it looks for a text", async () => {
    const queue = await queueWith(readyQueue(payloads(...Array<number>(4).fill(1_000)), flags));
    const contains = conditions(["~", "n", "xxx", "xxx"]);
    for (const [compared, examined] of [
      // One payload may exceed the limit with its values.
      [1_000, 1],
      [3_999, 1],
      [4_000, 2],
      [8_000, 4],
    ] as const)
      expect(await findIds(queue, { ...contains, compared })).toMatchObject({ examined, skipped: 0 });
    expect((await findAllIds(queue, { ...contains, compared: 1_000 })).ids).toEqual(numberedIds(4, "job-"));
    // It may not if any byte of another payload was compared before.
    const behind = await queueWith(readyQueue({ first: "7", ...payloads(1_000) }, flags));
    for (const compared of [1_000, 1_001])
      expect(await findIds(behind, { ...contains, compared })).toMatchObject({ examined: 1, skipped: 0 });
  });

  test("search looks for the last 64 bytes of a text", async () => {
    const queue = await queueWith(
      readyQueue({ a: `{"n":"${"x".repeat(64)}"}`, b: `{"n":"${"x".repeat(63)}"}` }, flags),
    );
    const text = `y${"x".repeat(64)}`;
    // A payload that has them is decoded, and compared with the whole text.
    for (const [decoded, skipped] of [
      [1_000, 0],
      [1, 1],
    ] as const)
      expect(await findIds(queue, { ...conditions(["~", "n", text, text]), decoded })).toMatchObject({
        ids: [],
        examined: 2,
        skipped,
      });
  });

  test.each([
    ["1", [3, 1, 5]],
    ["", [0, 9, 1]],
  ])(
    "search lets only sizes decide what it decodes and skips if `isRedacted` is '%s'",
    async (isRedacted, [skipped, examined, scripts]) => {
      const texts = { broken: "{secret", ...payloads(1_000, 1_000, 1_001, 300, 300, 300, 300), empty: "" };
      const queue = await queueWith(readyQueue(texts, flags));
      const results = [];
      for (const text of ["secret", "xxx", "none", "x".repeat(300)]) {
        const options = { ...conditions(["~", "other", text, text]), decoded: 1_000, compared: 1_000_000, isRedacted };
        const { examined: inFirst } = await findIds(queue, options);
        results.push({ ...(await findAllIds(queue, options)), inFirst });
      }
      expect(results[2]).toEqual({ ids: [], examined: 9, skipped, scripts, inFirst: examined });
      if (isRedacted === "1") expect(results).toEqual(Array(4).fill(results[2]));
      else expect(results.map((each) => each.skipped)).toEqual([1, 1, 0, 1]);
    },
  );
});

test("search finds large payloads, and reads them one by one", async () => {
  const sizes = [1_500_000, 100, 4_000_000, 100];
  const queue = await queueWith(readyQueue(payloads(...sizes), "l"));
  expect(await findAllIds(queue, { ...anyField, bytes: 250_000 })).toEqual({
    ...{ ids: ["job-1", "job-3"], examined: 4, skipped: 2 },
    scripts: 3,
  });
  const [adapter, commands] = recordCommands();
  await queue.through(adapter).call(search, { ...ALL_READY, ...anyField, bytes: 250_000 });
  const reads = (await commands()).filter((command) => /^HM?GET jobs/.test(command));
  expect(reads.map((command) => command.replace(/jobs:. /, ""))).toEqual(["HGET job-0"]);
});

test("search reads each job once, and nothing that its filter does not need", async () => {
  const [adapter, commands] = recordCommands();
  const stored = await queueWith(readyQueue({ a: "{}", b: "{}" }));
  const reads = async (options: object) => {
    await stored.through(adapter).call(search, { ...ALL_READY, output: "count", ...options });
    const sent = (await commands()).filter((command) => /^HM?GET jobs/.test(command));
    return sent.map((command) => command.replace(/jobs:. /, "")).sort();
  };
  expect(await reads({})).toEqual([]);
  expect(await reads({ id: "a", isPrefix: "1" })).toEqual([]);
  expect(await reads({ output: "ids" })).toEqual(["HMGET \ta", "HMGET \tb"]);
  expect(await reads({ worker: "w" })).toEqual(["HMGET \ta", "HMGET \tb"]);
  expect(await reads({ to: START })).toEqual(["HMGET a \ta", "HMGET b \tb"]);
  expect(await reads({ ...anyField, to: START, error: "x", entered: tick() })).toEqual(["HMGET a \ta", "HMGET b \tb"]);
  expect(await reads({ output: "jobs", id: "a" })).toEqual(["HGET \ta", "HGET a"]);
  await stored.seed({ delayed: { a: due(START) } });
  expect(await reads({ name: "delayed", state: "delayed" })).toEqual([]);
  expect(await reads({ name: "delayed", state: "delayed", entered: tick() })).toEqual(["HGET a", "HMGET \ta"]);
  const entries = { name: "delayed", state: "delayed", output: "ids" };
  expect(await reads(entries)).toEqual(["HGET a", "HMGET \ta"]);
  expect(await reads({ ...entries, entered: tick() })).toEqual(["HGET a", "HMGET \ta"]);
  expect(await reads({ entered: tick() })).toEqual(["HMGET \ta", "HMGET \tb"]);
  await stored.seed({ meta: { head: head({ flags: "l" }) } });
  expect(await reads({ to: START })).toEqual(["HGET a", "HGET b"]);
  expect(await reads({ to: START, entered: tick(), id: "a" })).toEqual(["HGET a", "HMGET \ta", "HMGET \tb"]);
});

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("a payload", () => {
  const found = async (texts: Record<string, string>, options: object) => {
    const { ids, skipped } = await findIds(
      await queueWith(readyQueue({ first: '{"n":7}', ...texts, last: '{"n":7}' })),
      options,
    );
    return { ids, skipped };
  };
  const seven = conditions(["=", "n", "7", "7"]);

  test.each([
    ["is no JSON", '{"n":7', 1],
    ["is empty", "", 0],
    ["is a text that only contains the value", "n is 7", 1],
    ["has an invalid escape", '{"n":7,"a":"\\x"}', 1],
    ["has half of a surrogate pair", '{"n":7,"a":"\\ud800"}', 1],
    ["continues after its end", '{"n":7} 7', 1],
    ["has bytes that are not text", '{"n":7,"a":"\u0000"}', 1],
    ["is nested over 1,000 levels", `{"n":7,"a":${nested(1_000)}}`, 1],
    ["is nested deeply enough to overflow a stack", `{"n":7,"a":${nested(30_000)}}`, 1],
  ])("that %s is skipped, and the search continues", async (_, text, skipped) => {
    expect(await found({ damaged: text }, seven)).toEqual({ ids: ["first", "last"], skipped });
    // It does not lack a field either.
    const absent = conditions(["!", "none", "", ""]);
    expect(await found({ damaged: text }, absent)).toEqual({ ids: ["first", "last"], skipped: 1 });
  });

  test.each([
    ["is nested 1,000 levels", `{"n":7,"a":${nested(999)}}`],
    ["repeats a key", '{"n":8,"n":7}'],
    ["has spaces", ' { "n" : 7 } '],
    ["has control characters", '{"n":7,"a":"\\u0000\\n"}'],
    ["has a value with a colon", '{"n":7,"a":"b:c"}'],
  ])("that %s is found", async (_, text) => {
    expect(await found({ odd: text }, seven)).toEqual({ ids: ["first", "odd", "last"], skipped: 0 });
  });

  test("with numbers beyond 2^53 is compared by the digits of the filter, then as Lua has them", async () => {
    const texts = {
      exact: '{"n":9007199254740992}',
      next: '{"n":9007199254740993}',
      huge: '{"n":1e400}',
      tiny: '{"n":5e-324}',
    };
    const is = (json: string) => found(texts, conditions(["=", "n", json, json]));
    expect((await is("9007199254740992")).ids).toEqual(["exact"]);
    expect((await is("5e-324")).ids).toEqual(["tiny"]);
    expect((await is("0.1")).ids).toEqual([]);
    expect(await found(texts, conditions(["?", "n", "", ""]))).toMatchObject({ skipped: 0, ids: { length: 6 } });
  });

  test("of a record without a payload meets no condition", async () => {
    const state = readyQueue({ a: "{}", b: "{}", c: "{}" });
    const queue = await queueWith({ ...state, jobs: { a: "damaged", b: record(place(1)) } });
    for (const kind of ["?", "!"] as const) {
      const reply = await findIds(queue, conditions([kind, "n", "", ""]));
      expect(reply).toMatchObject({ ids: kind === "!" ? ["b"] : [], examined: 3, skipped: 0 });
    }
  });
});
