// Over HTTP, the scripts of one tick share a request: other queues, and other operations of a queue.
import { Redis } from "@upstash/redis/cloudflare";
import { beforeEach, describe, expect, inject, test, vi } from "vitest";
import { type Queue, type QueueOptions, upstash } from "../../src/index.ts";
import { freshQueue } from "../setup/queue.ts";

const credentials = () => ({ url: inject("restUrl"), token: inject("token") });

const fetching = vi.spyOn(globalThis, "fetch");

/** Runs calls, and returns their outcomes and the number of commands in each request. */
async function requestsOf(calls: () => Promise<unknown>[]) {
  fetching.mockClear();
  const outcomes = await Promise.allSettled(calls());
  const bodies = await Promise.all(fetching.mock.calls.map(([input, init]) => new Request(input, init).json()));
  return { outcomes, requests: bodies.map((body) => commandsIn(body).length) };
}

const commandsIn = (body: unknown) => (Array.isArray(body) && Array.isArray(body[0]) ? body : [body]);

const LARGE = "x".repeat(40_000);

/** Creates a queue that is registered, and whose scripts Redis knows. */
async function warmQueue(redis: QueueOptions<unknown>["redis"]): Promise<Queue> {
  const queue = freshQueue({ redis });
  await queue.enqueue("");
  await queue.enqueue(LARGE);
  await queue.lease();
  await queue.counts();
  await queue.workers();
  return queue;
}

beforeEach(() => void fetching.mockClear());

describe.each<[string, () => QueueOptions<unknown>["redis"]]>([
  ["upstash()", () => upstash(credentials())],
  ["a client with default settings", () => new Redis(credentials())],
])("%s", (_, redis) => {
  test("operations of several queues share a request", async () => {
    const shared = redis();
    const [one, other] = [await warmQueue(shared), await warmQueue(shared)];
    const { outcomes, requests } = await requestsOf(() => [one.enqueue(1), other.enqueue(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(requests).toEqual([2]);
  });

  test("a refusal reaches its own call only", async () => {
    const shared = redis();
    const [full, open] = [freshQueue({ redis: shared, maxLength: 1 }), await warmQueue(shared)];
    await full.enqueue(0);
    const { outcomes, requests } = await requestsOf(() => [full.enqueue(1), open.enqueue(2)]);
    expect(requests[0]).toBe(2);
    expect(outcomes[0]).toMatchObject({ status: "rejected", reason: { code: "queue_full" } });
    expect(outcomes[1]).toMatchObject({ status: "fulfilled" });
  });

  test("a call made later has a request of its own", async () => {
    const queue = await warmQueue(redis());
    const { requests } = await requestsOf(() => [
      queue.enqueue(1),
      new Promise((resolve) => setTimeout(resolve, 1)).then(() => queue.counts()),
    ]);
    expect(requests).toEqual([1, 1]);
  });
});

describe("upstash()", () => {
  test("operations of different kinds share a request", async () => {
    const queue = await warmQueue(upstash(credentials()));
    const calls = () => [queue.enqueue(""), queue.counts(), queue.lease()];
    // Now the digests of these scripts are known here, and the scripts to Redis.
    await Promise.all(calls());
    const { requests } = await requestsOf(calls);
    expect(requests).toEqual([3]);
  });

  test("a large payload delays no small operation", async () => {
    const queue = await warmQueue(upstash(credentials()));
    const { requests } = await requestsOf(() => [queue.enqueue(LARGE), queue.counts(), queue.workers()]);
    expect(requests.sort()).toEqual([1, 2]);
  });

  test("no request has more than 16 commands", async () => {
    const queue = await warmQueue(upstash(credentials()));
    const { outcomes, requests } = await requestsOf(() => Array.from({ length: 40 }, () => queue.counts()));
    expect(outcomes.every(({ status }) => status === "fulfilled")).toBe(true);
    expect(requests).toEqual([16, 16, 8]);
  });

  test("each command gets the answer to itself", async () => {
    const redis = upstash(credentials());
    const made = [1, 2, 3, 4].map(() => freshQueue({ redis }));
    for (const [i, queue] of made.entries()) await queue.enqueueMany(Array.from({ length: i }, () => ({ data: i })));
    const counts = await Promise.all(made.map((queue) => queue.counts()));
    expect(counts.map(({ ready }) => ready)).toEqual([0, 1, 2, 3]);
  });
});
