// Subscriptions over Upstash's server-sent events, each with one line of data.
import type { Adapter, EventStreams, Subscriber } from "./adapter.ts";
import { confirmSubscription } from "./confirm-subscription.ts";
import { NotRedis } from "./redis-errors.ts";

/** Returns the function that subscribes over an adapter; undefined if the adapter supports no subscriptions. */
export function findSubscribe(adapter: Adapter): Adapter["subscribe"] {
  if (adapter.subscribe) return adapter.subscribe.bind(adapter);
  const streams = adapter.eventStreams?.();
  return streams && ((channel, subscriber) => subscribeOverHttp(streams, { channel, subscriber }));
}

/** Subscribes to a channel of a database over its REST API. */
function subscribeOverHttp(
  { url, headers }: EventStreams,
  { channel, subscriber }: { channel: string; subscriber: Subscriber },
): Promise<() => void> {
  const controller = new AbortController();
  const request = {
    method: "POST",
    headers: { ...headers, Accept: "text/event-stream" },
    signal: controller.signal,
    redirect: "manual",
  } as const;
  return confirmSubscription(subscriber, {
    async open(onLost) {
      const response = await fetch(`${url}/subscribe/${encodeURIComponent(channel)}`, request);
      const events = await confirmedEvents(response, channel);
      // A stream that a proxy closes ends without an error.
      void deliverMessages(events, subscriber).then(onLost, onLost);
    },
    close: () => controller.abort(),
  });
}

/** Resolves with the events of a stream after the first one, which must confirm the subscription. */
async function confirmedEvents(response: Response, channel: string): Promise<AsyncGenerator<string, undefined>> {
  const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
  if (!reader) throw new NotRedis();
  const events = readEvents(reader);
  const first = await events.next();
  if (first.done) throw new Error("the event stream ended before it began");
  if (!first.value.startsWith(`subscribe,${channel},`)) throw new NotRedis();
  return events;
}

/** Passes the messages of a stream to a subscriber. Resolves at the end of the stream. */
async function deliverMessages(events: AsyncGenerator<string, undefined>, subscriber: Subscriber): Promise<void> {
  for await (const event of events) {
    // "message", the channel and the message, which has no comma.
    if (event.startsWith("message,")) subscriber.onMessage(event.slice(event.lastIndexOf(",") + 1));
  }
}

/** Iterates over the data of the events of a stream. */
async function* readEvents(reader: ReadableStreamDefaultReader<string>): AsyncGenerator<string, undefined> {
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) yield line.slice(6).trimEnd();
  }
}
