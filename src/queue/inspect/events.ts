// The events of a queue: turns their recording on and off, and reads them as an async iterable.

import { invalidArgument, validateInteger, validateOptions, validateSignal } from "../../base/arguments.ts";
import { isTransient, withDeadline } from "../../base/deadline.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import { badReplyError, readHeader } from "../../engine/call.ts";
import type { JobState } from "../../engine/keys.ts";
import { events as eventsScript, recordEvents as recordEventsScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

/** Options of the recording of events. */
export interface RecordEventsOptions {
  /**
   * The number of requests whose events are kept, 1 to 10,000; 1,000 unless set. One for several hundred jobs may count
   * as several.
   */
  keep?: number;
}

/** A job that has entered a state or is gone; or "missed", where events are no longer recorded. */
export type QueueEvent =
  | {
      /** The place of the event, for `since`. */
      id: string;
      /** The queue's time in ms. */
      at: number;
      /** The id of the job. */
      job: string;
      state: JobState | "cancelled" | "expired" | "purged";
    }
  | { id: string; at: number; state: "missed" };

/** Options of a reader of events. */
export interface EventsOptions {
  /** The id of the event to continue after, or a time; the events that are yet to come unless set. */
  since?: string | Date | number;
  /** Ends the iteration. */
  signal?: AbortSignal;
  /** The interval at which Redis is asked for new events; a second unless set. */
  poll?: Duration;
}

const MOST_KEPT = 10_000;
const USUALLY_KEPT = 1_000;
// The number of texts that one request reads, of up to 8 kB each.
const PAGE = 100;
const LONGEST_PAUSE = 30_000;

const STATES = {
  R: "ready",
  D: "delayed",
  L: "leased",
  F: "failed",
  C: "done",
  X: "cancelled",
  E: "expired",
  P: "purged",
} as const;

/** Turns the recording of events on, or off with `false`, which removes those that are recorded. */
export async function recordEvents(
  context: QueueContext<unknown>,
  options: RecordEventsOptions | false = {},
): Promise<void> {
  const keep =
    options === false
      ? 0
      : validateInteger(validateOptions(options, "keep", { label: "recordEvents" }).keep ?? USUALLY_KEPT, "keep", {
          min: 1,
          max: MOST_KEPT,
        });
  await context.call(recordEventsScript, { keep });
}

/** Iterates over the events of a queue. While Redis is unreachable it waits; only `signal` ends such a wait. */
export function events(
  context: QueueContext<unknown>,
  options: EventsOptions = {},
): AsyncGenerator<QueueEvent, void, void> {
  return eachOf(eventPages(context, options), options.signal);
}

/** Iterates over the events of a queue as they are read: some thousands at a time where many have happened. */
export function eventPages(
  context: QueueContext<unknown>,
  options: EventsOptions,
): AsyncGenerator<QueueEvent[], void, void> {
  const { since, signal, poll = 1_000 } = validateOptions(options, "since signal poll", { label: "events" });
  if (signal !== undefined) validateSignal(signal);
  return follow(context, placeOf(since), { signal, poll: toMilliseconds(poll, "poll", { min: 10, max: 3_600_000 }) });
}

/** Returns the id of the last event, whether or not it is still recorded. */
export async function lastEventId(context: QueueContext<unknown>): Promise<string> {
  return idOf((await readPage(context, placeOf(undefined))).next);
}

/** A place between events: after the one of a text that `left` others of it follow, or at a time, or at the end. */
type Place = { number: number; left: number } | { time: number } | "end";

// An id is the number of its text and the number of events that follow it there, so that it tells where to continue also
// once the text is gone.
const ID = /^(\d{1,15})\.(\d{1,5})$/;

const idOf = ({ number, left }: { number: number; left: number }): string => `${number}.${left}`;

/** Validates where to begin. */
function placeOf(since: EventsOptions["since"]): Place {
  if (since === undefined) return "end";
  if (typeof since === "string") {
    const [, number, left] = ID.exec(since) ?? [];
    if (left === undefined) throw invalidArgument("since must be the id of an event, a Date, or ms since the epoch");
    return { number: Number(number), left: Number(left) };
  }
  const time = since instanceof Date ? since.getTime() : since;
  return { time: validateInteger(time, "since", { min: 0 }) };
}

async function* follow(
  context: QueueContext<unknown>,
  start: Place,
  { signal, poll }: { signal: AbortSignal | undefined; poll: number },
): AsyncGenerator<QueueEvent[], void, void> {
  let place = start;
  let pause = poll;
  while (!signal?.aborted) {
    let page: Page | undefined;
    try {
      page = await untilAborted(nextPage(context, place), signal);
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleep(pause, signal);
      pause = Math.min(pause * 2, Math.max(poll, LONGEST_PAUSE));
    }
    if (!page) continue;
    pause = poll;
    place = page.next;
    if (page.events.length > 0) yield page.events;
    if (!page.isFull) await sleep(poll, signal);
  }
}

async function* eachOf(
  pages: AsyncGenerator<QueueEvent[], void, void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<QueueEvent, void, void> {
  for await (const page of pages) {
    for (const event of page) {
      if (signal?.aborted) return;
      yield event;
    }
  }
}

/** Reads a page, and labels its errors. Some clients never answer while Redis is away. */
function nextPage(context: QueueContext<unknown>, place: Place): Promise<Page> {
  const until = monotonicNow() + context.replyTimeout;
  return context.labelErrors(() => withDeadline(readPage(context, place), () => until));
}

interface Page {
  events: QueueEvent[];
  /** The place after these events. */
  next: { number: number; left: 0 };
  /** True where more events may be there already. */
  isFull: boolean;
}

async function readPage(context: QueueContext<unknown>, place: Place): Promise<Page> {
  const reply = await context.call(eventsScript, { since: sinceOf(place), limit: PAGE });
  const header = readHeader(reply, /^(-|\d+ \d+ \d+)$/);
  if (header === "-") {
    throw new LeaseholdError("not_configured", "its events are not recorded; recordEvents({ keep: 1_000 }) begins to");
  }
  const [now = 0, from = 0, last = 0] = header.split(" ").map(Number);
  const found: QueueEvent[] = [];
  // The number of the next text, unless some are gone.
  let expected = from;
  const miss = (number: number) => {
    found.push({ id: idOf({ number, left: 0 }), at: now, state: "missed" });
    expected = number + 1;
  };
  for (const text of reply.records) {
    const [, digits, at, ...lines] = /^(\d+)\n(\d+)\n/.exec(text) ? ["", ...text.split("\n")] : [];
    if (digits === undefined) throw badReplyError(reply);
    const number = Number(digits);
    if (number > expected) miss(number - 1);
    for (const [i, line] of lines.entries()) {
      const left = lines.length - 1 - i;
      const state = STATES[line[0] as keyof typeof STATES];
      if (!state) throw badReplyError(reply);
      const isRead = typeof place === "object" && "left" in place && place.number === number && place.left <= left;
      if (!isRead) found.push({ id: idOf({ number, left }), at: Number(at), job: line.slice(1), state });
    }
    expected = number + 1;
  }
  // The last texts are gone, or the numbers are those of an older backup.
  if (place !== "end" && ((reply.records.length === 0 && last >= expected) || expected > last + 1)) miss(last);
  return { events: found, next: { number: expected - 1, left: 0 }, isFull: reply.records.length >= PAGE };
}

/** Formats a place for the script: the number of the first text that is wanted. */
function sinceOf(place: Place): string {
  if (place === "end") return "";
  if ("time" in place) return `@${place.time}`;
  return String(place.left > 0 ? place.number : place.number + 1);
}

/** Resolves as a promise does, or with undefined once a signal aborts. */
function untilAborted<R>(answer: Promise<R>, signal: AbortSignal | undefined): Promise<R | undefined> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const abort = () => resolve(undefined);
    signal.addEventListener("abort", abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
    if (signal.aborted) abort();
  });
}

/** Sleeps for a time, or until a signal aborts. */
async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await untilAborted(slept, signal);
  clearTimeout(timer);
}
