// Idempotency keys with a codec that encodes a payload differently each time: its fingerprints identify the payload.
import { expect, test, vi } from "vitest";
import type { Codec } from "../../src/index.ts";
import { freshQueue } from "../setup/queue.ts";

/** A codec of numbers that adds a random prefix. */
const salted: Codec<number> = {
  encode: (data) => `${crypto.randomUUID()} ${data}`,
  decode: (text) => Number(text.slice(36)),
  fingerprint: (text) => text.slice(36),
};

test.each<[kind: string, codec: Codec<number>]>([
  ["synchronous", salted],
  ["asynchronous", { ...salted, fingerprint: async (text) => salted.decode(text).toString() }],
])("a repeated request is recognized by the %s fingerprints of its payloads", async (_, codec) => {
  const queue = freshQueue<number>({ codec });
  const request = { idempotencyKey: "order-7" };
  const first = await queue.enqueueMany([{ data: 1 }, { data: 2, id: "b" }], request);
  expect(await queue.enqueueMany([{ data: 1 }, { data: 2, id: "b" }], request)).toEqual(first);
  for (const jobs of [[{ data: 1 }, { data: 3, id: "b" }], [{ data: 1 }], [{ data: 2, id: "b" }, { data: 1 }]])
    await expect(queue.enqueueMany(jobs, request)).rejects.toMatchObject({ code: "idempotency_key_reused" });
  expect((await queue.lease({ count: 9 })).jobs.map(({ data }) => data)).toEqual([1, 2]);
  expect(await queue.counts()).toMatchObject({ totals: { enqueued: 2, replayed: 1 } });
});

test("a rejected fingerprint rejects the call before it sends a request", async () => {
  const run = vi.fn();
  const fingerprint = () => Promise.reject(new Error("no fingerprint"));
  const queue = freshQueue<number>({ redis: { run }, codec: { ...salted, fingerprint } });
  await expect(queue.enqueue(1, { idempotencyKey: "a" })).rejects.toThrow("no fingerprint");
  expect(run).not.toHaveBeenCalled();
});
