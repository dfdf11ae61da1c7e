// Pub/sub and MONITOR as server-sent events. A stream is closed when either side goes away.
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Role } from "./tokens.ts";
import type { Listening, Upstream } from "./upstream.ts";

type Emit = (data: string) => void;

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
    emit = (data) => void stream.writeSSE({ data });
    for (const data of [...opening, ...waiting]) await stream.writeSSE({ data });
    await listening.ended;
  });
}
