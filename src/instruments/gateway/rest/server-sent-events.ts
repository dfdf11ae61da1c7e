// Pub/sub and MONITOR as server-sent events. A stream is closed when either side goes away.
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Role } from "../redis/token-roles.ts";
import type { EventFeed, Subscription, Upstream } from "../redis/upstream.ts";

type Emit = (data: string) => void;

// The characters that may wait for a reader that is slower than Redis. Large, so that a burst does not end the stream.
const MAX_UNSENT = 8_000_000;

interface FeedTarget {
  upstream: Upstream;
  role: Role;
}

/** Responds with the messages of channels or patterns, after a line for each that confirms it. */
export function subscribeStream(
  c: Context,
  { upstream, role, kind, channels }: FeedTarget & Omit<Subscription, "onMessage">,
) {
  return eventStream(c, async (emit) => {
    const feed = await upstream.subscribe(role, {
      kind,
      channels,
      onMessage: ({ channel, text, pattern }) =>
        emit(pattern === undefined ? `message,${channel},${text}` : `pmessage,${pattern},${channel},${text}`),
    });
    return { feed, opening: channels.map((channel, i) => `${kind},${channel},${i + 1}`) };
  });
}

/** Responds with a line for each command that Redis runs. */
export function monitorStream(c: Context, { upstream, role }: FeedTarget) {
  return eventStream(c, async (emit) => ({ feed: await upstream.monitor(role, emit), opening: ['"OK"'] }));
}

/**
 * Responds with a stream of events. `start` begins the feed and returns it with its first lines; messages that arrive
 * before the response does are sent after these.
 */
async function eventStream(c: Context, start: (emit: Emit) => Promise<{ feed: EventFeed; opening: string[] }>) {
  // Redis replies before the status line is sent, so a refusal can still be a status.
  const waiting: string[] = [];
  let emit: Emit = (data) => waiting.push(data);
  const { feed, opening } = await start((data) => emit(data));
  return streamSSE(c, async (stream) => {
    stream.onAbort(() => feed.close());
    let unsent = 0;
    emit = async (data) => {
      // Checked before the message is added, so that one large message may pass.
      if (unsent > MAX_UNSENT) return stream.abort();
      unsent += data.length;
      await stream.writeSSE({ data });
      unsent -= data.length;
    };
    for (const data of [...opening, ...waiting]) emit(data);
    await feed.ended;
  });
}
