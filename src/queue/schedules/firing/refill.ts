// The slots that a client stores ahead for a schedule, so that Redis fires them without a calendar.
import { findPassed, listSlots } from "../calendar/calendar.ts";
import type { ScheduleTimes } from "../calendar/times.ts";

/** The times of a schedule as they are stored. The jobs of its slots are delayed by up to `jitter` ms. */
export type StoredTimes = ScheduleTimes & { jitter?: number };

// The number of slots to store ahead.
const AHEAD = 24;
// A slot is not missed before it is later than this, in ms.
const ON_TIME = 60_000;

/** The request for slots in a reply of `advance`. */
interface Need {
  id: string;
  /** The times, as JSON. */
  times: string;
  /** "version cursor catchUp most", as src/lua/schedules/advance.lua returns them. */
  need: string;
  now: number;
}

/** Returns a refill in the form of `advance`: the slots after the cursor that may be caught up, and the next ones. */
export function formatRefill({ id, times: json, need, now }: Need): string {
  const [version, cursor = 0, catchUp = 0, most = 0] = need.split(" ").map(Number);
  const times = JSON.parse(json) as StoredTimes;
  const passed =
    cursor < now
      ? findPassed(times, { after: cursor, now, since: now - Math.max(ON_TIME, catchUp) - 1, most })
      : { slots: [], missed: 0 };
  const next = listSlots(times, { after: Math.max(cursor, now), count: AHEAD });
  const slots = [...passed.slots, ...next.slots];
  const last = slots.at(-1) ?? Math.max(cursor, now);
  const texts = slots.map((slot) => formatSlot(slot, jitterOf(`${id}:${slot}`, times.jitter ?? 0)));
  return `${version} ${cursor} ${last} ${next.isLast ? 1 : 0} ${passed.missed}\n${texts.join(" ")}\n${id}`;
}

function formatSlot(slot: number, delay: number): string {
  return delay === 0 ? String(slot) : `${slot}+${delay}`;
}

/** Returns a delay from 0 to `max` that follows from a text, so that each client computes the same one: FNV-1a. */
function jitterOf(text: string, max: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  // The low digits of a hash of texts that differ in their ends are not spread well.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) % (max + 1);
}
