// Upstash's server-sent events, each with one line of data.
import type { Adapter, EventStreams, Subscriber } from "./adapter.ts";
import { Stranger } from "./errors.ts";
import { subscribed } from "./subscribed.ts";

/** Returns the function that subscribes over an adapter; undefined where it cannot. */
export function subscriptionOver(adapter: Adapter): Adapter["subscribe"] {
  if (adapter.subscribe) return adapter.subscribe.bind(adapter);
  const streams = adapter.eventStreams?.();
  return streams && ((channel, subscriber) => subscribeOverHttp(streams, channel, subscriber));
}

/** Subscribes to a channel of a database over its REST API. */
function subscribeOverHttp(
  { url, headers }: EventStreams,
  channel: string,
  subscriber: Subscriber,
): Promise<() => void> {
  const stop = new AbortController();
  const address = `${url}/subscribe/${encodeURIComponent(channel)}`;
  const accepted = { ...headers, Accept: "text/event-stream" };
  const request = { method: "POST", headers: accepted, signal: stop.signal, redirect: "manual" } as const;
  return subscribed(subscriber, {
    async open(onLost) {
      const events = await openStream(address, request, channel);
      // A stream that a proxy closes ends without an error.
      void readAll(events, subscriber).then(onLost, onLost);
    },
    close: () => stop.abort(),
  });
}

/** Resolves with the events of a stream after the first one, which must confirm the subscription. */
async function openStream(
  url: string,
  request: RequestInit,
  channel: string,
): Promise<AsyncGenerator<string, undefined>> {
  const response = await fetch(url, request);
  const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
  if (!reader) throw new Stranger();
  const events = eventsOf(reader);
  const first = await events.next();
  if (first.done) throw new Error("the stream of events ended before it began");
  if (!first.value.startsWith(`subscribe,${channel},`)) throw new Stranger();
  return events;
}

async function readAll(events: AsyncGenerator<string, undefined>, subscriber: Subscriber): Promise<void> {
  for await (const event of events) {
    // "message", the channel and the message, which has no comma.
    if (event.startsWith("message,")) subscriber.onMessage(event.slice(event.lastIndexOf(",") + 1));
  }
}

async function* eventsOf(reader: ReadableStreamDefaultReader<string>): AsyncGenerator<string, undefined> {
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) yield line.slice(6).trimEnd();
  }
}
