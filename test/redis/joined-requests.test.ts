// Requests over HTTP: the scripts that several queues and operations send in one tick share a request.
import { Redis } from "@upstash/redis/cloudflare";
import { describe, expect, inject, test, vi } from "vitest";
import { type Queue, type QueueOptions, upstash } from "../../src/index.ts";
import { freshQueue } from "../setup/queue.ts";

const credentials = () => ({ url: inject("restUrl"), token: inject("token") });

const fetchSpy = vi.spyOn(globalThis, "fetch");

/** Makes concurrent calls. Resolves with their outcomes, and with the number of commands in each HTTP request. */
async function countCommands(calls: () => Promise<unknown>[]) {
  fetchSpy.mockClear();
  const outcomes = await Promise.allSettled(calls());
  const bodies = await Promise.all(fetchSpy.mock.calls.map(([input, init]) => new Request(input, init).json()));
  return { outcomes, requests: bodies.map((body) => toCommands(body).length) };
}

const toCommands = (body: unknown) => (Array.isArray(body) && Array.isArray(body[0]) ? body : [body]);

const LARGE = "x".repeat(40_000);

/** Creates a queue whose scripts need no further request, because the queue is registered and Redis has cached them. */
async function createWarmQueue(redis: QueueOptions<unknown>["redis"]): Promise<Queue> {
  const queue = freshQueue({ redis });
  await queue.enqueue("");
  await queue.enqueue(LARGE);
  await queue.lease();
  await queue.counts();
  await queue.workers();
  return queue;
}

describe.each<[string, () => QueueOptions<unknown>["redis"]]>([
  ["upstash()", () => upstash(credentials())],
  ["a client with default settings", () => new Redis(credentials())],
])("%s", (_, redis) => {
  test("operations of several queues share a request", async () => {
    const shared = redis();
    const [one, other] = [await createWarmQueue(shared), await createWarmQueue(shared)];
    const { outcomes, requests } = await countCommands(() => [one.enqueue(1), other.enqueue(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(requests).toEqual([2]);
  });

  test("an error rejects its own call only", async () => {
    const shared = redis();
    const [full, open] = [freshQueue({ redis: shared, maxLength: 1 }), await createWarmQueue(shared)];
    await full.enqueue(0);
    const { outcomes, requests } = await countCommands(() => [full.enqueue(1), open.enqueue(2)]);
    expect(requests[0]).toBe(2);
    expect(outcomes[0]).toMatchObject({ status: "rejected", reason: { code: "queue_full" } });
    expect(outcomes[1]).toMatchObject({ status: "fulfilled" });
  });

  test("a later call sends a request of its own", async () => {
    const queue = await createWarmQueue(redis());
    const { requests } = await countCommands(() => [
      queue.enqueue(1),
      new Promise((resolve) => setTimeout(resolve, 1)).then(() => queue.counts()),
    ]);
    expect(requests).toEqual([1, 1]);
  });
});

describe("upstash()", () => {
  test("operations of different kinds share a request", async () => {
    const queue = await createWarmQueue(upstash(credentials()));
    const calls = () => [queue.enqueue(""), queue.counts(), queue.lease()];
    // The first calls send the scripts. From then on the adapter sends their digests.
    await Promise.all(calls());
    const { requests } = await countCommands(calls);
    expect(requests).toEqual([3]);
  });

  test("a large payload is sent in a request of its own", async () => {
    const queue = await createWarmQueue(upstash(credentials()));
    const { requests } = await countCommands(() => [queue.enqueue(LARGE), queue.counts(), queue.workers()]);
    expect(requests.sort()).toEqual([1, 2]);
  });

  test("no request has more than 16 commands", async () => {
    const queue = await createWarmQueue(upstash(credentials()));
    const { outcomes, requests } = await countCommands(() => Array.from({ length: 40 }, () => queue.counts()));
    expect(outcomes.every(({ status }) => status === "fulfilled")).toBe(true);
    expect(requests).toEqual([16, 16, 8]);
  });

  test("each call receives the reply to its own command", async () => {
    const redis = upstash(credentials());
    const queues = [1, 2, 3, 4].map(() => freshQueue({ redis }));
    for (const [i, queue] of queues.entries()) await queue.enqueueMany(Array.from({ length: i }, () => ({ data: i })));
    const counts = await Promise.all(queues.map((queue) => queue.counts()));
    expect(counts.map(({ ready }) => ready)).toEqual([0, 1, 2, 3]);
  });
});
