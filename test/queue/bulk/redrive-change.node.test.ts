// Redriving jobs with a change of their payload, their priority or their attempts.
import { randomBytes } from "node:crypto";
import { createClient } from "@redis/client";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { encrypted } from "../../../src/encryption.ts";
import { type Adapter, codecs, type JobChange, type Queue, type QueueOptions } from "../../../src/index.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";

const client = createClient({ url: inject("redisUrl") });
beforeAll(() => client.connect());
afterAll(() => client.destroy());

type Options = Partial<QueueOptions<unknown>>;
const FAILED = { state: "failed" } as const;

/** Returns a queue with a failed job of each payload, with the ids job-0, job-1 and so on. */
async function withFailed(payloads: readonly unknown[], options: Options = {}, name = freshName()) {
  const queue = freshQueue<unknown>(options, name);
  await queue.enqueueMany(payloads.map((data, i) => ({ data, id: `job-${i}` })));
  const { jobs } = await queue.lease({ count: payloads.length, worker: "w" });
  await queue.turn({ settle: jobs.map((job) => ({ job, action: "fail" as const, error: "boom" })) });
  return queue;
}

/** A codec that stores JSON text as it is given, as a client in another language does. */
const rawJson = { isJson: true, encode: String, decode: (text: string) => text } as const;

const redriveAll = (queue: Queue<unknown>, change: JobChange, ids = ["job-0"]) => queue.redrive({ ids, change });

/** Changes all failed jobs of a queue by a bulk operation. */
async function changeInBulk(queue: Queue<unknown>, change: JobChange) {
  const { id } = await queue.startBulk({ operation: "redrive", filter: FAILED, change });
  return queue.continueBulk(id);
}

describe.each<[what: string, changeAll: (queue: Queue<unknown>, change: JobChange) => Promise<unknown>]>([
  ["by its id", redriveAll],
  ["in bulk", changeInBulk],
])("a failed job is changed %s:", (_, changeAll) => {
  test("its payload is patched, and everything else in it keeps its bytes", async () => {
    const text =
      '{"id": 12345678901234567890, "b":1.10,"2":0,"1":-0, "user":{"mail":"a@b","n":9007199254740993},"old":1}';
    const queue = await withFailed([text], { codec: rawJson as never });
    await changeAll(queue, { data: { user: { mail: "c@d" }, old: null, fresh: [1] } });
    const [job] = (await queue.lease()).jobs;
    expect(job?.data).toBe(
      '{"id": 12345678901234567890, "b":1.10,"2":0,"1":-0, "user":{"mail":"c@d","n":9007199254740993},"fresh":[1]}',
    );
    expect(job).toMatchObject({ id: "job-0", attempt: 1, priority: 5 });
  });

  test("its priority and its attempts are changed, and its payload, its age and its errors stay", async () => {
    const queue = await withFailed([{ n: 1 }]);
    const before = await queue.get("job-0");
    await queue.enqueue("other", { id: "other" });
    await changeAll(queue, { priority: 0, maxAttempts: 2 });
    const after = await queue.get("job-0");
    expect(after).toMatchObject({ state: "ready", data: { n: 1 }, priority: 0, maxAttempts: 2, attempt: 0 });
    expect(after).toMatchObject({ enqueuedAt: before?.enqueuedAt, errors: [{ message: "boom" }] });
    const [first] = (await queue.lease()).jobs;
    expect(first).toMatchObject({ id: "job-0", priority: 0 });
    await first?.retry({ delay: 0 });
    const [again] = (await queue.lease()).jobs;
    await again?.retry({ delay: 0 });
    expect(await queue.get("job-0")).toMatchObject({ state: "failed", attempt: 2 });
  });

  test("an encrypted payload is decrypted, patched and encrypted again", async () => {
    const codec = encrypted({ keys: { k: randomBytes(32) }, current: "k" });
    const queue = await withFailed([{ a: 1, b: { c: 2 } }], { codec });
    await changeAll(queue, { data: { b: { c: 3 } } });
    expect(await queue.get("job-0")).toMatchObject({ state: "ready", data: { a: 1, b: { c: 3 } } });
  });
});

test("jobs without a time of their own keep the time to live, the options and the attempts that the change does not name", async () => {
  const queue = freshQueue<unknown>();
  await queue.enqueue(1, { id: "a", ttl: "1h", maxAttempts: 3, timeout: "7s", priority: 2 });
  await (await queue.lease()).jobs[0]?.fail("no");
  const before = await queue.get("a");
  expect(await queue.redrive({ ids: ["a"], change: { data: 2 } })).toEqual({ redriven: 1, left: 0 });
  const { expiresAt, enqueuedAt } = before ?? {};
  expect(await queue.get("a")).toMatchObject({ data: 2, expiresAt, enqueuedAt, maxAttempts: 3, priority: 2 });
});

const schema = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value: unknown) =>
      (value as { n?: unknown }).n === undefined ? { issues: [{ message: "n", path: ["n"] }] } : { value },
  },
} as const;

describe.each<[what: string, options: Options, payloads: unknown[], change: JobChange, code: string, message: RegExp]>([
  [
    "exceeds the largest payload",
    { maxPayloadBytes: 30 },
    [{ n: 1 }],
    { data: { s: "x".repeat(30) } },
    "too_large",
    /at most 30 bytes/,
  ],
  [
    "does not match the schema",
    { schema },
    [{ n: 1 }],
    { data: { n: null } },
    "invalid_payload",
    /does not match its schema at n/,
  ],
  [
    "is no text as its codec needs",
    { codec: codecs.text as never },
    ["a"],
    { data: { n: 1 } },
    "invalid_payload",
    /not a string/,
  ],
])("a change after which the payload %s", (_, options, payloads, change, code, message) => {
  const expected = { code, message: expect.stringMatching(message) };

  test("is refused, and changes no job", async () => {
    const queue = await withFailed([...payloads, ...payloads], options);
    const before = await queue.list("failed");
    const result = queue.redrive({ ids: ["job-1", "job-0"], change });
    await expect(result).rejects.toMatchObject(expected);
    await expect(result).rejects.toMatchObject({ message: expect.stringMatching(/job "job-1"/) });
    expect(await queue.list("failed")).toEqual(before);
  });

  test("is skipped by a bulk operation, which states why", async () => {
    const queue = await withFailed(payloads, options);
    expect(await changeInBulk(queue, change)).toMatchObject({
      status: "finished",
      matched: 1,
      changed: 0,
      skipped: 1,
      problem: expect.stringMatching(message),
    });
    expect(await queue.counts()).toMatchObject({ failed: 1, ready: 0 });
  });
});

/** Returns another client of a queue, which awaits `act` once before it first runs a script. */
function clientThatWaits(name: string, script: string, act: () => Promise<unknown>): Queue<unknown> {
  let pending: (() => Promise<unknown>) | undefined = act;
  const direct = nodeRedis(client);
  const redis: Adapter = {
    async run(called, ...rest) {
      const waiting = called.name === script ? pending : undefined;
      if (waiting) pending = undefined;
      await waiting?.();
      return direct.run(called, ...rest);
    },
  };
  return freshQueue<unknown>({ redis }, name);
}

test.each<[what: string, act: (queue: Queue<unknown>) => Promise<unknown>]>([
  [
    "has failed again",
    async (queue) => {
      await queue.redrive({ ids: ["job-0"] });
      await (await queue.lease()).jobs[0]?.fail("again");
    },
  ],
  [
    "is another one of its id",
    async (queue) => {
      await queue.purge("failed");
      await queue.enqueue({ n: 1 }, { id: "job-0" });
      await (await queue.lease()).jobs[0]?.fail("other");
    },
  ],
  ["is ready", (queue) => queue.redrive({ ids: ["job-0"] })],
])("a job that %s since it was read is not changed", async (_, act) => {
  const name = freshName();
  const queue = await withFailed([{ n: 1 }], {}, name);
  const late = clientThatWaits(name, "redriveChanged", () => act(queue));
  expect(await late.redrive({ ids: ["job-0"], change: { data: { n: 2 } } })).toMatchObject({ redriven: 0 });
  expect(await queue.get("job-0")).toMatchObject({ data: { n: 1 } });
});

test("a job is patched once by two clients that continue one operation", async () => {
  const name = freshName();
  const queue = await withFailed(
    Array.from({ length: 300 }, (_, n) => ({ n })),
    {},
    name,
  );
  const { id } = await queue.startBulk({ operation: "redrive", filter: FAILED, change: { data: { more: true } } });
  const late = clientThatWaits(name, "redriveChanged", () => queue.continueBulk(id));
  await late.continueBulk(id);
  expect(await queue.counts()).toMatchObject({ failed: 0, ready: 300, totals: { redriven: 300 } });
  const { jobs } = await queue.list("ready", { limit: 300 });
  jobs.sort((a, b) => (a.data as { n: number }).n - (b.data as { n: number }).n);
  expect(jobs.map(({ data }) => data)).toEqual(Array.from({ length: 300 }, (_, n) => ({ n, more: true })));
  expect(await queue.bulkOperations()).toMatchObject([{ changed: 300, change: { data: { more: true } } }]);
});

test("large payloads are changed in as many requests as they need, and too many of them at once are refused", async () => {
  const payloads = Array.from({ length: 6 }, (_, n) => ({ n, text: "x".repeat(900_000) }));
  const name = freshName();
  const queue = await withFailed(payloads.slice(0, 3), {}, name);
  await queue.enqueueMany(payloads.slice(3).map((data, i) => ({ data, id: `job-${i + 3}` })));
  for (const job of (await queue.lease({ count: 9 })).jobs) await job.fail("no");
  for (const job of (await queue.lease({ count: 9 })).jobs) await job.fail("no");
  const ids = payloads.map((_, i) => `job-${i}`);
  await expect(redriveAll(queue, { data: { n: 9 } }, ids)).rejects.toMatchObject({ code: "too_large" });
  expect(await redriveAll(queue, { data: { n: 9 } }, ids.slice(0, 4))).toEqual({ redriven: 4, left: 2 });
  expect(await changeInBulk(queue, { data: { n: 8 } })).toMatchObject({ matched: 2, changed: 2 });
  const all = await Promise.all(ids.map((id) => queue.get(id)));
  expect(all).toMatchObject([9, 9, 9, 9, 8, 8].map((n) => ({ data: { n } })));
});

test("an operation that needs a codec is not continued by a client without it", async () => {
  const codec = encrypted({ keys: { k: randomBytes(32) }, current: "k" });
  const name = freshName();
  const queue = await withFailed([{ n: 1 }], { codec }, name);
  const { id } = await queue.startBulk({ operation: "redrive", filter: FAILED, change: { data: { n: 2 } } });
  const plain = freshQueue<unknown>({}, name);
  const refusal = {
    code: "invalid_argument",
    message: expect.stringMatching(/continue it with a client that has them/),
  };
  await expect(plain.continueBulk(id)).rejects.toMatchObject(refusal);
  expect(await plain.stopBulk(id)).toMatchObject({ status: "stopped" });
  expect(await plain.continueBulk(id)).toMatchObject({ status: "stopped", skipped: 0 });
});

test("redrive with an empty list of ids changes nothing", async () => {
  const queue = await withFailed([1]);
  expect(await redriveAll(queue, { data: 2 }, [])).toEqual({ redriven: 0, left: 1 });
  expect(await redriveAll(queue, { data: 2 }, ["unknown"])).toEqual({ redriven: 0, left: 1 });
});

test.each<[what: string, change: unknown, message: RegExp]>([
  ["nothing", {}, /change needs data, priority or maxAttempts/],
  ["an unknown part", { payload: 1 }, /payload/],
  ["a priority beyond 9", { priority: 10 }, /change\.priority/],
  ["no attempts", { maxAttempts: 0 }, /maxAttempts/],
])("a change of %s is refused", async (_, change, message) => {
  const queue = await withFailed([1]);
  const refusal = { code: "invalid_argument", message: expect.stringMatching(message) };
  await expect(redriveAll(queue, change as JobChange)).rejects.toMatchObject(refusal);
  await expect(changeInBulk(queue, change as JobChange)).rejects.toMatchObject(refusal);
});

test("a change without ids, of an operation other than redrive, or with a large patch is refused", async () => {
  const queue = await withFailed([1]);
  const change = { data: 1 };
  await expect(queue.redrive({ change })).rejects.toMatchObject({ message: expect.stringMatching(/change needs ids/) });
  const cancelling = queue.startBulk({ operation: "cancel", filter: { state: "ready" }, change });
  await expect(cancelling).rejects.toMatchObject({ message: expect.stringMatching(/only redrive takes a change/) });
  const large = redriveAll(queue, { data: "x".repeat(10_000) });
  await expect(large).rejects.toMatchObject({ code: "too_large", message: expect.stringMatching(/change\.data/) });
  expect(await queue.counts()).toMatchObject({ failed: 1 });
});
