// Calls that are made in one tick travel as one request, and each keeps its own answer, error and identity.
import { describe, expect, inject, test, vi } from "vitest";
import { type Adapter, type StandardSchema, upstash } from "../../src/index.ts";
import { freshQueue } from "../setup/queue.ts";
import { leased, numbers, watchedQueue } from "./batching.ts";

const real = (): Adapter => upstash({ url: inject("restUrl"), token: inject("token") });

describe("one tick", () => {
  test("joins its calls in one request of each kind, in their order", async () => {
    const { queue, sent } = await watchedQueue<number>();
    const enqueued = await Promise.all(numbers(50).map((n) => queue.enqueue(n)));
    expect(sent).toEqual(["enqueuePlain"]);
    expect(new Set(enqueued.map(({ id }) => id)).size).toBe(50);
    expect(enqueued.every(({ created, state }) => created && state === "ready")).toBe(true);

    const leases = await Promise.all(numbers(50).map(() => queue.lease()));
    expect(sent.slice(1)).toEqual(["turnPlain"]);
    expect(leases.map(({ jobs }) => jobs.map(({ data }) => data))).toEqual(numbers(50).map((n) => [n]));
    expect(leases.map(({ jobs }) => jobs[0]?.id)).toEqual(enqueued.map(({ id }) => id));

    expect(await Promise.all(leases.map(({ jobs }) => jobs[0]?.complete()))).toEqual(numbers(50).map(() => true));
    expect(sent.slice(2)).toEqual(["turnPlain"]);
    expect(await queue.counts()).toMatchObject({ ready: 0, leased: 0, totals: { leased: 50, completed: 50 } });
  });

  test("joins calls that are made inside the `then` of other calls", async () => {
    const { queue, sent } = await watchedQueue<number>();
    const all = numbers(5).map((n) => queue.enqueue(n).then(() => queue.enqueue(n + 5)));
    await Promise.all(all);
    expect(sent).toEqual(["enqueuePlain", "enqueuePlain"]);
    const { jobs } = await queue.lease({ count: 10 });
    expect(jobs.map(({ data }) => data)).toEqual(numbers(10));
  });

  test("joins calls with an asynchronous schema, and each is refused by itself", async () => {
    const schema: StandardSchema<number> = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: async (value) =>
          value === 3 ? { issues: [{ message: "three", path: ["x"] }] } : { value: value as number },
      },
    };
    const { queue, sent } = await watchedQueue<number>({ schema });
    const outcomes = await Promise.allSettled(numbers(6).map((n) => queue.enqueue(n)));
    expect(sent).toEqual(["enqueuePlain"]);
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([true, true, true, false, true, true]);
    expect(outcomes[3]).toMatchObject({
      reason: { code: "invalid_payload", message: `${queue.name}, job 0: the payload does not match its schema at x` },
    });
    const leases = await Promise.all(numbers(6).map(() => queue.lease()));
    expect(leases.map(({ jobs }) => jobs[0]?.data)).toEqual([0, 1, 2, 4, 5, undefined]);
  });

  test("joins the calls of a schema that waits for a database with those that are ready together with them", async () => {
    const waiting: (() => void)[] = [];
    const schema: StandardSchema<number> = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: (value) =>
          value === 9
            ? new Promise((resolve) => waiting.push(() => resolve({ value: 9 })))
            : { value: value as number },
      },
    };
    const { queue, sent } = await watchedQueue<number>({ schema });
    const slow = queue.enqueue(9);
    // The others do not wait for it.
    await Promise.all([queue.enqueue(1), queue.enqueue(2)]);
    expect(sent).toEqual(["enqueuePlain"]);
    waiting.shift()?.();
    expect(await slow).toMatchObject({ created: true });
  });

  test("passes an argument error to its caller alone, with the queue and the job", async () => {
    const { queue, sent } = await watchedQueue<unknown>();
    const [first, second, third] = await Promise.allSettled([
      queue.enqueue(1),
      queue.enqueue(Number.NaN, { id: "bad" }),
      queue.enqueue(2, { priority: 12 }),
    ]);
    expect(first).toMatchObject({ status: "fulfilled" });
    const { name } = queue;
    expect(second).toMatchObject({
      reason: { message: `${name}, job 0 ("bad"): data is a number that JSON cannot represent` },
    });
    expect(third).toMatchObject({ reason: { code: "invalid_argument" } });
    const [job] = (await queue.lease()).jobs;
    const [job1, bad] = await Promise.allSettled([job?.complete(), job?.fail(), queue.lease({ for: "1ms" })]);
    expect(job1).toMatchObject({ value: true });
    expect(bad).toMatchObject({ value: false });
    expect(sent).toHaveLength(3);
  });

  test("answers an id that occurs twice as it does one by one", async () => {
    const { queue, sent } = await watchedQueue<number>();
    const enqueued = await Promise.all([
      queue.enqueue(1, { id: "a" }),
      queue.enqueue(2, { id: "b", delay: "1h" }),
      queue.enqueue(3, { id: "a" }),
      queue.enqueue(4, { id: "b" }),
    ]);
    expect(sent).toEqual(["enqueue"]);
    expect(enqueued.map(({ id, created, state }) => `${id} ${created} ${state}`)).toEqual([
      "a true ready",
      "b true delayed",
      "a false ready",
      "b false delayed",
    ]);
    expect(await queue.get("a")).toMatchObject({ data: 1 });
    expect((await queue.counts()).totals.duplicates).toBe(2);
  });

  test("answers a job that is settled twice as it does one by one", async () => {
    const { queue, sent } = await watchedQueue<number>();
    const [job, other] = await leased(queue, [1, 2]);
    sent.length = 0;
    const outcomes = await Promise.all([job?.complete(), other?.retry({ delay: "1h" }), job?.complete()]);
    expect(outcomes).toEqual([true, true, false]);
    expect(job).toMatchObject({ ended: "complete", lost: "completed" });
    expect(sent).toEqual(["turn"]);
  });

  test("joins `settle` of one job with the methods of jobs, and keeps each outcome", async () => {
    const { queue, sent } = await watchedQueue<number>();
    const [a, b, c, d] = await leased(queue, [1, 2, 3, 4]);
    if (!a || !b || !c || !d) throw new Error("nothing was leased");
    sent.length = 0;
    const outcomes = await Promise.all([
      a.fail("broken"),
      queue.settle([{ job: b, action: "complete" }]),
      c.release(),
      queue.settle([{ job: { id: d.id, fence: d.fence + 1 }, action: "complete" }]),
    ]);
    expect(sent).toEqual(["turn"]);
    expect(outcomes).toEqual([
      true,
      [{ id: b.id, ok: true, state: "done" }],
      true,
      [{ id: d.id, ok: false, reason: "leased_again" }],
    ]);
    expect(await queue.counts()).toMatchObject({ failed: 1, ready: 1, leased: 1, totals: { completed: 1 } });
  });
});

describe("a lease", () => {
  test("is served in the order of the calls, each with its own worker and duration", async () => {
    const { queue, sent } = await watchedQueue<number>();
    await queue.enqueueMany(numbers(4).map((data) => ({ data })));
    sent.length = 0;
    const leases = await Promise.all([
      queue.lease({ worker: "a" }),
      queue.lease({ worker: "a" }),
      queue.lease({ worker: "b", for: "1h" }),
      queue.lease({ worker: "a" }),
    ]);
    expect(sent.filter((name) => name.startsWith("turn"))).toHaveLength(2);
    const [a, b, c, d] = leases.map(({ jobs }) => jobs[0]);
    // The two requests may arrive in any order.
    expect([a, b, c, d].map((job) => job?.worker)).toEqual(["a", "a", "b", "a"]);
    expect([
      [0, 1, 2],
      [1, 2, 3],
    ]).toContainEqual([a, b, d].map((job) => job?.data));
    expect((c?.leasedUntil ?? 0) - (leases[2]?.now ?? 0)).toBe(3_600_000);
    const found = await queue.workers();
    expect(found.map(({ worker }) => worker).sort()).toEqual(["a", "b"]);
  });

  test("that finds nothing answers each caller so", async () => {
    const { queue, sent } = await watchedQueue<number>();
    await queue.enqueue(1);
    sent.length = 0;
    const leases = await Promise.all(numbers(4).map(() => queue.lease()));
    expect(leases.map(({ jobs }) => jobs.length)).toEqual([1, 0, 0, 0]);
    expect(leases.map(({ more, paused }) => more || paused)).toEqual([false, false, false, false]);
    await queue.pause();
    expect((await Promise.all([queue.lease(), queue.lease()])).map(({ paused }) => paused)).toEqual([true, true]);
  });

  test("of payloads that one reply has no room for gives each caller one", async () => {
    const { queue } = await watchedQueue<string>();
    await queue.enqueueMany(numbers(5).map((n) => ({ data: `${n}${"x".repeat(800_000)}` })));
    const leases = await Promise.all(numbers(6).map(() => queue.lease()));
    expect(leases.map(({ jobs }) => jobs.map(({ data }) => data.slice(0, 1)).join())).toEqual([..."01234", ""]);
  });

  test("of a payload that cannot be decoded fails that job, and no other caller's", async () => {
    const { queue } = await watchedQueue<string>();
    const broken = freshQueue({ codec: { encode: () => "{", decode: () => 0 } }, queue.name);
    await queue.enqueue("a");
    const { id } = await broken.enqueue(0);
    await queue.enqueue("c");
    const leases = await Promise.all(numbers(3).map(() => queue.lease()));
    expect(leases.map(({ jobs }) => jobs.map(({ data }) => data).join())).toEqual(["a", "", "c"]);
    expect(await queue.get(id)).toMatchObject({ state: "failed" });
  });
});

test("leases of very many workers are each served", async () => {
  const { queue } = await watchedQueue<number>();
  await queue.enqueueMany(numbers(250).map((data) => ({ data })));
  const leases = await Promise.all(numbers(250).map((n) => queue.lease({ worker: `w${n}` })));
  expect(leases.map(({ jobs }) => jobs[0]?.worker)).toEqual(numbers(250).map((n) => `w${n}`));
  const outcomes = await Promise.all(leases.map(({ jobs }) => jobs[0]?.complete()));
  expect(outcomes.every((outcome) => outcome)).toBe(true);
});

describe("what travels alone", () => {
  test("calls with an idempotency key, of several jobs, or that may wait", async () => {
    const { queue, sent } = await watchedQueue<number>();
    const { signal } = new AbortController();
    await Promise.all([
      queue.enqueue(1),
      queue.enqueue(2, { idempotencyKey: "n" }),
      queue.enqueueMany([{ data: 3 }, { data: 4 }]),
      queue.enqueue(5),
    ]);
    expect(sent.toSorted()).toEqual(["enqueue", "enqueuePlain", "enqueuePlain", "enqueuePlain"]);
    expect(await queue.enqueue(2, { idempotencyKey: "n" })).toEqual({ id: "n.0", created: true, state: "ready" });
    expect((await queue.counts()).ready).toBe(5);
    sent.length = 0;
    const leases = await Promise.all([
      queue.lease(),
      queue.lease({ idempotencyKey: "m" }),
      queue.lease({ wait: "5s" }),
      queue.lease({ signal }),
      queue.lease({ count: 2 }),
    ]);
    expect(sent).toHaveLength(5);
    const jobs = leases.flatMap((each) => each.jobs);
    expect(jobs.map(({ data }) => data).sort()).toEqual([1, 2, 3, 4, 5]);
    sent.length = 0;
    const [a, b, ...others] = jobs.map((job) => ({ job, action: "complete" as const }));
    if (!a || !b) throw new Error("nothing was leased");
    await Promise.all([queue.settle([a]), queue.settle([b], { idempotencyKey: "s" }), queue.settle(others)]);
    expect(sent).toHaveLength(3);
    expect((await queue.counts()).totals.completed).toBe(5);
  });

  test("everything where batching is off", async () => {
    const { queue, sent } = await watchedQueue<number>({ batching: false });
    await Promise.all(numbers(4).map((n) => queue.enqueue(n)));
    expect(sent).toHaveLength(4);
    const leases = await Promise.all(numbers(4).map(() => queue.lease()));
    expect(sent).toHaveLength(8);
    expect(await Promise.all(leases.map(({ jobs }) => jobs[0]?.complete()))).toEqual([true, true, true, true]);
    expect(sent).toHaveLength(12);
  });

  test("over REST, calls made while a request is in flight", async () => {
    const redis = real();
    const held: (() => void)[] = [];
    const run: Adapter["run"] = async (script, keys, args) => {
      const reply = await redis.run(script, keys, args);
      if (script.name === "enqueuePlain" && held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
      return reply;
    };
    const { queue } = await watchedQueue<number>({ redis: { ...redis, run } });
    const first = queue.enqueue(1);
    await vi.waitUntil(() => held.length === 1);
    expect(await queue.enqueue(2)).toMatchObject({ created: true });
    held[0]?.();
    expect(await first).toMatchObject({ created: true });
  });
});

describe("a large batch", () => {
  test("is split into requests of 1,000 calls, in order", async () => {
    const { queue, sent } = await watchedQueue<number>();
    await Promise.all(numbers(2_100).map((n) => queue.enqueue(n)));
    expect(sent.filter((name) => name.startsWith("enqueue"))).toHaveLength(3);
    const leases = await Promise.all(numbers(2_100).map(() => queue.lease()));
    expect(leases.map(({ jobs }) => jobs[0]?.data)).toEqual(numbers(2_100));
  });

  test("is split into requests of a megabyte, in order", async () => {
    const { queue, sent } = await watchedQueue<string>();
    await Promise.all(numbers(9).map((n) => queue.enqueue(`${n}${"x".repeat(300_000)}`)));
    expect(sent).toEqual(["enqueuePlain", "enqueuePlain", "enqueuePlain"]);
    const { jobs } = await queue.lease({ count: 9 });
    expect(jobs.map(({ data }) => data.slice(0, 1)).join("")).toBe("012345678".slice(0, jobs.length));
  });
});
