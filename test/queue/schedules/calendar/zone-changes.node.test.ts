// Slots at every change of the clocks from 2024 to 2030 in twelve zones, beside croner and beside a search minute by minute.
import { Cron } from "croner";
import { describe, expect, test } from "vitest";
import { listSlots } from "../../../../src/queue/schedules/calendar/calendar.ts";
import { sampleOf } from "../../../setup/long.ts";

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Gaza",
  "Pacific/Auckland",
  "America/Havana",
  "Antarctica/Troll",
  "Asia/Beirut",
  "Atlantic/Azores",
];

const EXPRESSIONS = [
  "0 0 * * *",
  "30 0 * * *",
  "15 1 * * *",
  "30 2 * * *",
  "0 3 * * *",
  "10 30 2 * * *",
  "*/30 * * * *",
  "15 * * * *",
  "0 */6 * * *",
  "*/20 1,2,3 * * *",
  "*/15 0 * * SAT,SUN",
  "30 1 * * SUN",
  "0 9 * * 1-5",
  "0 12 * * 5#2",
  "0 12 * * 5L",
  "59 23 L * *",
];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST = Date.UTC(2024, 0, 1);
const END = Date.UTC(2031, 0, 1);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns what clocks show, such as "2024-03-31 02:30". */
function shownAt(tz: string, instant: number): string {
  let format = formats.get(tz);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone: tz, dateStyle: "short", timeStyle: "short" });
    formats.set(tz, format);
  }
  return format.format(instant);
}

/** Returns the first instants after changes of the clocks. */
function changesOf(tz: string): number[] {
  const offset = (instant: number) => Date.parse(`${shownAt(tz, instant).replace(" ", "T")}Z`) - instant;
  const changes: number[] = [];
  for (let day = FIRST; day < END; day += DAY) {
    if (offset(day) === offset(day + DAY)) continue;
    let [low, high] = [day / 60_000, (day + DAY) / 60_000];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offset(middle * 60_000) === offset(day)) low = middle;
      else high = middle;
    }
    changes.push(high * 60_000);
  }
  return changes;
}

/** Returns the slots of croner, which applies the same policies to a missing and to a repeated hour. */
function slotsOfCroner(cron: string, tz: string, { after, until }: { after: number; until: number }): number[] {
  const oracle = new Cron(cron, { timezone: tz });
  const slots: number[] = [];
  for (let last = new Date(after); ; ) {
    const next = oracle.nextRun(last);
    if (!next || next.getTime() > until) return slots;
    slots.push(next.getTime());
    last = next;
  }
}

/** Reports whether clocks skip a minute of the day at a change. */
function isSkipped(tz: string, { change, minute }: { change: number; minute: number }): boolean {
  const minuteAt = (instant: number) => {
    const [h, m] = shownAt(tz, instant).slice(11).split(":");
    return Number(h) * 60 + Number(m);
  };
  const from = minuteAt(change - 60_000) + 1;
  const skipped = (minuteAt(change) - from + 1440) % 1440;
  return skipped < 720 && (minute - from + 1440) % 1440 < skipped;
}

describe.each(sampleOf(ZONES, { nth: 3 }))("in %s", (tz) => {
  const changes = changesOf(tz);

  test("the clocks change in these years", () => {
    expect(changes.length).toBeGreaterThan(6);
  });

  test.each(EXPRESSIONS)("the slots of %s around each change are those of croner", (cron) => {
    for (const change of changes) {
      for (const before of [2 * DAY, 90 * 60_000, 20 * 60_000, 0]) {
        const range = { after: change - before, until: change + 2 * DAY };
        const { slots } = listSlots({ cron, tz }, { ...range, count: 1_000 });
        expect(slots).toEqual(slotsOfCroner(cron, tz, range));
      }
    }
  });

  test("an explicit policy decides about a missing and a repeated hour", () => {
    const minutes = Array.from({ length: 48 }, (_, i) => i * 30);
    for (const change of changes) {
      const [after, until] = [change - 12 * HOUR, change + 12 * HOUR];
      // Each half hour in turn, since the hour that is missing or repeated differs among zones.
      for (const minute of minutes) {
        const [h, m] = [Math.floor(minute / 60), minute % 60];
        const shown = ` ${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`;
        const found: number[] = [];
        for (let instant = after + 60_000; instant <= until; instant += 60_000)
          if (shownAt(tz, instant).endsWith(shown)) found.push(instant);
        const slotsOf = (policy: object) =>
          listSlots({ cron: `${m} ${h} * * *`, tz, ...policy }, { after, until, count: 10 }).slots;
        expect(slotsOf({ missingHour: "skip", repeatedHour: "twice" })).toEqual(found);
        const days = Map.groupBy(found, (instant) => shownAt(tz, instant));
        expect(slotsOf({ missingHour: "skip", repeatedHour: "once" })).toEqual(
          [...days.values()].map(([first]) => first).sort((a = 0, b = 0) => a - b),
        );
        const isMissing = isSkipped(tz, { change, minute });
        const withAfter = slotsOf({ missingHour: "after", repeatedHour: "twice" });
        expect(withAfter).toEqual(isMissing ? [...found, change].sort((a, b) => a - b) : found);
      }
    }
  });
});
