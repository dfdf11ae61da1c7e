import { describe, expect, test } from "vitest";
import { findPassed, listSlots, validateTimes } from "../../../../src/queue/schedules/calendar/calendar.ts";
import type { ScheduleTimes } from "../../../../src/queue/schedules/calendar/times.ts";

const AFTER = Date.parse("2026-01-01T00:00:00Z");

/** Returns the next slots as texts. */
function next(times: ScheduleTimes, { count = 3, after = AFTER } = {}): string[] {
  return listSlots(times, { after, count }).slots.map((slot) => new Date(slot).toISOString().slice(0, 19));
}

const cron = (text: string, tz = "UTC") => ({ cron: text, tz });

describe("a cron expression", () => {
  test.each([
    ["0 9 * * 1-5", ["2026-01-01T09:00:00", "2026-01-02T09:00:00", "2026-01-05T09:00:00"]],
    ["0 9 * * MON-FRI", ["2026-01-01T09:00:00", "2026-01-02T09:00:00", "2026-01-05T09:00:00"]],
    ["*/20 30 12 * * *", ["2026-01-01T12:30:00", "2026-01-01T12:30:20", "2026-01-01T12:30:40"]],
    ["0 0 L * *", ["2026-01-31T00:00:00", "2026-02-28T00:00:00", "2026-03-31T00:00:00"]],
    ["0 0 1,L 2 *", ["2026-02-01T00:00:00", "2026-02-28T00:00:00", "2027-02-01T00:00:00"]],
    ["0 0 * * 5#2", ["2026-01-09T00:00:00", "2026-02-13T00:00:00", "2026-03-13T00:00:00"]],
    ["0 0 * * friL", ["2026-01-30T00:00:00", "2026-02-27T00:00:00", "2026-03-27T00:00:00"]],
    ["0 0 * * 7", ["2026-01-04T00:00:00", "2026-01-11T00:00:00", "2026-01-18T00:00:00"]],
    ["0 0 * * FRI-SUN", ["2026-01-02T00:00:00", "2026-01-03T00:00:00", "2026-01-04T00:00:00"]],
    ["0 0 13 * FRI", ["2026-01-02T00:00:00", "2026-01-09T00:00:00", "2026-01-13T00:00:00"]],
    ["0 0 29 2 *", ["2028-02-29T00:00:00", "2032-02-29T00:00:00", "2036-02-29T00:00:00"]],
    ["0 0 1 JAN-MAR/2 ?", ["2026-03-01T00:00:00", "2027-01-01T00:00:00", "2027-03-01T00:00:00"]],
    ["50/5 23 * * *", ["2026-01-01T23:50:00", "2026-01-01T23:55:00", "2026-01-02T23:50:00"]],
    ["@weekly", ["2026-01-04T00:00:00", "2026-01-11T00:00:00", "2026-01-18T00:00:00"]],
  ])("%s matches its times", (text, expected) => {
    expect(next(cron(text))).toEqual(expected);
  });

  test.each([
    "* * * *",
    "* * * * * * *",
    "60 * * * *",
    "* 24 * * *",
    "* * 0 * *",
    "* * * 13 *",
    "* * * * 8",
    "5-1 * * * *",
    "1-2-3 * * * *",
    "*/0 * * * *",
    "*/99 * * * *",
    "a * * * *",
    "* * * * 1#6",
    "1, * * * *",
    "",
    "@often",
    "0 0 30 2 *",
  ])("%j is rejected", (text) => {
    expect(() => validateTimes(cron(text))).toThrow(/^cron: /);
  });

  test("an unknown time zone is rejected", () => {
    expect(() => validateTimes(cron("* * * * *", "Europe/Atlantis"))).toThrow("tz must be the name of a time zone");
  });

  test("follows the clocks of its zone", () => {
    const after = Date.parse("2026-03-28T00:00:00Z");
    const expected = ["2026-03-28T08:00:00", "2026-03-29T07:00:00", "2026-03-30T07:00:00"];
    expect(next(cron("0 9 * * *", "Europe/Berlin"), { after })).toEqual(expected);
  });
});

describe("the bounds of a schedule", () => {
  test("a start and an end leave out the slots outside of them", () => {
    const bounds = { start: AFTER + 7_200_000, end: AFTER + 4 * 3_600_000 };
    const expected = ["2026-01-01T02:00:00", "2026-01-01T03:00:00", "2026-01-01T04:00:00"];
    expect(next({ ...cron("0 * * * *"), ...bounds }, { count: 10 })).toEqual(expected);
    expect(listSlots({ ...cron("0 * * * *"), ...bounds }, { after: AFTER, count: 10 }).isLast).toBe(true);
    expect(listSlots({ ...cron("0 * * * *"), ...bounds }, { after: AFTER, count: 2 }).isLast).toBe(false);
  });

  test("an interval counts from its anchor", () => {
    const times = { every: 3_600_000, anchor: 900_000 };
    expect(next(times, { count: 2 })).toEqual(["2026-01-01T00:15:00", "2026-01-01T01:15:00"]);
    expect(next({ every: 3_600_000, anchor: AFTER + 10 * 3_600_000 }, { count: 1 })).toEqual(["2026-01-01T01:00:00"]);
  });

  test("a single time is the last one", () => {
    expect(listSlots({ at: AFTER + 5 }, { after: AFTER, count: 10 })).toEqual({ slots: [AFTER + 5], isLast: true });
    expect(listSlots({ at: AFTER }, { after: AFTER, count: 10 })).toEqual({ slots: [], isLast: true });
  });
});

describe("slots that have passed", () => {
  const now = AFTER + 86_400_000;

  test("the last ones are found, and the others counted", () => {
    const passed = findPassed(cron("*/10 * * * *"), { after: AFTER, now, since: now - 3_600_000, most: 3 });
    expect(passed).toEqual({ slots: [now - 1_200_000, now - 600_000, now], missed: 141 });
  });

  test("older ones than asked for are only counted", () => {
    const passed = findPassed(cron("0 12 * * *"), { after: AFTER, now, since: now - 3_600_000, most: 3 });
    expect(passed).toEqual({ slots: [], missed: 1 });
  });

  test("those of an interval are counted without listing them", () => {
    const passed = findPassed({ every: 1_000, anchor: 0 }, { after: 0, now, since: now - 3_600_000, most: 2 });
    expect(passed).toEqual({ slots: [now - 1_000, now], missed: now / 1_000 - 2 });
  });

  test("a frequent expression is counted up to a bound", () => {
    const passed = findPassed(cron("* * * * * *"), { after: AFTER, now, since: AFTER, most: 5 });
    expect(passed.slots).toHaveLength(5);
    expect(passed.missed).toBe(1_000);
  });
});
