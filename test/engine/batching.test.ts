// Calls that are made in one tick share a request, and each keeps its own outcome, error and idempotency.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { StandardSchema } from "../../src/index.ts";
import { freshQueue } from "../setup/queue.ts";
import { createRestAdapter, createWatchedQueue, leaseWatched, ReplyGate, range } from "./watched-queue.ts";

type Validation = ReturnType<StandardSchema<number>["~standard"]["validate"]>;

/** Creates a Standard Schema that validates numbers with a function. */
function createSchema(validate: (value: number) => Validation): StandardSchema<number> {
  return { "~standard": { version: 1, vendor: "test", validate: (value) => validate(value as number) } };
}

describe("calls of one tick", () => {
  test("share one request of each kind, in their order", async () => {
    const { queue, sent } = await createWatchedQueue<number>();
    const enqueued = await Promise.all(range(50).map((n) => queue.enqueue(n)));
    expect(sent).toEqual(["enqueuePlain"]);
    expect(new Set(enqueued.map(({ id }) => id)).size).toBe(50);
    expect(enqueued.every(({ created, state }) => created && state === "ready")).toBe(true);

    const leases = await Promise.all(range(50).map(() => queue.lease()));
    expect(sent.slice(1)).toEqual(["turnPlain"]);
    expect(leases.map(({ jobs }) => jobs.map(({ data }) => data))).toEqual(range(50).map((n) => [n]));
    expect(leases.map(({ jobs }) => jobs[0]?.id)).toEqual(enqueued.map(({ id }) => id));

    expect(await Promise.all(leases.map(({ jobs }) => jobs[0]?.complete()))).toEqual(range(50).map(() => true));
    expect(sent.slice(2)).toEqual(["turnPlain"]);
    expect(await queue.counts()).toMatchObject({ ready: 0, leased: 0, totals: { leased: 50, completed: 50 } });
  });

  test("share a request, and their ids a bucket, when time passes between them", async () => {
    const { queue, sent } = await createWatchedQueue<number>();
    let now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 700));
    onTestFinished(() => clock.mockRestore());
    const enqueued = await Promise.all(range(10).map((n) => queue.enqueue(n)));
    expect(sent).toEqual(["enqueuePlain"]);
    expect(new Set(enqueued.map(({ id }) => id[1])).size).toBe(1);
  });

  test("share a request also inside the `then` of other calls", async () => {
    const { queue, sent } = await createWatchedQueue<number>();
    const all = range(5).map((n) => queue.enqueue(n).then(() => queue.enqueue(n + 5)));
    await Promise.all(all);
    expect(sent).toEqual(["enqueuePlain", "enqueuePlain"]);
    const { jobs } = await queue.lease({ count: 10 });
    expect(jobs.map(({ data }) => data)).toEqual(range(10));
  });

  test("share a request after an asynchronous schema, which refuses each payload on its own", async () => {
    const schema = createSchema(async (value) =>
      value === 3 ? { issues: [{ message: "three", path: ["x"] }] } : { value },
    );
    const { queue, sent } = await createWatchedQueue<number>({ schema });
    const outcomes = await Promise.allSettled(range(6).map((n) => queue.enqueue(n)));
    expect(sent).toEqual(["enqueuePlain"]);
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([true, true, true, false, true, true]);
    expect(outcomes[3]).toMatchObject({
      reason: { code: "invalid_payload", message: `${queue.name}, job 0: the payload does not match its schema at x` },
    });
    const leases = await Promise.all(range(6).map(() => queue.lease()));
    expect(leases.map(({ jobs }) => jobs[0]?.data)).toEqual([0, 1, 2, 4, 5, undefined]);
  });

  test("do not wait for a call whose schema is slow", async () => {
    const waiting: (() => void)[] = [];
    const schema = createSchema((value) =>
      value === 9 ? new Promise((resolve) => waiting.push(() => resolve({ value }))) : { value },
    );
    const { queue, sent } = await createWatchedQueue<number>({ schema });
    const slow = queue.enqueue(9);
    await Promise.all([queue.enqueue(1), queue.enqueue(2)]);
    expect(sent).toEqual(["enqueuePlain"]);
    waiting.shift()?.();
    expect(await slow).toMatchObject({ created: true });
  });

  test("reject for an invalid argument only the call that passes it", async () => {
    const { queue, sent } = await createWatchedQueue<unknown>();
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

  test("recognize a duplicate id among them", async () => {
    const { queue, sent } = await createWatchedQueue<number>();
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

  test("settle a job once if two of them settle it", async () => {
    const { sent, jobs } = await leaseWatched([1, 2]);
    const [job, other] = jobs;
    const outcomes = await Promise.all([job?.complete(), other?.retry({ delay: "1h" }), job?.complete()]);
    expect(outcomes).toEqual([true, true, false]);
    expect(job).toMatchObject({ ended: "complete", lost: "completed" });
    expect(sent).toEqual(["turn"]);
  });

  test("share a request if they are `settle` of one job and methods of jobs, and each returns its own outcome", async () => {
    const { queue, sent, jobs } = await leaseWatched([1, 2, 3, 4]);
    const [a, b, c, d] = jobs;
    if (!a || !b || !c || !d) throw new Error("nothing was leased");
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

describe("leases of one tick", () => {
  test("receive jobs in the order of their calls, each with its own worker and duration", async () => {
    const { queue, sent } = await createWatchedQueue<number>();
    await queue.enqueueMany(range(4).map((data) => ({ data })));
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

  test("return no job to the calls for which none is left", async () => {
    const { queue, sent } = await createWatchedQueue<number>();
    await queue.enqueue(1);
    sent.length = 0;
    const leases = await Promise.all(range(4).map(() => queue.lease()));
    expect(leases.map(({ jobs }) => jobs.length)).toEqual([1, 0, 0, 0]);
    expect(leases.map(({ more, paused }) => more || paused)).toEqual([false, false, false, false]);
    await queue.pause();
    expect((await Promise.all([queue.lease(), queue.lease()])).map(({ paused }) => paused)).toEqual([true, true]);
  });

  test("return one job each although one reply has no room for all payloads", async () => {
    const { queue } = await createWatchedQueue<string>();
    await queue.enqueueMany(range(5).map((n) => ({ data: `${n}${"x".repeat(800_000)}` })));
    const leases = await Promise.all(range(6).map(() => queue.lease()));
    expect(leases.map(({ jobs }) => jobs.map(({ data }) => data.slice(0, 1)).join())).toEqual([..."01234", ""]);
  });

  test("fail a job whose payload cannot be decoded, and return the other jobs", async () => {
    const { queue } = await createWatchedQueue<string>();
    const broken = freshQueue({ codec: { encode: () => "{", decode: () => 0 } }, queue.name);
    await queue.enqueue("a");
    const { id } = await broken.enqueue(0);
    await queue.enqueue("c");
    const leases = await Promise.all(range(3).map(() => queue.lease()));
    expect(leases.map(({ jobs }) => jobs.map(({ data }) => data).join())).toEqual(["a", "", "c"]);
    expect(await queue.get(id)).toMatchObject({ state: "failed" });
  });
});

test("leases of 250 workers in one tick return a job each", async () => {
  const { queue } = await createWatchedQueue<number>();
  await queue.enqueueMany(range(250).map((data) => ({ data })));
  const leases = await Promise.all(range(250).map((n) => queue.lease({ worker: `w${n}` })));
  expect(leases.map(({ jobs }) => jobs[0]?.worker)).toEqual(range(250).map((n) => `w${n}`));
  const outcomes = await Promise.all(leases.map(({ jobs }) => jobs[0]?.complete()));
  expect(outcomes.every((outcome) => outcome)).toBe(true);
});

describe("a request of its own is sent for", () => {
  test("a call with an idempotency key, with several jobs, or that can wait", async () => {
    const { queue, sent } = await createWatchedQueue<number>();
    const { signal } = new AbortController();
    await Promise.all([
      queue.enqueue(1),
      queue.enqueue(2, { idempotencyKey: "n" }),
      queue.enqueueMany([{ data: 3 }, { data: 4 }]),
      queue.enqueue(5),
    ]);
    expect(sent.toSorted()).toEqual(["enqueue", "enqueuePlain", "enqueuePlain", "enqueuePlain"]);
    expect(await queue.enqueue(2, { idempotencyKey: "n" })).toEqual({
      id: "n.0",
      created: true,
      state: "ready",
      outcome: "created",
    });
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

  test("each call if batching is off", async () => {
    const { queue, sent } = await createWatchedQueue<number>({ batching: false });
    await Promise.all(range(4).map((n) => queue.enqueue(n)));
    expect(sent).toHaveLength(4);
    const leases = await Promise.all(range(4).map(() => queue.lease()));
    expect(sent).toHaveLength(8);
    expect(await Promise.all(leases.map(({ jobs }) => jobs[0]?.complete()))).toEqual([true, true, true, true]);
    expect(sent).toHaveLength(12);
  });

  test("a call over REST while another request is in flight", async () => {
    const gate = new ReplyGate(createRestAdapter());
    const { queue } = await createWatchedQueue<number>({ redis: gate.redis });
    gate.isClosed = true;
    const first = queue.enqueue(1);
    await vi.waitUntil(() => gate.held.length === 1);
    gate.isClosed = false;
    expect(await queue.enqueue(2)).toMatchObject({ created: true });
    gate.open();
    expect(await first).toMatchObject({ created: true });
  });
});

describe("a large batch", () => {
  test("is split into requests of 1,000 calls, which keep their order", async () => {
    const { queue, sent } = await createWatchedQueue<number>();
    await Promise.all(range(2_100).map((n) => queue.enqueue(n)));
    expect(sent.filter((name) => name.startsWith("enqueue"))).toHaveLength(3);
    const leases = await Promise.all(range(2_100).map(() => queue.lease()));
    expect(leases.map(({ jobs }) => jobs[0]?.data)).toEqual(range(2_100));
  });

  test("is split into requests of a megabyte, which keep their order", async () => {
    const { queue, sent } = await createWatchedQueue<string>();
    await Promise.all(range(9).map((n) => queue.enqueue(`${n}${"x".repeat(300_000)}`)));
    expect(sent).toEqual(["enqueuePlain", "enqueuePlain", "enqueuePlain"]);
    const { jobs } = await queue.lease({ count: 9 });
    expect(jobs.map(({ data }) => data.slice(0, 1)).join("")).toBe("012345678".slice(0, jobs.length));
  });
});
