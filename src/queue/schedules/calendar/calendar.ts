// The slots of a schedule: the instants at which it is due. This folder is loaded on demand (../firing/on-demand.ts).
import { parseCron, wallTimes } from "./cron.ts";
import type { CronTimes, ScheduleTimes } from "./times.ts";
import { Zone } from "./zone.ts";

// Zones are costly to make.
const zones = new Map<string, Zone>();
const MAX_ZONES = 100;

/** Bounds of the slots to list. */
interface SlotRange {
  /** The slots after this instant. */
  after: number;
  /** The largest number of slots. */
  count: number;
  /** The slots up to this instant. */
  until?: number;
}

/** The next slots of a schedule, in order. `isLast` is true if no slot follows them. */
export interface Slots {
  slots: number[];
  isLast: boolean;
}

/** Validates the times of a schedule: throws an error with the reason if an expression is invalid or never matches. */
export function validateTimes(times: ScheduleTimes): void {
  if (!("cron" in times)) return;
  zoneOf(times.tz);
  if (wallTimes(parseCron(times.cron), Date.UTC(2024, 0)).next().done)
    throw new Error("cron: the expression matches no day");
}

/** Lists slots of a schedule. */
export function listSlots(times: ScheduleTimes, range: SlotRange): Slots {
  const { after, count, until = Number.POSITIVE_INFINITY } = range;
  const lastSlot = Math.min(until, times.end ?? Number.POSITIVE_INFINITY);
  const slots: number[] = [];
  for (const slot of slotsAfter(times, Math.max(after, (times.start ?? 0) - 1))) {
    if (slot > lastSlot) return { slots, isLast: lastSlot === times.end };
    if (slots.length === count) return { slots, isLast: false };
    slots.push(slot);
  }
  return { slots, isLast: true };
}

/** The slots that have passed since the last known one. */
interface PassedSlots {
  /** The last of them, at most `most`. */
  slots: number[];
  /** The number of the others; a lower bound if there are more than 1,000. */
  missed: number;
}

const FIRST_WINDOW = 60_000;
const MAX_COUNTED = 1_000;

/** Finds the slots that have passed after `after` and up to `now`: the last `most` of those after `since`. */
export function findPassed(
  times: ScheduleTimes,
  { after, now, since, most }: { after: number; now: number; since: number; most: number },
): PassedSlots {
  const earliest = Math.max(after, since);
  let slots: number[] = [];
  // Looks back farther and farther, so that a frequent schedule is not listed from its last slot on.
  for (let window = FIRST_WINDOW; ; window *= 8) {
    const from = Math.max(earliest, now - window);
    ({ slots } = listSlots(times, { after: from, count: Number.POSITIVE_INFINITY, until: now }));
    if (slots.length >= most || from === earliest) break;
  }
  slots = slots.slice(Math.max(0, slots.length - most));
  const until = slots[0] === undefined ? now : slots[0] - 1;
  return { slots, missed: countSlots(times, after, until) };
}

/** Returns the number of slots after an instant and up to another one, at most 1,000 unless they have a fixed interval. */
function countSlots(times: ScheduleTimes, after: number, until: number): number {
  if ("every" in times) {
    const from = Math.max(after, (times.start ?? 0) - 1);
    const last = Math.min(until, times.end ?? until);
    const before = (instant: number) => Math.floor((instant - times.anchor) / times.every);
    return Math.max(0, before(last) - before(from));
  }
  return listSlots(times, { after, count: MAX_COUNTED, until }).slots.length;
}

/** Iterates over the slots after an instant. */
function* slotsAfter(times: ScheduleTimes, after: number): Generator<number, void, void> {
  if ("at" in times) {
    if (times.at > after) yield times.at;
    return;
  }
  if ("every" in times) {
    const { every, anchor } = times;
    for (let slot = anchor + (Math.floor((after - anchor) / every) + 1) * every; ; slot += every) yield slot;
  }
  yield* cronSlots(times, after);
}

/**
 * Iterates over the slots of a cron expression. The instants of wall-clock times are in the order of these times, except the
 * second ones of a repeated hour: they wait until an earlier one can no longer follow.
 */
function* cronSlots(times: CronTimes, after: number): Generator<number, void, void> {
  const cron = parseCron(times.cron);
  const zone = zoneOf(times.tz);
  const missingHour = times.missingHour ?? (cron.isInterval ? "skip" : "after");
  const repeatedHour = times.repeatedHour ?? (cron.isInterval ? "twice" : "once");
  // Near a change of the clocks, an earlier wall-clock time may come later.
  const from = zone.wallTimeAt(after) - (zone.changesNear(after) ? 3 * 3_600_000 : 0);
  let last = after;
  let repeated: number[] = [];
  for (const wall of wallTimes(cron, from)) {
    const { instants, afterGap } = zone.instantsOf(wall);
    const [first = missingHour === "after" ? afterGap : undefined, second] = instants;
    const next = first ?? Number.NEGATIVE_INFINITY;
    for (const slot of [...repeated.filter((instant) => instant < next), next]) {
      if (slot <= last) continue;
      yield slot;
      last = slot;
    }
    repeated = repeated.filter((instant) => instant > next);
    if (second !== undefined && repeatedHour === "twice") repeated.push(second);
  }
}

function zoneOf(name: string): Zone {
  const zone = zones.get(name) ?? new Zone(name);
  if (zones.size >= MAX_ZONES) zones.clear();
  zones.set(name, zone);
  return zone;
}
