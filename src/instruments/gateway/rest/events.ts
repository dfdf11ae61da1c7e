// Pub/sub and MONITOR as server-sent events. A stream is closed when either side goes away.
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Role } from "../redis/tokens.ts";
import type { Listening, Upstream } from "../redis/upstream.ts";

type Emit = (data: string) => void;

// What may wait, in characters, for a reader that is slower than Redis; a burst is no reason to let go of one who reads.
const MOST_UNSENT = 8_000_000;

/** Answers with the messages of the channels or patterns, after one line that confirms each. */
export function subscribeStream(
  c: Context,
  upstream: Upstream,
  role: Role,
  kind: "subscribe" | "psubscribe",
  channels: string[],
) {
  return eventStream(c, async (emit) => {
    const listening = await upstream.subscribe(role, kind, channels, (channel, message, pattern) =>
      emit(pattern === undefined ? `message,${channel},${message}` : `pmessage,${pattern},${channel},${message}`),
    );
    return { listening, opening: channels.map((channel, i) => `${kind},${channel},${i + 1}`) };
  });
}

/** Answers with a line for each command that Redis runs. */
export function monitorStream(c: Context, upstream: Upstream, role: Role) {
  return eventStream(c, async (emit) => ({ listening: await upstream.monitor(role, emit), opening: ['"OK"'] }));
}

async function eventStream(c: Context, start: (emit: Emit) => Promise<{ listening: Listening; opening: string[] }>) {
  // Redis answers before the status line is sent, so that a refusal can still be a status.
  const waiting: string[] = [];
  let emit: Emit = (data) => waiting.push(data);
  const { listening, opening } = await start((data) => emit(data));
  return streamSSE(c, async (stream) => {
    stream.onAbort(() => listening.close());
    let unsent = 0;
    emit = async (data) => {
      // Judged before it is added, so that one large message may pass.
      if (unsent > MOST_UNSENT) return stream.abort();
      unsent += data.length;
      await stream.writeSSE({ data });
      unsent -= data.length;
    };
    for (const data of [...opening, ...waiting]) emit(data);
    await listening.ended;
  });
}
