// Pages of recorded events. Redis stores events in numbered texts, each with the events of one unit of work;
// src/lua/lib/steps/event-log.lua describes the format.

import { LeaseholdError } from "../../base/errors.ts";
import { badReplyError, readHeader } from "../../engine/call.ts";
import type { JobState } from "../../engine/keys.ts";
import { events as eventsScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

/** A job that has entered a state or is gone; or "missed" if events are no longer recorded. */
export type QueueEvent =
  | {
      /** The position of the event, for `since`. */
      id: string;
      /** The queue's time in ms. */
      at: number;
      /** The id of the job. */
      job: string;
      state: JobState | "cancelled" | "expired" | "purged";
    }
  | { id: string; at: number; state: "missed" };

/** A position in the recorded events: after an event, after a time, or at the end. */
export type Position = EventPosition | { time: number } | "end";

/** The position after an event. */
interface EventPosition {
  /** The number of the event's text. */
  number: number;
  /** The number of events that follow it in the same text. */
  left: number;
}

/** A page of events. */
export interface EventPage {
  events: QueueEvent[];
  /** The position after these events. */
  next: EventPosition;
  /** True if more events may be recorded already. */
  isFull: boolean;
}

// The number of texts that one request reads, of up to 8 kB each.
const PAGE = 100;

const EVENT_STATES = {
  R: "ready",
  D: "delayed",
  B: "blocked",
  L: "leased",
  F: "failed",
  C: "done",
  X: "cancelled",
  E: "expired",
  P: "purged",
} as const;

/**
 * Formats the id of an event: the number of its text, and the number of events that follow it there. A reader can continue
 * after an id even when the text is gone.
 */
export function formatEventId({ number, left }: EventPosition): string {
  return `${number}.${left}`;
}

/** Parses the id of an event; undefined for any other text. */
export function parseEventId(id: string): EventPosition | undefined {
  const [, number, left] = /^(\d{1,15})\.(\d{1,5})$/.exec(id) ?? [];
  return left === undefined ? undefined : { number: Number(number), left: Number(left) };
}

/** Reads the page of events after a position. */
export async function readEventPage(context: QueueContext<unknown>, position: Position): Promise<EventPage> {
  const reply = await context.call(eventsScript, { since: formatSince(position), limit: PAGE });
  const header = readHeader(reply, /^(-|\d+ \d+ \d+)$/);
  if (header === "-") {
    throw new LeaseholdError("not_configured", "its events are not recorded; recordEvents() starts the recording");
  }
  const [now = 0, from = 0, last = 0] = header.split(" ").map(Number);
  const events: QueueEvent[] = [];
  // The number of the next text, unless texts are missing.
  let expected = from;
  const addMissed = (number: number) => {
    events.push({ id: formatEventId({ number, left: 0 }), at: now, state: "missed" });
    expected = number + 1;
  };
  for (const text of reply.records) {
    const [, digits, at, ...lines] = /^(\d+)\n(\d+)\n/.exec(text) ? ["", ...text.split("\n")] : [];
    if (digits === undefined) throw badReplyError(reply);
    const number = Number(digits);
    if (number > expected) addMissed(number - 1);
    for (const [i, line] of lines.entries()) {
      const left = lines.length - 1 - i;
      const state = EVENT_STATES[line[0] as keyof typeof EVENT_STATES];
      if (!state) throw badReplyError(reply);
      const isBefore =
        typeof position === "object" && "left" in position && position.number === number && position.left <= left;
      if (!isBefore) events.push({ id: formatEventId({ number, left }), at: Number(at), job: line.slice(1), state });
    }
    expected = number + 1;
  }
  // The last texts are gone, or the numbers are those of an older backup.
  if (position !== "end" && ((reply.records.length === 0 && last >= expected) || expected > last + 1)) addMissed(last);
  return { events, next: { number: expected - 1, left: 0 }, isFull: reply.records.length >= PAGE };
}

/** Formats a position for the script: the number of the first text to read, "@" and a time, or "" for the end. */
function formatSince(position: Position): string {
  if (position === "end") return "";
  if ("time" in position) return `@${position.time}`;
  return String(position.left > 0 ? position.number : position.number + 1);
}
