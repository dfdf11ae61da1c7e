// Turns the recording of events on and off, and iterates over the recorded events.

import { invalidArgument, validateInteger, validateOptions, validateSignal } from "../../base/arguments.ts";
import { isTransient, withDeadline } from "../../base/deadline.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import { recordEvents as recordEventsScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import {
  type EventPage,
  formatEventId,
  type Position,
  parseEventId,
  type QueueEvent,
  readEventPage,
} from "./event-page.ts";

/** Options of the recording of events. */
export interface RecordEventsOptions {
  /**
   * The number of requests whose events are kept, 1 to 10,000; 1,000 unless set. A request for several hundred jobs may count
   * as several.
   */
  keep?: number;
}

/** Options of a reader of events. */
export interface EventsOptions {
  /** The id of the event to continue after, or a time. Unless set, only new events are read. */
  since?: string | Date | number;
  /** Ends the iteration. */
  signal?: AbortSignal;
  /** The interval of polling Redis for new events; a second unless set. */
  poll?: Duration;
}

const DEFAULT_KEEP = 1_000;
const MAX_KEEP = 10_000;
const MAX_PAUSE = 30_000;

/** Turns the recording of events on, or off with `false`, which removes the recorded events. */
export async function recordEvents(
  context: QueueContext<unknown>,
  options: RecordEventsOptions | false = {},
): Promise<void> {
  const { keep = DEFAULT_KEEP } =
    options === false ? { keep: 0 } : validateOptions(options, "keep", { label: "recordEvents" });
  if (options !== false) validateInteger(keep, "keep", { min: 1, max: MAX_KEEP });
  await context.call(recordEventsScript, { keep });
}

/** Iterates over the events of a queue. Waits while Redis is unreachable; only `signal` ends such a wait. */
export function events(
  context: QueueContext<unknown>,
  options: EventsOptions = {},
): AsyncGenerator<QueueEvent, void, void> {
  return flattenPages(eventPages(context, options), options.signal);
}

/** Iterates over the events of a queue in pages of up to some thousands. */
export function eventPages(
  context: QueueContext<unknown>,
  options: EventsOptions,
): AsyncGenerator<QueueEvent[], void, void> {
  const { since, signal, poll = 1_000 } = validateOptions(options, "since signal poll", { label: "events" });
  if (signal !== undefined) validateSignal(signal);
  const interval = toMilliseconds(poll, "poll", { min: 10, max: 3_600_000 });
  return followPages(context, toPosition(since), { signal, poll: interval });
}

/** Resolves with the id of the last event, even if it is no longer recorded. */
export async function lastEventId(context: QueueContext<unknown>): Promise<string> {
  return formatEventId((await readEventPage(context, "end")).next);
}

/** Returns the position for the option `since`: after an event, after a time, or at the end. */
function toPosition(since: EventsOptions["since"]): Position {
  if (since === undefined) return "end";
  if (typeof since === "string") {
    const position = parseEventId(since);
    if (!position) throw invalidArgument("since must be the id of an event, a Date, or ms since the epoch");
    return position;
  }
  const time = since instanceof Date ? since.getTime() : since;
  return { time: validateInteger(time, "since", { min: 0 }) };
}

/** Iterates over the pages of events after a position, and polls for further ones. Retries while Redis is unreachable. */
async function* followPages(
  context: QueueContext<unknown>,
  start: Position,
  { signal, poll }: { signal: AbortSignal | undefined; poll: number },
): AsyncGenerator<QueueEvent[], void, void> {
  let position = start;
  let pause = poll;
  while (!signal?.aborted) {
    let page: EventPage | undefined;
    try {
      page = await untilAborted(readWithDeadline(context, position), signal);
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleepUntilAborted(pause, signal);
      pause = Math.min(pause * 2, Math.max(poll, MAX_PAUSE));
    }
    if (!page) continue;
    pause = poll;
    position = page.next;
    if (page.events.length > 0) yield page.events;
    if (!page.isFull) await sleepUntilAborted(poll, signal);
  }
}

/** Iterates over the events of pages, until a signal aborts. */
async function* flattenPages(
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

/** Reads a page within the reply timeout, since some clients never reject while Redis is unreachable. Labels errors. */
function readWithDeadline(context: QueueContext<unknown>, position: Position) {
  const deadline = monotonicNow() + context.replyTimeout;
  return context.labelErrors(() => withDeadline(readEventPage(context, position), () => deadline));
}

/** Resolves as a promise does, or with undefined when a signal aborts. */
function untilAborted<R>(promise: Promise<R>, signal: AbortSignal | undefined): Promise<R | undefined> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => resolve(undefined);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
    if (signal.aborted) abort();
  });
}

/** Sleeps for a time, or until a signal aborts. */
async function sleepUntilAborted(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await untilAborted(slept, signal);
  clearTimeout(timer);
}
