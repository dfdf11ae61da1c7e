// The last hour of a queue by the minute, computed from lines of samples.
import { expect, test } from "vitest";
import { toRecent } from "../../../src/queue/inspect/rates/recent.ts";

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;

/** Returns the line of a sample: the minutes before now of its first and last look, and its totals. */
function line(first: number, last: number, { completed = 0, failed = 0 } = {}): string {
  return `${NOW - first * MINUTE} ${NOW - last * MINUTE} 1 2 3 4 5 6 7 8 ${completed} ${failed} 9`;
}

/** Returns an hour in which only the last minutes are known. */
function hour(...last: (number | null)[]): (number | null)[] {
  return [...Array.from({ length: 60 - last.length }, () => null), ...last];
}

test("a minute has the jobs between two looks, and the minutes before the first look are null", () => {
  const lines = [
    line(0, 0, { completed: 12, failed: 3 }),
    line(1, 1, { completed: 10, failed: 3 }),
    line(2, 2, { completed: 3, failed: 1 }),
  ];
  expect(toRecent(NOW, lines)).toEqual({ completed: hour(7, 2), failed: hour(2, 0) });
});

test("a queue without samples has an hour of null", () => {
  expect(toRecent(NOW, [])).toEqual({ completed: hour(), failed: hour() });
});

test("the minutes end with the last look, unless that is long ago", () => {
  const recent = [line(1.5, 1.5, { completed: 9 }), line(2.5, 2.5, { completed: 4 })];
  expect(toRecent(NOW, recent).completed).toEqual(hour(5));
  const old = [line(10, 10, { completed: 9 }), line(11, 11, { completed: 4 })];
  expect(toRecent(NOW, old).completed).toEqual(hour(5, ...Array.from({ length: 10 }, () => null)));
});

test("a time without a clean is null if jobs were completed in it, and 0 if nothing has changed", () => {
  const lines = [
    line(0, 0, { completed: 20 }),
    line(1, 1, { completed: 19 }),
    line(5, 5, { completed: 4 }),
    line(9, 6, { completed: 4 }),
    line(20, 20, { completed: 4 }),
  ];
  const { completed } = toRecent(NOW, lines);
  const quiet = Array.from({ length: 15 }, () => 0);
  expect(completed).toEqual(hour(...quiet, null, null, null, null, 1));
});

test("the jobs of a sample that covers parts of two minutes are spread over both, and none is lost", () => {
  const lines = [line(0, 0, { completed: 10 }), line(0.5, 0.5, { completed: 7 }), line(2, 2, { completed: 2 })];
  const { completed } = toRecent(NOW, lines);
  expect(completed).toEqual(hour(3, 5));
});

test("a queue that was created again has no minute with fewer than 0 jobs", () => {
  const lines = [line(0, 0, { completed: 3 }), line(1, 1, { completed: 1 }), line(2, 2, { completed: 90 })];
  expect(toRecent(NOW, lines).completed).toEqual(hour(2));
});

test("a damaged line is left out", () => {
  const lines = [line(0, 0, { completed: 3 }), "x", line(1, 1, { completed: 1 })];
  expect(toRecent(NOW, lines).completed).toEqual(hour(2));
});
