// Every key of a queue in Redis, searched for payloads.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { encrypted } from "../../src/encryption.ts";
import { type Codec, codecs } from "../../src/index.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { MARKS, newKey, SECRET } from "./kit.ts";

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

/** Returns all that Redis holds of a queue as one text. A key of another type fails. */
async function everythingOf(name: string): Promise<string> {
  const found: unknown[] = [];
  for (const key of await redis.keys(`${testPrefix()}:{${name}}:*`)) {
    const type = await redis.type(key);
    const read = READS[type];
    if (!read) throw new Error(`${key} is of the type ${type}`);
    found.push([key, await read(key)]);
  }
  return JSON.stringify(found);
}

/** Brings jobs with one payload into every state, and returns what Redis holds then. */
async function lifeWith(codec: Codec<unknown>): Promise<{ states: object; held: string }> {
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
  return { states: { ready, delayed, leased, failed, done }, held: await everythingOf(name) };
}

test("no part of a payload is in Redis, whatever becomes of its job", async () => {
  const key = newKey();
  const context = "emails-context";
  const { states, held } = await lifeWith(encrypted({ keys: { nov: key }, current: "nov", context }));
  expect(states).toEqual({ ready: 2, delayed: 2, leased: 1, failed: 1, done: 1 });
  expect(held.match(/lhenc1:nov:/g)?.length).toBe(7);
  const plain = JSON.stringify(SECRET);
  const base64 = [0, 1, 2].map((at) => codecs.bytes.encode(new TextEncoder().encode(plain.slice(at))).slice(0, 16));
  for (const mark of [...MARKS, ...base64, key.slice(0, 16), context]) expect(held).not.toContain(mark);
  // Options beside a payload are not encrypted.
  for (const said of ["no such mailbox", "sent", "order-7"]) expect(held).toContain(said);
});

test("the same search finds payloads that are not encrypted", async () => {
  const { held } = await lifeWith(codecs.json);
  for (const mark of MARKS) expect(held).toContain(mark);
});
