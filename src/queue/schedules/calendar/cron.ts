// Cron expressions: their parsing, and the wall-clock times that match them. Zones are the subject of zone.ts.

/** The days of a month that match one of the day fields. */
interface Days {
  /** True if the field allows every day. */
  isAny: boolean;
  /** The days of the month, or the days of the week from 0 for Sunday, that match in every week. */
  plain: boolean[];
  /** True if the last day of the month matches. */
  last: boolean;
  /** For `5#2` and `5L`: the days of the week, each with its number in the month, or 0 for the last. */
  nth: [weekday: number, number: number][];
}

/** A parsed cron expression. Lists of booleans tell which values of a field match. */
export interface Cron {
  seconds: number[];
  minutes: number[];
  hours: number[];
  months: boolean[];
  monthDays: Days;
  weekDays: Days;
  /** True if the field of minutes or hours begins with `*`: the expression means an interval, and not fixed times. */
  isInterval: boolean;
}

const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
const WEEKDAYS = "SUN MON TUE WED THU FRI SAT".split(" ");
const NICKNAMES: Record<string, string> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

/** A field of an expression: its name for messages, its bounds, and the names of its values from the lower bound on. */
interface Field {
  label: string;
  min: number;
  max: number;
  names?: readonly string[];
}

const SECOND: Field = { label: "second", min: 0, max: 59 };
const MINUTE: Field = { label: "minute", min: 0, max: 59 };
const HOUR: Field = { label: "hour", min: 0, max: 23 };
const MONTH_DAY: Field = { label: "day of the month", min: 1, max: 31 };
const MONTH: Field = { label: "month", min: 1, max: 12, names: MONTHS };
// 7 is Sunday too.
const WEEKDAY: Field = { label: "day of the week", min: 0, max: 7, names: WEEKDAYS };

/** Parses a cron expression of five fields, or of six with seconds first. */
export function parseCron(text: string): Cron {
  const fields = (NICKNAMES[text.trim().toLowerCase()] ?? text).trim().toUpperCase().split(/\s+/);
  if (fields.length === 5) fields.unshift("0");
  if (fields.length !== 6) throw invalidCron("an expression has five fields, or six with seconds");
  const [second, minute, hour, monthDay, month, weekDay] = fields as [string, string, string, string, string, string];
  return {
    seconds: valuesOf(parseField(second, SECOND)),
    minutes: valuesOf(parseField(minute, MINUTE)),
    hours: valuesOf(parseField(hour, HOUR)),
    months: parseField(month, MONTH),
    monthDays: parseMonthDays(monthDay),
    weekDays: parseWeekDays(weekDay),
    isInterval: minute.startsWith("*") || hour.startsWith("*"),
  };
}

/** Parses the field of days of the month, which may contain `L` for the last one. */
function parseMonthDays(text: string): Days {
  const parts = text.split(",");
  const plain = parts.filter((part) => part !== "L");
  return {
    isAny: text === "*" || text === "?",
    plain: plain.length > 0 ? parseField(plain.join(",").replace("?", "*"), MONTH_DAY) : [],
    last: plain.length < parts.length,
    nth: [],
  };
}

/** Parses the field of days of the week, which may contain `5#2` for the second Friday and `5L` for the last one. */
function parseWeekDays(text: string): Days {
  const nth: Days["nth"] = [];
  const plain = text.split(",").filter((part) => {
    const [, name, number] = /^([A-Z0-9]+?)(?:#([1-5])|L)$/.exec(part) ?? [];
    if (name === undefined) return true;
    nth.push([parseValue(name, WEEKDAY) % 7, Number(number ?? 0)]);
    return false;
  });
  const days = plain.length > 0 ? parseField(plain.join(",").replace("?", "*"), WEEKDAY) : [];
  if (days[7]) days[0] = true;
  return { isAny: text === "*" || text === "?", plain: days, last: false, nth };
}

/** Parses a field: values, ranges, names and steps, separated by commas. Returns which values match. */
function parseField(text: string, field: Field): boolean[] {
  const matches: boolean[] = [];
  for (const part of text.split(",")) {
    const [, range = "", step] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? [];
    const [from, to] = parseRange(range, { field, hasStep: step !== undefined });
    const by = Number(step ?? 1);
    if (by < 1 || by > field.max) throw invalidCron(`the ${field.label} has an invalid step`);
    for (let value = from; value <= to; value += by) matches[value] = true;
  }
  return matches;
}

/** Parses a range: `*`, one value, or two. A single value with a step reaches to the end. */
function parseRange(text: string, { field, hasStep }: { field: Field; hasStep: boolean }): [from: number, to: number] {
  // The number 7 for Sunday is not part of a range that reaches to the end.
  const max = field === WEEKDAY ? 6 : field.max;
  if (text === "*") return [field.min, max];
  const [first = "", last, ...others] = text.split("-");
  const from = parseValue(first, field);
  if (last === undefined) return [from, hasStep ? Math.max(from, max) : from];
  const end = parseValue(last, field);
  // A range such as FRI-SUN ends with the other number of Sunday.
  const to = field === WEEKDAY && end === 0 && from > 0 ? 7 : end;
  if (others.length > 0 || to < from) throw invalidCron(`the ${field.label} has an invalid range`);
  return [from, to];
}

/** Parses a number or a name. */
function parseValue(text: string, { label, min, max, names = [] }: Field): number {
  const at = names.indexOf(text);
  const value = at >= 0 ? at + min : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw invalidCron(`the ${label} must be from ${min} to ${max}`);
}

function valuesOf(matches: readonly boolean[]): number[] {
  return [...matches.keys()].filter((value) => matches[value]);
}

function invalidCron(reason: string): Error {
  return new Error(`cron: ${reason}`);
}

const DAY = 86_400_000;
// A 29 February that is a Monday comes every 28 years, and 2100 is not a leap year.
const MAX_YEARS = 41;

/** Iterates over the wall-clock times that match, from a time on. Each is given in ms as if the clock were UTC. */
export function* wallTimes(cron: Cron, from: number): Generator<number, void, void> {
  const lastYear = new Date(from).getUTCFullYear() + MAX_YEARS;
  let day = from - (((from % DAY) + DAY) % DAY);
  for (;;) {
    const date = new Date(day);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    if (year > lastYear) return;
    if (!cron.months[month + 1]) {
      day = Date.UTC(year, month + 1, 1);
      continue;
    }
    if (isDay(cron, date)) yield* timesOfDay(cron, day, from);
    day += DAY;
  }
}

/** Iterates over the matching times of a day, from a time on. */
function* timesOfDay({ hours, minutes, seconds }: Cron, day: number, from: number): Generator<number, void, void> {
  for (const hour of hours) {
    const hourStart = day + hour * 3_600_000;
    if (hourStart + 3_600_000 <= from) continue;
    for (const minute of minutes) {
      const minuteStart = hourStart + minute * 60_000;
      if (minuteStart + 60_000 <= from) continue;
      for (const second of seconds) if (minuteStart + second * 1_000 >= from) yield minuteStart + second * 1_000;
    }
  }
}

/** Reports whether a day matches. If both day fields are restricted, one of them suffices, as in other crons. */
function isDay({ monthDays, weekDays }: Cron, date: Date): boolean {
  const day = date.getUTCDate();
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const weekday = date.getUTCDay();
  const isMonthDay = monthDays.isAny || monthDays.plain[day] || (monthDays.last && day === daysInMonth);
  const isWeekDay =
    weekDays.isAny ||
    weekDays.plain[weekday] ||
    weekDays.nth.some(
      ([nthWeekday, number]) =>
        nthWeekday === weekday && (number === 0 ? day + 7 > daysInMonth : Math.ceil(day / 7) === number),
    );
  if (monthDays.isAny || weekDays.isAny) return !!isMonthDay && !!isWeekDay;
  return !!isMonthDay || !!isWeekDay;
}
