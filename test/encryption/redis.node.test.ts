// Redis contains no part of an encrypted payload, in any key of its queue.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { encrypted } from "../../src/encryption.ts";
import { type Codec, codecs } from "../../src/index.ts";
import { RedisStateReader } from "../attack/kit/redis-state.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { MARKS, newKey, SECRET } from "./keys-and-texts.ts";

let reader: RedisStateReader;
beforeAll(async () => {
  reader = await RedisStateReader.open(inject("redisUrl"));
});
afterAll(() => reader.close());

/** Brings jobs with a secret payload into every state. Resolves with their counts and the content of all keys. */
async function fillEveryState(codec: Codec<unknown>): Promise<{ states: object; content: string }> {
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
  const content = JSON.stringify(await reader.read(`${testPrefix()}:{${name}}:*`));
  return { states: { ready, delayed, leased, failed, done }, content };
}

test("no part of a payload is in Redis, in any state of its job", async () => {
  const key = newKey();
  const context = "emails-context";
  const { states, content } = await fillEveryState(encrypted({ keys: { nov: key }, current: "nov", context }));
  expect(states).toEqual({ ready: 2, delayed: 2, leased: 1, failed: 1, done: 1 });
  expect(content.match(/lhenc1:nov:/g)?.length).toBe(7);
  const plain = JSON.stringify(SECRET);
  const base64 = [0, 1, 2].map((at) => codecs.bytes.encode(new TextEncoder().encode(plain.slice(at))).slice(0, 16));
  for (const mark of [...MARKS, ...base64, key.slice(0, 16), context]) expect(content).not.toContain(mark);
  // Only the payload is encrypted.
  for (const text of ["no such mailbox", "sent", "order-7"]) expect(content).toContain(text);
});

test("payloads that are not encrypted are found by the same search", async () => {
  const { content } = await fillEveryState(codecs.json);
  for (const mark of MARKS) expect(content).toContain(mark);
});
