// The page's data without a browser: exact JSON, filters, prices, and the points of a history.
import { expect, test } from "vitest";
import { formatJson, parseExactJson } from "../../src/console/app/data/exact-json.ts";
import { parseFilter } from "../../src/console/app/data/filter.ts";
import { formatBytes, formatPrice } from "../../src/console/app/data/format.ts";
import { pointsOf, ratePerMinute } from "../../src/console/app/data/history.ts";
import {
  changeOf,
  formatExactDuration,
  formatLimits,
  limitsOf,
  ownLimitsOf,
  textsOf,
} from "../../src/console/app/data/limits.ts";
import { priceOf } from "../../src/console/app/data/prices.ts";
import type { Sample } from "../../src/console/app/data/types.ts";

test("a filter is parsed with all of its conditions", () => {
  const data = [
    { path: "a", is: "x y" },
    { path: "b", contains: "z" },
    { path: "b", exists: true },
  ];
  expect(parseFilter("ready", 'o-* attempts>=3 age>1h age<2d error:"a b" data.a="x y" data.b~z data.b?')).toEqual({
    filter: { state: "ready", id: "o-*", minAttempts: 3, minAge: "1h", maxAge: "2d", error: "a b", data },
  });
  expect(parseFilter("ready", '"attempts>=3"')).toEqual({ filter: { state: "ready", id: "attempts>=3" } });
});

test.each(["customer-7", 'a "b" \\c', "ü/日本 é", "data.a=1", "-"])(
  "the group %s is filtered by its quoted name",
  (group) => {
    expect(parseFilter("blocked", `group:${JSON.stringify(group)} attempts>=1`)).toEqual({
      filter: { state: "blocked", group, minAttempts: 1 },
    });
  },
);

test.each([
  ["error:zzz error:img", "error:img"],
  ["attempts>=99 attempts>=1", "attempts>=1"],
  ["age>1h age<2h age>1s", "age>1s"],
  ["age<1h age<2h", "age<2h"],
  ["worker:a worker:b", "worker:b"],
  ["a b", "b"],
  ["a id:b", "id:b"],
  ["group:a group:b", "group:b"],
  ['"', '"'],
  ['data.a="x y', '"x y'],
  ['error:a "b c', '"b c'],
  ['a"b', '"b'],
])("of the filter %s, %s is not understood: no condition replaces another one", (text, wrong) => {
  expect(parseFilter("failed", text)).toEqual({ wrong });
});

const compact = (text: string) => formatJson(parseExactJson(text)).replace(/\s/g, "");

test.each(['{"a":[1,{"b":"\\"{[,:"}],"c":{}}', "[]", '"x"', "-1.50e+3"])("%s is formatted as it was parsed", (text) =>
  expect(compact(text)).toBe(text),
);

const MINUTE = 60_000;
const latency = { count: 0, sum: 0 };

/** Returns a sample between two times in minutes in which some jobs were completed. */
function sample(from: number, to: number, completed = 0): Sample {
  const states = { ready: 0, delayed: 0, blocked: 0, leased: 0, failed: 0, done: 0 };
  const totals = { enqueued: 0, leased: completed, completed, failed: 0, retried: 0 };
  return { from: from * MINUTE, to: to * MINUTE, states, totals, waits: latency, runTimes: latency };
}

/** Returns the completed jobs a minute at each point of ten minutes. */
function completedOf(...samples: Sample[]): (number | undefined)[] {
  const points = pointsOf({ step: MINUTE, samples }, 0, 10 * MINUTE);
  expect(points.map(({ time }) => time / MINUTE)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  return points.map(({ sample: found }) => found && ratePerMinute(found, "completed"));
}

test("a time before the first sample, after the last one, or between two is a gap", () => {
  const gap = undefined;
  expect(completedOf(sample(2, 3, 5), sample(3, 4, 6), sample(7, 8, 7))).toEqual([
    gap,
    gap,
    5,
    6,
    gap,
    gap,
    gap,
    7,
    gap,
    gap,
  ]);
  expect(completedOf()).toEqual(Array.from({ length: 10 }));
});

test("a long sample in which something happened is a gap, and one in which nothing happened is not", () => {
  const gap = undefined;
  expect(completedOf(sample(0, 1, 5), sample(1, 5, 40), sample(5, 6, 1), sample(6, 10))).toEqual([
    5,
    gap,
    gap,
    gap,
    gap,
    1,
    0,
    0,
    0,
    0,
  ]);
});

test("looks that are late by a part of a minute make no gap", () => {
  expect(completedOf(sample(-0.7, 0.4, 11), sample(0.4, 2.4, 4), sample(2.4, 2.6, 1), sample(2.6, 10))).toEqual([
    2, 2, 5, 0, 0, 0, 0, 0, 0, 0,
  ]);
});

test.each([
  [0, "0 B"],
  [999.4, "999 B"],
  [1_000, "1 kB"],
  [9_940, "9.9 kB"],
  [24_500, "25 kB"],
  [3_200_000, "3.2 MB"],
  [1.5e12, "1500 GB"],
])("%d bytes are shown as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

const USAGE = { requests: 1, commands: 200_000, bytesSent: 1.5e9, bytesReceived: 0.5e9 };

test.each([
  ["0.2", "0.03", 0.46],
  ["0.2", "", 0.4],
  ["", "1e1", 20],
  ["0", "", 0],
  ["", " ", undefined],
  ["-1", "1", undefined],
  ["1", "free", undefined],
])("at %j for 100,000 commands and %j for a GB, a usage costs %s", (per100kCommands, perGb, expected) => {
  const price = priceOf(USAGE, { per100kCommands, perGb });
  expect(price && Number(price.toPrecision(12))).toBe(expected);
});

test("a price has three digits, however small it is", () => {
  expect([0.000123456, 12.3456, 1_234_567].map(formatPrice)).toEqual(["0.000123", "12.3", "1,230,000"]);
});

test.each([
  [1, "1ms"],
  [1_500, "1500ms"],
  [90_000, "90s"],
  [60_000, "1m"],
  [5_400_000, "90m"],
  [172_800_000, "2d"],
  ["1.5h", "1.5h"],
])("the duration %s is typed as %s, without loss", (duration, text) =>
  expect(formatExactDuration(duration)).toBe(text),
);

const RATE = { limit: 1_000, per: 60_000, burst: 5 };

test("limits are typed as they are formatted, and empty fields are no limits", () => {
  expect(limitsOf(textsOf({ concurrency: 3, rate: RATE }))).toEqual({
    concurrency: 3,
    rate: { limit: 1_000, per: "1m", burst: 5 },
  });
  expect(limitsOf(textsOf({}))).toEqual({});
  expect(formatLimits({ concurrency: 3_000, rate: RATE })).toBe("3,000 at a time; 1,000 per 1m, burst 5");
  expect(formatLimits({})).toBe("no limit");
});

const GROUP = { name: "a", held: 0, blocked: 0, paused: false, concurrency: 3, rate: RATE };

test("the own limits of a group are those that differ from the queue's", () => {
  expect(ownLimitsOf(GROUP, { concurrency: 1 })).toEqual({});
  const group = { ...GROUP, version: 7 };
  expect(ownLimitsOf(group, { concurrency: 1 })).toEqual({ concurrency: 3, rate: RATE });
  expect(ownLimitsOf(group, { concurrency: 3, rate: { ...RATE, burst: 6 } })).toEqual({ rate: RATE });
  expect(ownLimitsOf(group, { concurrency: 3, rate: { ...RATE } })).toEqual({});
  expect(ownLimitsOf({ ...group, concurrency: 1 }, { ordered: true, rate: RATE })).toEqual({});
});

test("a change of a group's limits has only those that were typed, and null for those that were emptied", () => {
  const before = textsOf({ concurrency: 3, rate: RATE });
  expect(changeOf(before, before)).toEqual({});
  expect(changeOf(before, { ...before, concurrency: "" })).toEqual({ concurrency: null });
  expect(changeOf(before, { ...before, burst: "" })).toEqual({ rate: { limit: 1_000, per: "1m" } });
  expect(changeOf(before, { concurrency: "4", limit: "", per: "", burst: "" })).toEqual({ concurrency: 4, rate: null });
});
