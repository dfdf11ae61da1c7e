// Follow-ups: jobs that are added when another one ends, in one step.
import { describe, expect, test } from "vitest";
import { type FollowUp, next, type Queue } from "../../../src/index.ts";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of `then` and `next` within a queue. */
export function declareFollowUpTests({ createQueue, createLeasedJobs, leaseOne }: SuiteContext): void {
  /** Returns the ids and payloads of the next jobs, which are completed. */
  const completeNext = async (queue: Queue<unknown>) => {
    const { jobs } = await queue.lease({ count: 20 });
    for (const job of jobs) expect(await job.complete()).toBe(true);
    return jobs.map(({ id, data }) => [id, data]);
  };

  describe("a follow-up", () => {
    test.each(["complete", "fail"] as const)("is added when its job ends by %s", async (action) => {
      const { queue, jobs } = await createLeasedJobs(["a"]);
      const then = [{ data: { n: 1 }, id: "b", priority: 2 }, { data: { n: 2 } }];
      expect(await jobs[0][action]("done", { then })).toBe(true);
      expect(await queue.get("b")).toMatchObject({ state: "ready", priority: 2, data: { n: 1 } });
      const [first, second] = await completeNext(queue);
      expect([first, second?.[1]]).toEqual([["b", { n: 1 }], { n: 2 }]);
      expect(await queue.result("a")).toBe(action === "complete" ? "done" : undefined);
    });

    test("has an id that follows from its job, in the results of a settling", async () => {
      const { queue, jobs } = await createLeasedJobs(["a", "b"]);
      const then = [{ data: 1 }, { data: 2, id: "chosen", delay: "1m" }, { data: 3, id: "b" }] as const;
      const [first, second] = await queue.settle([
        { job: jobs[0], action: "complete", then },
        { job: jobs[1], action: "release" },
      ]);
      expect(first).toEqual({
        id: "a",
        ok: true,
        state: "done",
        then: [
          { id: expect.stringMatching(/^_[0-9a-f].{11}$/), state: "ready", created: true },
          { id: "chosen", state: "delayed", created: true },
          { id: "b", state: "leased", created: false },
        ],
      });
      expect(second).toEqual({ id: "b", ok: true, state: "ready" });
      const { jobs: leased } = await queue.lease({ count: 9 });
      expect(leased.map(({ data }) => data)).toEqual(["b", 1]);
    });

    test("is not added if its job was settled before, or is held by another", async () => {
      const { queue, jobs, clock } = await createLeasedJobs(["a", "b"]);
      await jobs[0].complete();
      clock.pass(60_000);
      const again = await leaseOne(queue);
      expect(await jobs[0].complete(undefined, { then: [{ data: 1, id: "n" }] })).toBe(false);
      expect(await jobs[1].fail("no", { then: [{ data: 1, id: "n" }] })).toBe(false);
      expect(await queue.get("n")).toBeUndefined();
      expect(await again.complete(undefined, { then: [{ data: 1, id: "n" }] })).toBe(true);
      expect(await completeNext(queue)).toEqual([["n", 1]]);
    });

    test("is added once by a turn that is repeated with its idempotency key, and by nothing else", async () => {
      const { queue, jobs } = await createLeasedJobs(["a"]);
      const then = [{ data: 1 }];
      const turn = (items: FollowUp[]) =>
        queue.turn({
          settle: [{ job: jobs[0], action: "complete", then: items }],
          lease: { count: 5 },
          idempotencyKey: "k",
        });
      const first = await turn(then);
      expect(first.settled).toMatchObject([{ ok: true, then: [{ created: true }] }]);
      expect(first.jobs.map(({ data }) => data)).toEqual([1]);
      const second = await turn(then);
      expect(second.settled).toEqual(first.settled);
      expect(second.jobs.map(({ id, fence }) => [id, fence])).toEqual(first.jobs.map(({ id, fence }) => [id, fence]));
      await expect(turn([{ data: 2 }])).rejects.toMatchObject({ code: "idempotency_key_reused" });
      expect(await queue.counts()).toMatchObject({ totals: { enqueued: 2 }, leased: 1 });
    });

    test("shares requests with those of other calls of a tick", async () => {
      const ids = Array.from({ length: 20 }, (_, i) => `${i}`);
      const { queue, jobs } = await createLeasedJobs(ids);
      const settled = jobs.map((job, i) =>
        i % 2 ? job.complete(i, { then: [{ data: i, id: `then-${i}` }] }) : job.complete(i),
      );
      expect(await Promise.all(settled)).toEqual(ids.map(() => true));
      const added = ids.flatMap((_, i) => (i % 2 ? [[`then-${i}`, i]] : []));
      expect(await completeNext(queue)).toEqual(added);
    });

    test("is added although the queue is full, so that its job is not lost", async () => {
      const { queue } = createQueue({ maxLength: 1 });
      await queue.enqueue(1, { id: "a" });
      const job = await leaseOne(queue);
      await queue.enqueue(1, { id: "b" });
      expect(await job.complete(undefined, { then: [{ data: 2, id: "c" }] })).toBe(true);
      await expect(queue.enqueue(3)).rejects.toMatchObject({ code: "queue_full" });
      expect(await completeNext(queue)).toEqual([
        ["b", 1],
        ["c", 2],
      ]);
    });

    test("takes the slot of its job in their group, behind those that wait", async () => {
      const { queue } = createQueue({ groups: { ordered: true } });
      await queue.enqueueMany(["a", "b"].map((id) => ({ data: id, id, group: "g" })));
      const job = await leaseOne(queue);
      const then = [
        { data: "c", id: "c", group: "g", cost: 2 },
        { data: "d", id: "d", group: "other" },
      ];
      await queue.settle([{ job, action: "complete", then }]);
      expect(await completeNext(queue)).toEqual([
        ["d", "d"],
        ["b", "b"],
      ]);
      expect(await queue.get("c")).toMatchObject({ state: "ready", group: "g", cost: 2 });
      expect(await completeNext(queue)).toEqual([["c", "c"]]);
    });

    test("has the attempts, the time to live and the remembered id that it states", async () => {
      const { queue, jobs, clock } = await createLeasedJobs(["a"]);
      const then = [{ data: 1, id: "n", maxAttempts: 2, ttl: "1m", uniqueFor: "1h" }] as const;
      await jobs[0].complete(undefined, { then });
      expect(await queue.get("n")).toMatchObject({ maxAttempts: 2, expiresAt: clock.time + 60_000 });
      expect(await completeNext(queue)).toEqual([["n", 1]]);
      expect(await queue.enqueue(1, { id: "n" })).toMatchObject({ created: false, state: "seen" });
    });

    test("is validated before anything is sent", async () => {
      const { queue, jobs } = await createLeasedJobs(["a"]);
      const complete = (then: unknown) => jobs[0].complete(undefined, { then: then as FollowUp[] });
      for (const [then, message] of [
        [{}, "then must be a list"],
        [[{ data: 1, id: "a" }], "follow-up 0: its id is that of the job before it"],
        [[{ data: 1, onDuplicate: "again", id: "b" }], "follow-up 0: a follow-up has no onDuplicate"],
        [[{ data: 1 }, { data: 2, delay: -1 }], "follow-up 1"],
        [[{ data: 1, unknown: 1 }], "unknown"],
        [Array.from({ length: 101 }, () => ({ data: 1 })), "at most 100"],
      ] as const) {
        await expect(complete(then)).rejects.toMatchObject({
          code: "invalid_argument",
          message: expect.stringContaining(message),
        });
      }
      const retry = { job: jobs[0], action: "retry", then: [{ data: 1 }] } as never;
      await expect(queue.settle([retry])).rejects.toThrow("only complete and fail take follow-ups");
      expect(jobs[0].isHeld).toBe(true);
      expect(await complete([])).toBe(true);
    });
  });

  describe("next", () => {
    test("completes the job of a handler and adds follow-ups, which the same drain handles", async () => {
      const { queue } = createQueue<number>();
      await queue.enqueue(3, { id: "a" });
      const seen: number[] = [];
      const completed: unknown[] = [];
      const report = await queue.drain(
        ({ data }) => {
          seen.push(data);
          return data > 0 ? next(data * 2, [{ data: data - 1 }]) : "last";
        },
        { budget: "10s", on: { completed: ({ result }) => void completed.push(result) } },
      );
      expect(seen).toEqual([3, 2, 1, 0]);
      expect(completed).toEqual([6, 4, 2, "last"]);
      expect(report).toMatchObject({ completed: 4, failed: 0, ended: "empty" });
      expect(await queue.result("a")).toBe(6);
    });

    test("fails the job if its follow-ups cannot be added", async () => {
      const { queue } = createQueue<unknown>();
      await queue.enqueue(1, { id: "a" });
      await queue.drain(() => next("result", [{ data: 1, delay: "never" as "1s" }]), { budget: "10s" });
      const error = expect.stringMatching(/^it was done, but .*follow-ups cannot be added: .*follow-up 0/);
      expect(await queue.get("a")).toMatchObject({ state: "failed", errors: [{ message: error }] });
    });

    test("waits for a settling with follow-ups that a handler has begun", async () => {
      const { queue } = createQueue<number>();
      await queue.enqueue(1, { id: "a" });
      const handler = (job: Parameters<Parameters<typeof queue.drain>[0]>[0]) => {
        if (job.data === 1) void job.complete("own", { then: [{ data: 2, id: "b" }] });
        return "returned";
      };
      expect(await queue.drain(handler, { budget: "10s" })).toMatchObject({ completed: 2, lost: 0 });
      expect([await queue.result("a"), await queue.result("b")]).toEqual(["own", "returned"]);
    });
  });
}

/** Declares the tests of follow-ups in other queues. */
export function declareOutboxTests({ createQueue, createLeasedJobs, leaseOne }: SuiteContext): void {
  describe("a follow-up in another queue", () => {
    test("is there when its job has ended, and the outbox is empty again", async () => {
      const { queue, jobs } = await createLeasedJobs(["a", "b"]);
      const { queue: invoices } = createQueue<unknown>();
      const { queue: mails } = createQueue<unknown>();
      const then = [
        { data: { n: 1 }, id: "i", queue: invoices.name, priority: 1 },
        { data: { n: 2 }, queue: mails, delay: "1m" },
        { data: { n: 3 }, queue: queue.name },
      ] as const;
      const [result] = await queue.settle([{ job: jobs[0], action: "complete", then }]);
      const [, mail] = result?.ok ? (result.then ?? []) : [];
      expect(result).toMatchObject({
        then: [
          { id: "i", queue: invoices.name, state: "outbox", created: true },
          { id: expect.stringMatching(`^${queue.name}\\._`), queue: mails.name, state: "outbox", created: true },
          { state: "ready", created: true },
        ],
      });
      expect(await invoices.get("i")).toMatchObject({ state: "ready", data: { n: 1 }, priority: 1 });
      expect(await mails.get(mail?.id ?? "")).toMatchObject({ state: "delayed", data: { n: 2 } });
      expect(await queue.outbox()).toEqual({ total: 0, jobs: [], cursor: undefined });
      expect(await queue.counts()).not.toHaveProperty("outbox");
      expect(await jobs[1].fail("no", { then: [{ data: 4, queue: invoices }] })).toBe(true);
      expect((await invoices.counts()).ready).toBe(2);
    });

    test("waits in the outbox while its queue is full, and is sent by a later lease or clean, in order", async () => {
      const { queue, jobs } = await createLeasedJobs(["a", "b"]);
      const { queue: full } = createQueue<unknown>({ maxLength: 2 });
      const { queue: other } = createQueue<unknown>();
      await full.enqueue(0, { id: "0" });
      const then = [1, 2, 3].map((n) => ({ data: n, id: `${n}`, queue: full }));
      await jobs[0].complete(undefined, { then: [...then, { data: 4, queue: other }] });
      expect((await other.counts()).ready).toBe(1);
      expect(await queue.counts()).toMatchObject({ outbox: { waiting: 2, longest: 0 } });
      const { jobs: waiting, total } = await queue.outbox({ limit: 1 });
      expect([waiting, total]).toEqual([[{ id: "2", queue: full.name, since: expect.any(Number) }], 2]);
      const completeNext = async () => {
        const job = await leaseOne(full);
        await job.complete();
        return job.id;
      };
      const done = [await completeNext()];
      await queue.clean();
      expect((await queue.counts()).outbox?.waiting).toBe(1);
      done.push(await completeNext(), await completeNext());
      await queue.clean();
      done.push(await completeNext());
      expect(done).toEqual(["0", "1", "2", "3"]);
      expect(await queue.counts()).not.toHaveProperty("outbox");
    });

    test("is validated and encoded by its queue", async () => {
      const { jobs } = await createLeasedJobs(["a"]);
      const codec = { encode: (data: unknown) => `x${data}`, decode: (text: string) => Number(text.slice(1)) };
      const { queue: target } = createQueue<number>({ codec });
      const elsewhere = createQueue<number>({ prefix: "other" }).queue;
      const complete = (then: unknown) => jobs[0].complete(undefined, { then: then as FollowUp[] });
      for (const [wrong, message] of [
        [{ data: 1, queue: elsewhere }, "the same prefix"],
        [{ data: 1, queue: "no name" }, "the queue of a follow-up"],
        [{ data: 1, queue: {} }, "must be a name, or a Queue"],
        [{ data: 1, queue: target, debounce: { wait: 1 } }, "has no debounce"],
      ] as const)
        await expect(complete([wrong])).rejects.toThrow(message);
      expect(await complete([{ data: 7, queue: target, id: "n" }])).toBe(true);
      expect((await leaseOne(target)).data).toBe(7);
    });
  });
}
