// Pub/sub and MONITOR as server-sent events, by the client and as text.
import { Redis } from "@upstash/redis/cloudflare";
import { expect, inject, test } from "vitest";
import { freshKey } from "../setup/fresh-key.ts";
import { until } from "../setup/wait.ts";

const redis = () => new Redis({ url: inject("restUrl"), token: inject("token") });

interface ReadOptions {
  isEnough: (lines: string[]) => boolean;
  onOpen: () => Promise<unknown>;
}

/** Opens an event stream, calls `onOpen` at its first chunk, and resolves with its lines once there are enough. */
async function readLines(path: string, { isEnough, onOpen }: ReadOptions): Promise<string[]> {
  const abort = new AbortController();
  const headers = { authorization: `Bearer ${inject("token")}`, accept: "text/event-stream" };
  const response = await fetch(`${inject("restUrl")}${path}`, { headers, signal: abort.signal });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let isOpen = false;
  const lines = () => text.split("\n").slice(0, -1).filter(Boolean);
  while (!isEnough(lines())) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (!isOpen) await onOpen();
    isOpen = true;
  }
  abort.abort();
  await reader.cancel().catch(() => {});
  return lines();
}

test("a subscription is confirmed, then delivers messages, commas included", async () => {
  const channel = freshKey("channel");
  const lines = await readLines(`/subscribe/${channel}`, {
    isEnough: (lines) => lines.length >= 3,
    onOpen: async () => {
      await redis().publish(channel, "hello");
      await redis().publish(channel, "a,b");
    },
  });
  expect(lines).toEqual([
    `data: subscribe,${channel},1`,
    `data: message,${channel},hello`,
    `data: message,${channel},a,b`,
  ]);
});

test("a channel that is named twice is subscribed to once", async () => {
  const channel = freshKey("channel");
  const lines = await readLines(`/subscribe/${channel}/${channel}/${channel}2`, {
    isEnough: (lines) => lines.length >= 4,
    onOpen: async () => {
      await redis().publish(channel, "once");
      await redis().publish(`${channel}2`, "end");
    },
  });
  expect(lines).toEqual([
    `data: subscribe,${channel},1`,
    `data: subscribe,${channel}2,2`,
    `data: message,${channel},once`,
    `data: message,${channel}2,end`,
  ]);
});

test("the client's subscriber receives the messages that the client publishes", async () => {
  const channel = freshKey("channel");
  const messages: unknown[] = [];
  const subscriber = redis().subscribe(channel);
  subscriber.on("message", ({ message }) => messages.push(message));
  await new Promise<void>((resolve) => subscriber.on("subscribe", () => resolve()));
  expect(await redis().publish(channel, { job: 1 })).toBe(1);
  expect(await until(() => messages.length > 0 && messages)).toEqual([{ job: 1 }]);
  await subscriber.unsubscribe();
  // The gateway ends its own subscription when the client disconnects.
  await until(async () => (await redis().publish(channel, "after the end")) === 0);
});

test("a pattern subscription receives the messages of matching channels", async () => {
  const channel = freshKey("channel");
  const messages: unknown[] = [];
  const subscriber = redis().psubscribe(`${channel}:*`);
  subscriber.on("pmessage", (message) => messages.push(message));
  await new Promise<void>((resolve) => subscriber.on("psubscribe", () => resolve()));
  await redis().publish(`${channel}:one`, { job: 2 });
  expect(await until(() => messages.length > 0 && messages)).toEqual([
    { pattern: `${channel}:*`, channel: `${channel}:one`, message: { job: 2 } },
  ]);
  await subscriber.unsubscribe();
});

test("a monitor streams OK, then each command", async () => {
  const key = freshKey("monitored");
  const isEnough = (lines: string[]) => lines.some((line) => line.includes(key));
  const lines = await readLines("/monitor", { isEnough, onOpen: () => redis().set(key, "v") });
  expect(lines[0]).toBe('data: "OK"');
  expect(lines.find((line) => line.includes(key))).toMatch(/^data: \d+\.\d+ \[\d+ .*\] "set" "/);
});
