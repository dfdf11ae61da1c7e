// The events of a queue as server-sent events, and the recording of events.
import { Hono } from "hono/tiny";
import { LeaseholdError } from "../../base/errors.ts";
import { sleep } from "../../base/monotonic.ts";
import type { QueueEvent } from "../../queue/inspect/event-page.ts";
import { eventPages, lastEventId, recordEvents } from "../../queue/inspect/events.ts";
import type { QueueContext } from "../../queue/jobs/queue-context.ts";
import { admittedQueue } from "../guards/admitted-queue.ts";
import { allow } from "../guards/allow.ts";
import { startWait, type Wait } from "../guards/waiting-requests.ts";
import { eventsQuery, lastEvent, recordEventsRequest } from "../requests/request-schemas.ts";
import { validateBody, validateHeaders, validateQuery } from "../requests/validate-request.ts";
import { problem } from "../responses/problem.ts";
import type { AppEnv } from "../service/app-env.ts";
import { queueOf, runOnQueue } from "../service/requested-queue.ts";

// In ms. A stream asks Redis once a second, and a Worker may send 50 requests for one that it receives.
const MAX_STREAM_DURATION = 40_000;
const HEARTBEAT_INTERVAL = 15_000;
// The time in ms after which a client reconnects.
const RECONNECT_DELAY = 1_000;
// The most events in one chunk, and the pause in ms between two chunks, so that a long replay does not block other requests.
const CHUNK_EVENTS = 500;
const CHUNK_PAUSE = 10;

/** Returns the routes of events. */
export function eventRoutes() {
  return new Hono<AppEnv>()
    .get("/queues/:queue/events", allow("read"), validateHeaders(lastEvent), validateQuery(eventsQuery), async (c) => {
      const since = c.req.valid("header")["last-event-id"] || c.req.valid("query").since;
      let last: string;
      try {
        last = await runOnQueue(c, lastEventId);
      } catch (error) {
        if (!(error instanceof LeaseholdError) || error.code !== "not_configured") throw error;
        return problem(c, { status: 409, code: error.code, detail: error.message });
      }
      const start = since === undefined ? last : /^\d+$/.test(since) ? Number(since) : since;
      const headers = {
        "Content-Type": "text/event-stream",
        // Some proxies hold a response back until it is complete.
        "X-Accel-Buffering": "no",
      };
      // No client reads the stream of a HEAD request.
      if (c.req.method === "HEAD") return c.body(null, 200, headers);
      const stream = eventStream(queueOf(c), { since: start, ...startWait(c, MAX_STREAM_DURATION) });
      return c.body(stream, 200, headers);
    })
    .post("/queues/:queue/record-events", allow("operate"), validateBody(recordEventsRequest), async (c) => {
      const { keep } = c.req.valid("json");
      const queue = await admittedQueue(c);
      await queue.labelErrors(() => recordEvents(queue, keep === 0 ? false : { keep }));
      return c.body(null, 204);
    });
}

/**
 * Returns a stream of events. It asks Redis while the client reads, and ends after MAX_STREAM_DURATION or when the client
 * disconnects.
 */
function eventStream(
  queue: QueueContext<unknown>,
  { since, signal, end: endWait }: Wait & { since: string | number },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const ended = new AbortController();
  const pages = eventPages(queue, { since, signal: ended.signal });
  let page: QueueEvent[] = [];
  let sent = 0;
  // An error ends the stream. The client then reconnects, and gets the error as the response.
  const nextEvents = async () => {
    sent += CHUNK_EVENTS;
    if (sent < page.length) await sleep(CHUNK_PAUSE);
    else [page, sent] = [(await pages.next().catch(() => undefined))?.value ?? [], 0];
    return page.slice(sent, sent + CHUNK_EVENTS);
  };
  let timers: ReturnType<typeof setTimeout>[] | undefined;
  const end = () => {
    signal.removeEventListener("abort", end);
    for (const timer of timers ?? []) clearTimeout(timer);
    ended.abort();
    endWait();
  };
  const startTimers = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const beat = () => {
      // A slow client still has data to read.
      if ((controller.desiredSize ?? 0) >= 0) controller.enqueue(encoder.encode(":\n\n"));
    };
    timers = [setTimeout(end, MAX_STREAM_DURATION), setInterval(beat, HEARTBEAT_INTERVAL)];
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      // With this id, a client that has received no event yet also continues here when it reconnects.
      const position = typeof since === "string" ? `id: ${since}\n` : "";
      controller.enqueue(encoder.encode(`retry: ${RECONNECT_DELAY}\n${position}\n`));
    },
    async pull(controller) {
      if (!timers) startTimers(controller);
      const events = await nextEvents();
      if (events.length > 0 && !ended.signal.aborted)
        return controller.enqueue(encoder.encode(events.map(formatEvent).join("")));
      const isCancelled = ended.signal.aborted && controller.desiredSize === null;
      end();
      if (!isCancelled) controller.close();
    },
    cancel: end,
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** Returns an event in the format of server-sent events. */
function formatEvent(event: QueueEvent): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
}
