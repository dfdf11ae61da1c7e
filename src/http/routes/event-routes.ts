// The events of a queue as server-sent events, and their recording.
import { Hono } from "hono/tiny";
import { LeaseholdError } from "../../base/errors.ts";
import { sleep } from "../../base/monotonic.ts";
import { eventPages, lastEventId, type QueueEvent, recordEvents } from "../../queue/inspect/events.ts";
import type { QueueContext } from "../../queue/jobs/queue-context.ts";
import { admittedQueue } from "../guards/admitted-queue.ts";
import { allow } from "../guards/allow.ts";
import { beginWait, type Wait } from "../guards/waits.ts";
import { eventsQuery, lastEvent, recordEventsRequest } from "../requests/request-schemas.ts";
import { body, header, query } from "../requests/validate.ts";
import { problem } from "../responses/problem.ts";
import { type AppEnv, queueOf, run } from "../service/service.ts";

// The time in ms after which a stream ends. Redis is asked once a second, and a Worker may send 50 requests for one of its own.
const LONGEST_STREAM = 40_000;
const HEARTBEAT = 15_000;
// The time in ms after which a client connects again.
const RETRY = 1_000;
// The number of events in one chunk, and the pause in ms between two of them, so that a long past does not hold up others.
const CHUNK = 500;
const PAUSE = 10;

/** The routes of events. */
export function eventRoutes() {
  return new Hono<AppEnv>()
    .get("/queues/:queue/events", allow("read"), header(lastEvent), query(eventsQuery), async (c) => {
      const since = c.req.valid("header")["last-event-id"] || c.req.valid("query").since;
      let last: string;
      try {
        last = await run(c, lastEventId);
      } catch (error) {
        if (!(error instanceof LeaseholdError) || error.code !== "not_configured") throw error;
        return problem(c, { status: 409, code: error.code, detail: error.message });
      }
      const start = since === undefined ? last : /^\d+$/.test(since) ? Number(since) : since;
      const headers = {
        "Content-Type": "text/event-stream",
        // Some proxies hold a reply back until it is complete.
        "X-Accel-Buffering": "no",
      };
      // The stream of a HEAD request would never be read to its end.
      if (c.req.method === "HEAD") return c.body(null, 200, headers);
      return c.body(streamOf(queueOf(c), { since: start, ...beginWait(c, LONGEST_STREAM) }), 200, headers);
    })
    .post("/queues/:queue/record-events", allow("operate"), body(recordEventsRequest), async (c) => {
      const { keep } = c.req.valid("json");
      const queue = await admittedQueue(c);
      await queue.labelErrors(() => recordEvents(queue, keep === 0 ? false : { keep }));
      return c.body(null, 204);
    });
}

/** Returns a stream of events, which asks Redis while it is read, and ends after a time or when the client is gone. */
function streamOf(
  queue: QueueContext<unknown>,
  { since, signal, end: endWait }: Wait & { since: string | number },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const over = new AbortController();
  const pages = eventPages(queue, { since, signal: over.signal });
  let page: QueueEvent[] = [];
  let sent = 0;
  // After an error the client connects again, and gets it as the answer.
  const nextEvents = async () => {
    sent += CHUNK;
    if (sent < page.length) await sleep(PAUSE);
    else [page, sent] = [(await pages.next().catch(() => undefined))?.value ?? [], 0];
    return page.slice(sent, sent + CHUNK);
  };
  let timers: ReturnType<typeof setTimeout>[] | undefined;
  const end = () => {
    signal.removeEventListener("abort", end);
    for (const timer of timers ?? []) clearTimeout(timer);
    over.abort();
    endWait();
  };
  const begin = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const beat = () => {
      // A client that reads slowly has enough to read.
      if ((controller.desiredSize ?? 0) >= 0) controller.enqueue(encoder.encode(":\n\n"));
    };
    timers = [setTimeout(end, LONGEST_STREAM), setInterval(beat, HEARTBEAT)];
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      // A client without an event yet also continues from here when it connects again.
      const place = typeof since === "string" ? `id: ${since}\n` : "";
      controller.enqueue(encoder.encode(`retry: ${RETRY}\n${place}\n`));
    },
    async pull(controller) {
      if (!timers) begin(controller);
      const some = await nextEvents();
      if (some.length > 0 && !over.signal.aborted)
        return controller.enqueue(encoder.encode(some.map(formatted).join("")));
      const isCancelled = over.signal.aborted && controller.desiredSize === null;
      end();
      if (!isCancelled) controller.close();
    },
    cancel: end,
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

function formatted(event: QueueEvent): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
}
