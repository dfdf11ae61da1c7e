// No key of a queue in Redis contains a payload.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { encrypted } from "../../src/encryption.ts";
import { type Codec, codecs } from "../../src/index.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { MARKS, newKey, SECRET } from "./keys-and-texts.ts";

const redis = createClient({ url: inject("redisUrl"), RESP: 2 });
beforeAll(async () => void (await redis.connect()));
afterAll(() => redis.destroy());

const READS: Record<string, (key: string) => Promise<unknown>> = {
  string: (key) => redis.get(key),
  hash: (key) => redis.hGetAll(key),
  zset: (key) => redis.zRangeWithScores(key, 0, -1),
  list: (key) => redis.lRange(key, 0, -1),
  set: (key) => redis.sMembers(key),
  stream: (key) => redis.xRange(key, "-", "+"),
};

/** Returns the content of all keys of a queue as one text. A key of an unexpected type fails. */
async function contentOf(name: string): Promise<string> {
  const found: unknown[] = [];
  for (const key of await redis.keys(`${testPrefix()}:{${name}}:*`)) {
    const type = await redis.type(key);
    const read = READS[type];
    if (!read) throw new Error(`${key} is of the type ${type}`);
    found.push([key, await read(key)]);
  }
  return JSON.stringify(found);
}

/** Brings jobs with one payload into every state. Resolves with the numbers of jobs and the content of all keys. */
async function useQueue(codec: Codec<unknown>): Promise<{ states: object; content: string }> {
  const name = freshName();
  const queue = freshQueue<unknown>({ codec, retention: { done: "1d" } }, name);
  await queue.recordEvents({ keep: 1_000 });
  const data = SECRET;
  await queue.enqueue(data);
  await queue.enqueueMany([{ data, id: "a" }, { data, id: "b", uniqueFor: "1h" }, { data }, { data, ttl: "1h" }], {
    idempotencyKey: "order-7",
  });
  await queue.enqueueMany([
    { data, delay: "1h" },
    { data, priority: 1 },
  ]);
  const { jobs } = await queue.lease({ count: 5, worker: "w", idempotencyKey: "lease-7" });
  await jobs[0]?.complete({ sent: true });
  await jobs[1]?.fail("no such mailbox");
  await jobs[2]?.retry({ error: new Error("busy"), delay: "1h" });
  await queue.cancel(["b"]);
  await queue.enqueue(data);
  await queue.deepClean();
  const { ready, delayed, leased, failed, done } = await queue.counts();
  return { states: { ready, delayed, leased, failed, done }, content: await contentOf(name) };
}

test("no part of a payload is in Redis, in any state of its job", async () => {
  const key = newKey();
  const context = "emails-context";
  const { states, content } = await useQueue(encrypted({ keys: { nov: key }, current: "nov", context }));
  expect(states).toEqual({ ready: 2, delayed: 2, leased: 1, failed: 1, done: 1 });
  expect(content.match(/lhenc1:nov:/g)?.length).toBe(7);
  const plain = JSON.stringify(SECRET);
  const base64 = [0, 1, 2].map((at) => codecs.bytes.encode(new TextEncoder().encode(plain.slice(at))).slice(0, 16));
  for (const mark of [...MARKS, ...base64, key.slice(0, 16), context]) expect(content).not.toContain(mark);
  // Only the payload is encrypted.
  for (const text of ["no such mailbox", "sent", "order-7"]) expect(content).toContain(text);
});

test("payloads that are not encrypted are found by the same search", async () => {
  const { content } = await useQueue(codecs.json);
  for (const mark of MARKS) expect(content).toContain(mark);
});
