// Duplicates: jobs that replace the one with their id, run after it, or are debounced.
import { describe, expect, test } from "vitest";
import type { Queue } from "../../../src/index.ts";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of `onDuplicate` and `debounce`. */
export function declareDuplicateTests({ createQueue, leaseOne }: SuiteContext): void {
  /** Returns the ids and payloads of the next jobs, which are completed. */
  const completeNext = async (queue: Queue<unknown>, count = 9) => {
    const { jobs } = await queue.lease({ count });
    for (const job of jobs) expect(await job.complete()).toBe(true);
    return jobs.map(({ id, data }) => [id, data]);
  };

  describe("onDuplicate: replace", () => {
    test("puts the new payload and options in the place of a waiting job", async () => {
      const { queue, clock } = createQueue();
      await queue.enqueueMany(["a", "b"].map((id) => ({ data: 1, id, ttl: "1m" as const })));
      clock.pass(1_000);
      const result = await queue.enqueue(2, { id: "a", onDuplicate: "replace", maxAttempts: 1, timeout: "5s" });
      expect(result).toEqual({ id: "a", created: false, state: "ready", outcome: "replaced" });
      const info = await queue.get("a");
      expect(info).toMatchObject({ data: 2, maxAttempts: 1, enqueuedAt: clock.time });
      expect(info).not.toHaveProperty("expiresAt");
      expect(await completeNext(queue)).toEqual([
        ["a", 2],
        ["b", 1],
      ]);
    });

    test("delays, moves forward and reorders a waiting job", async () => {
      const { queue } = createQueue();
      const replace = (options: object) => queue.enqueue(2, { id: "a", onDuplicate: "replace", ...options });
      await queue.enqueueMany([
        { data: 1, id: "a" },
        { data: 1, id: "b" },
      ]);
      expect(await replace({ delay: "1m" })).toMatchObject({ state: "delayed", outcome: "replaced" });
      expect(await replace({ priority: 9 })).toMatchObject({ state: "ready", outcome: "replaced" });
      expect(await completeNext(queue)).toEqual([
        ["b", 1],
        ["a", 2],
      ]);
    });

    test("keeps the attempts and the errors of a job that waits for its retry", async () => {
      const { queue } = createQueue();
      await queue.enqueue(1, { id: "a" });
      await (await leaseOne(queue)).retry({ delay: 0, error: "no" });
      await queue.enqueue(2, { id: "a", onDuplicate: "replace" });
      const job = await leaseOne(queue);
      expect(job).toMatchObject({ data: 2, attempt: 2, previous: { errors: [{ message: "no" }] } });
      await job.complete();
    });

    test("keeps a leased job, a failed one, and one whose id is remembered", async () => {
      const { queue } = createQueue();
      await queue.enqueueMany(["gone", "failed", "leased"].map((id) => ({ data: 1, id, uniqueFor: "1h" as const })));
      const { jobs } = await queue.lease({ count: 3 });
      await jobs[0]?.complete();
      await jobs[1]?.fail("no");
      for (const [id, state] of Object.entries({ gone: "seen", failed: "failed", leased: "leased" })) {
        const result = await queue.enqueue(2, { id, onDuplicate: "replace", uniqueFor: "1h" });
        expect(result).toEqual({ id, created: false, state, outcome: "kept" });
      }
      expect(await queue.get("leased")).toMatchObject({ data: 1 });
    });

    test("leaves nothing to the holder of an expired lease", async () => {
      const { queue, clock } = createQueue();
      await queue.enqueue(1, { id: "a" });
      const late = await leaseOne(queue);
      clock.pass(60_000);
      await queue.clean();
      await queue.enqueue(2, { id: "a", onDuplicate: "replace" });
      expect(await late.complete()).toBe(false);
      expect(await completeNext(queue)).toEqual([["a", 2]]);
    });
  });

  describe("onDuplicate: again", () => {
    const again = (queue: Queue<unknown>, data: unknown) => queue.enqueue(data, { id: "a", onDuplicate: "again" });

    test("runs the newest payload once more after a leased job is completed", async () => {
      const { queue } = createQueue();
      expect(await again(queue, 1)).toMatchObject({ created: true, outcome: "created" });
      const job = await leaseOne(queue);
      expect(await again(queue, 2)).toEqual({ id: "a", created: false, state: "leased", outcome: "again" });
      expect(await again(queue, 3)).toMatchObject({ outcome: "again" });
      expect(await queue.get("a")).toMatchObject({ data: 1, runsAgain: true });
      expect(await job.complete("one")).toBe(true);
      expect(await queue.get("a")).not.toHaveProperty("runsAgain");
      expect(await queue.result("a")).toBeUndefined();
      expect(await completeNext(queue)).toEqual([["a", 3]]);
      expect(await completeNext(queue)).toEqual([]);
      expect((await queue.counts()).totals).toMatchObject({ enqueued: 2, completed: 2, duplicates: 2 });
    });

    test("runs the newest payload with all attempts after a job has failed, and the errors stay known", async () => {
      const { queue } = createQueue({ maxAttempts: 2 });
      await again(queue, 1);
      await (await leaseOne(queue)).retry({ delay: 0, error: "no" });
      const job = await leaseOne(queue);
      await again(queue, 2);
      expect((await queue.explain("a")).why).toMatch(/It runs again afterwards, with a newer payload\.$/);
      await job.retry({ delay: 0, error: "never" });
      const next = await leaseOne(queue);
      expect(next).toMatchObject({
        data: 2,
        attempt: 1,
        previous: { errors: [{ message: "no" }, { message: "never" }] },
      });
      expect(await next.complete()).toBe(true);
      expect((await queue.counts()).totals).toMatchObject({ enqueued: 1, failed: 1, completed: 1 });
    });

    test.each(["retry", "release"] as const)("waits behind a job after a %s", async (action) => {
      const { queue } = createQueue();
      await again(queue, 1);
      const job = await leaseOne(queue);
      await again(queue, 2);
      await (action === "retry" ? job.retry({ delay: 0 }) : job.release());
      expect(await queue.get("a")).toMatchObject({ data: 1, runsAgain: true });
      expect(await completeNext(queue)).toEqual([["a", 1]]);
      expect(await completeNext(queue)).toEqual([["a", 2]]);
    });

    test("ends with a cancel of the job", async () => {
      const { queue } = createQueue();
      await again(queue, 1);
      const job = await leaseOne(queue);
      await again(queue, 2);
      await queue.cancel(["a"]);
      expect([await job.complete(), await queue.get("a")]).toEqual([false, undefined]);
    });

    test("redrives a failed job with the newest payload, and runs after a done one", async () => {
      const { queue } = createQueue({ retention: { done: "1h" } });
      await again(queue, 1);
      await (await leaseOne(queue)).fail("no");
      expect(await again(queue, 2)).toEqual({ id: "a", created: false, state: "ready", outcome: "replaced" });
      const redriven = await leaseOne(queue);
      expect(redriven).toMatchObject({ data: 2, attempt: 1, previous: { errors: [{ message: "no" }] } });
      await redriven.complete("two");
      expect(await again(queue, 3)).toEqual({ id: "a", created: true, state: "ready", outcome: "created" });
      expect(await queue.result("a")).toBeUndefined();
      expect(await completeNext(queue)).toEqual([["a", 3]]);
    });

    test("applies to jobs of one batch in their order", async () => {
      const { queue } = createQueue();
      const jobs = [1, 2, 3].map((data) => ({ data, id: "a", onDuplicate: "again" as const }));
      expect((await queue.enqueueMany(jobs)).map(({ outcome }) => outcome)).toEqual([
        "created",
        "replaced",
        "replaced",
      ]);
      const calls = [4, 5].map((data) => again(queue, data));
      expect((await Promise.all(calls)).map(({ outcome }) => outcome)).toEqual(["replaced", "replaced"]);
      expect(await completeNext(queue)).toEqual([["a", 5]]);
    });
  });

  describe("debounce", () => {
    const debounce = (queue: Queue<unknown>, data: unknown) =>
      queue.enqueue(data, { id: "a", debounce: { wait: "5s", longest: "12s" } });

    test("runs the last payload once the jobs of an id have stopped for its wait", async () => {
      const { queue, clock } = createQueue();
      expect(await debounce(queue, 1)).toEqual({ id: "a", created: true, state: "delayed", outcome: "created" });
      clock.pass(4_000);
      expect(await debounce(queue, 2)).toEqual({ id: "a", created: false, state: "delayed", outcome: "debounced" });
      expect(await queue.get("a")).toMatchObject({ data: 2, dueAt: clock.time + 5_000 });
      clock.pass(4_999);
      expect(await completeNext(queue)).toEqual([]);
      clock.pass(1);
      expect(await completeNext(queue)).toEqual([["a", 2]]);
    });

    test("runs at the latest after the longest time, however many jobs follow", async () => {
      const { queue, clock } = createQueue();
      for (const data of [0, 3, 6, 9, 11]) {
        await debounce(queue, data);
        clock.pass(data === 9 ? 2_000 : data === 11 ? 999 : 3_000);
      }
      expect(await completeNext(queue)).toEqual([]);
      clock.pass(1);
      expect(await completeNext(queue)).toEqual([["a", 11]]);
    });

    test("replaces a job that is ready, and follows one that is leased", async () => {
      const { queue, clock } = createQueue();
      await debounce(queue, 1);
      clock.pass(5_000);
      await queue.clean();
      expect(await debounce(queue, 2)).toEqual({ id: "a", created: false, state: "ready", outcome: "debounced" });
      const job = await leaseOne(queue);
      expect(job.data).toBe(2);
      expect(await debounce(queue, 3)).toEqual({ id: "a", created: false, state: "leased", outcome: "debounced" });
      clock.pass(1_000);
      await debounce(queue, 4);
      await job.complete();
      expect(await queue.get("a")).toMatchObject({ state: "delayed", data: 4, dueAt: clock.time + 5_000 });
      clock.pass(5_000);
      expect(await completeNext(queue)).toEqual([["a", 4]]);
    });
  });
}
