// The operations for operators: cancel, redrive, promote, purge, clean, list, explain, events and destroy.
import { describe, expect, test } from "vitest";
import { cleanAll } from "../../../src/cron/clean-all.ts";
import { readReports } from "../../../src/cron/stored-report.ts";
import { ping } from "../../../src/engine/all-scripts.ts";
import { callRegistry } from "../../../src/engine/registry.ts";
import { type Adapter, listQueues, Queue, type QueueOptions } from "../../../src/index.ts";
import { QueueContext } from "../../../src/queue/jobs/queue-context.ts";
import { admitWithLimits } from "../../../src/queue/jobs/registration.ts";
import { purgeSeen } from "../../../src/queue/operate/purge.ts";
import { toAdapter } from "../../../src/redis/to-adapter.ts";
import { Clock, freshName, START, testPrefix } from "../../setup/queue.ts";
import type { SuiteContext } from "./suite-context.ts";

/** Declares the tests of the operations for operators. */
export function declareOperateTests({ createQueue, createLeasedJobs, leaseOne, createRedis }: SuiteContext): void {
  describe("operations", () => {
    test("cancel removes ready, delayed and leased jobs, and no failed job", async () => {
      const { queue } = createQueue();
      await queue.enqueueMany([
        { data: 1, id: "leased", priority: 0 },
        { data: 1, id: "failed", priority: 1 },
      ]);
      const { jobs } = await queue.lease({ count: 2 });
      await jobs[1]?.fail("no");
      await queue.enqueueMany([
        { data: 1, id: "ready", ttl: "1h" },
        { data: 1, id: "delayed", delay: "1h" },
      ]);
      expect(await queue.cancel(["ready", "delayed", "leased", "failed", "unknown"])).toEqual([
        { id: "ready", ok: true, was: "ready" },
        { id: "delayed", ok: true, was: "delayed" },
        { id: "leased", ok: true, was: "leased" },
        { id: "failed", ok: false, reason: "failed" },
        { id: "unknown", ok: false, reason: "unknown" },
      ]);
      expect(await queue.explain("leased")).toMatchObject({ state: "cancelled" });
      expect(await queue.enqueue(2, { id: "leased" })).toMatchObject({ created: true });
      expect((await queue.counts()).totals).toMatchObject({ cancelled: 3 });
    });

    test("redrive makes failed jobs ready with full attempts, and keeps their errors", async () => {
      const { queue, jobs } = await createLeasedJobs(["a", "b", "c"], { maxAttempts: 1 });
      for (const job of jobs) await job.retry({ error: "no" });
      expect(await queue.redrive({ ids: ["b", "b", "unknown"] })).toEqual({ redriven: 1, left: 2 });
      expect(await queue.redrive({ limit: 1 })).toEqual({ redriven: 1, left: 1 });
      expect((await queue.list("ready")).jobs.map(({ id, attempt }) => [id, attempt])).toEqual([
        ["b", 0],
        ["a", 0],
      ]);
      expect((await queue.get("b"))?.errors).toHaveLength(1);
      expect((await leaseOne(queue)).attempt).toBe(1);
    });

    test("promote makes delayed jobs ready", async () => {
      const { queue } = createQueue();
      await queue.enqueue(1, { id: "a", delay: "1h", priority: 2 });
      await queue.enqueue(2, { id: "b" });
      expect(await queue.promote(["a", "b", "a"])).toEqual([
        { id: "a", ok: true },
        { id: "b", ok: false, reason: "not_delayed" },
        { id: "a", ok: false, reason: "not_delayed" },
      ]);
      expect((await leaseOne(queue)).id).toBe("a");
    });

    test("purgeSeen forgets the remembered ids and keeps the jobs", async () => {
      const { queue } = createQueue();
      const jobs = Array.from({ length: 600 }, (_, i) => ({ data: i, id: `job-${i}`, uniqueFor: "1d" as const }));
      await queue.enqueueMany(jobs);
      await queue.cancel("job-0");
      expect(await queue.enqueue(0, { id: "job-0" })).toMatchObject({ created: false, state: "seen" });
      expect(await purgeSeen(new QueueContext(queue.name, { redis: createRedis(), prefix: testPrefix() }))).toBe(600);
      expect(await queue.enqueue(0, { id: "job-0" })).toMatchObject({ created: true });
      expect(await queue.counts()).toMatchObject({ ready: 600, totals: { purged: 0 } });
    });

    test("purge removes the jobs of one state and no others", async () => {
      const { queue } = createQueue();
      await queue.enqueueMany(Array.from({ length: 1_000 }, () => ({ data: 1 })));
      await queue.enqueue(1, { delay: "1h" });
      expect(await queue.purge("ready")).toBe(1_000);
      expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 1, totals: { purged: 1_000 } });
      await expect(queue.purge("leased" as never)).rejects.toMatchObject({ code: "invalid_argument" });
    });

    test("failWorker returns the jobs of one worker to their places, and no other worker's jobs", async () => {
      const { queue } = createQueue();
      await queue.enqueueMany(["a", "b", "c", "d"].map((id) => ({ data: id, id })));
      const [a] = (await queue.lease({ count: 2, worker: "dead" })).jobs;
      await queue.lease({ count: 1, worker: "alive" });
      expect(await queue.workers()).toMatchObject([
        { worker: "alive", lastSeen: START, busy: true, holds: [{ id: "c" }] },
        { worker: "dead", lastSeen: START, busy: true, holds: [{ id: "a" }, { id: "b" }] },
      ]);
      expect(await queue.failWorker("dead")).toBe(2);
      expect(await a?.complete()).toBe(false);
      expect(a?.lost).toBe("released");
      expect((await queue.workers()).map(({ worker }) => worker)).toEqual(["alive"]);
      expect((await queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["a", "b", "d"]);
    });

    test("clean moves everything that is due and reports how many of each kind it moved", async () => {
      const { queue, clock } = createQueue({ lease: "1s", maxAttempts: 1 });
      await queue.enqueueMany([
        { data: 1, id: "a" },
        { data: 1, id: "b", maxAttempts: 2 },
      ]);
      await queue.lease({ count: 2, worker: "w" });
      await queue.enqueueMany([
        { data: 1, id: "due", delay: "1s" },
        { data: 1, id: "late", ttl: "1s" },
        { data: 1, id: "late and delayed", ttl: "1s", delay: "1h" },
      ]);
      clock.pass(1_000);
      const noChanges = { reclaimed: 0, failed: 0, promoted: 0, expired: 0, removed: 0, workers: 0, more: false };
      expect(await queue.clean()).toEqual({ ...noChanges, reclaimed: 1, failed: 1, promoted: 1, expired: 2 });
      expect(await queue.clean()).toEqual(noChanges);
      clock.pass(86_400_000);
      expect(await queue.clean()).toMatchObject({ workers: 1 });
    });

    test("clean moves at most `limit` jobs and reports that more are left", async () => {
      const { queue, clock } = createQueue({ lease: "1s" });
      await queue.enqueueMany(Array.from({ length: 25 }, () => ({ data: 1 })));
      await queue.lease({ count: 25 });
      clock.pass(1_000);
      expect(await queue.clean({ limit: 10 })).toMatchObject({ reclaimed: 10, more: true });
      expect(await queue.clean({ limit: 10 })).toMatchObject({ reclaimed: 10, more: true });
      expect(await queue.clean({ limit: 10 })).toMatchObject({ reclaimed: 5, more: false });
    });

    test("cleanAll cleans all queues of a prefix in one request, and continues where the last run stopped", async () => {
      const options = { redis: createRedis(), prefix: `${testPrefix()}:${freshName()}` };
      const names = ["a", "b", "c"];
      for (const name of names) await new Queue(name, options).enqueue(1);
      for (const kind of ["light", "deep"] as const) {
        const stopped = await cleanAll(kind, { ...options, redis: withoutRunMany(createRedis()), maxRequests: 3 });
        expect(stopped).toMatchObject({ left: ["b", "c"], requests: 3 });
        expect(await cleanAll(kind, options)).toMatchObject({ queues: 3, left: [], errors: [], requests: 3 });
        const registry = { adapter: toAdapter(options.redis), prefix: options.prefix, clock: () => "" };
        expect(await readReports(registry)).toContainEqual(expect.objectContaining({ kind, queues: 3 }));
      }
      for (const name of names) await new Queue(name, options).destroy();
    });

    test("admit limits the queues of a maker, and a queue that is unused for a week makes room", async () => {
      const clock = new Clock();
      const options = { redis: createRedis(), prefix: `${testPrefix()}:${freshName()}`, now: clock.now };
      const admit = (name: string) =>
        admitWithLimits(new QueueContext(name, options), { maker: "shop", maxQueues: 9, maxQueuesOfMaker: 2 });
      expect([await admit("a"), await admit("b"), await admit("c")]).toEqual(["ok", "ok", "maxQueuesOfMaker"]);
      const queue = new Queue("a", options);
      await queue.enqueue(1);
      expect(await (await queue.lease()).jobs[0]?.complete()).toBe(true);
      clock.pass(8 * 86_400_000);
      const report = await cleanAll("deep", { ...options, redis: withoutRunMany(createRedis()) });
      expect(report).toMatchObject({ queues: 2, retired: 2, left: [], errors: [] });
      expect(await listQueues(options)).toEqual([]);
      expect([await admit("c"), await admit("d"), await admit("e")]).toEqual(["ok", "ok", "maxQueuesOfMaker"]);
      for (const name of ["c", "d"]) await new Queue(name, options).destroy();
    });

    test("ping needs no queue", async () => {
      const registry = { adapter: toAdapter(createRedis()), prefix: testPrefix(), clock: () => "" };
      const reply = await callRegistry(registry, ping, {});
      expect(reply).toMatchObject({ status: "ok", values: [expect.stringMatching(/^\d+$/)] });
    });

    test("list returns the jobs of a state in pages", async () => {
      const { queue } = createQueue();
      await queue.enqueueMany(["a", "b", "c"].map((id) => ({ data: { id }, id })));
      const first = await queue.list("ready", { limit: 2 });
      expect(first).toMatchObject({ total: 3, cursor: "2", jobs: [{ id: "a", data: { id: "a" } }, { id: "b" }] });
      const second = await queue.list("ready", { limit: 2, cursor: first.cursor as string });
      expect(second).toMatchObject({ total: 3, cursor: undefined, jobs: [{ id: "c" }] });
    });

    test("explain states why a job is not running, in every state", async () => {
      const { queue, clock } = createQueue({ lease: "10s", maxAttempts: 1, retention: { done: "1h" } });
      const why = async (id: string) => (await queue.explain(id)).why;
      await queue.enqueueMany([
        { data: 1, id: "a" },
        { data: 1, id: "b" },
        { data: 1, id: "c", delay: "1h" },
      ]);
      expect(await why("a")).toBe("It is next; no worker has leased it yet.");
      expect(await why("b")).toBe("It is ready, with 1 job before it.");
      expect(await why("c")).toBe("It is delayed until 2023-11-14T23:13:20.000Z.");
      expect(await why("unknown")).toContain("No job has this id");
      await queue.pause();
      expect(await why("a")).toBe("The queue is paused.");
      await queue.resume();
      const { jobs } = await queue.lease({ count: 2, worker: "w" });
      expect(await why("a")).toBe("It is running: worker w holds it until 2023-11-14T22:13:30.000Z.");
      clock.pass(10_000);
      expect(await why("a")).toContain("the next lease or clean fails it, since its attempts are used up");
      await jobs[0]?.complete();
      expect(await why("a")).toBe("It was done at 2023-11-14T22:13:30.000Z.");
      await jobs[1]?.retry({ error: "no" });
      expect(await queue.explain("b")).toMatchObject({ attemptsLeft: 0, lastError: { message: "no" } });
      expect(await why("b")).toContain("after 1 of 1 attempts; redrive tries it again");
    });

    test("every operation that moves jobs records events", async () => {
      const { queue, clock } = createQueue();
      await queue.recordEvents({ keep: 100 });
      await queue.enqueueMany(["a", "b", "c", "d", "e", "f"].map((id) => ({ data: 1, id })));
      const { jobs } = await queue.lease({ count: 4, for: "1m", worker: "w" });
      await jobs[0]?.complete("result");
      await jobs[1]?.fail("no");
      await jobs[2]?.progress(0.5, { extend: "5m" });
      await jobs[2]?.retry({ delay: "1h" });
      await queue.promote("c");
      await queue.redrive();
      await queue.cancel("e");
      await queue.extend(jobs.slice(3), "5m");
      await queue.failWorker("w");
      await queue.lease({ for: "1s" });
      clock.pass(2_000);
      await queue.clean();
      await queue.purge("ready");
      const states: Record<string, string[]> = {};
      for await (const event of queue.events({ since: 0 })) {
        if (event.state === "missed") throw new Error("events were missed");
        states[event.job] = [...(states[event.job] ?? []), event.state];
        if (Object.values(states).filter((each) => /done|cancelled|purged/.test(each.at(-1) ?? "")).length === 6) break;
      }
      expect(states).toEqual({
        a: ["ready", "leased", "done"],
        b: ["ready", "leased", "failed", "ready", "purged"],
        c: ["ready", "leased", "delayed", "ready", "purged"],
        d: ["ready", "leased", "ready", "leased", "ready", "purged"],
        e: ["ready", "cancelled"],
        f: ["ready", "purged"],
      });
    });

    test("destroy removes the whole queue", async () => {
      const { queue } = createQueue();
      await queue.enqueue(1, { id: "a" });
      await queue.destroy();
      expect(await queue.get("a")).toBeUndefined();
      expect(await queue.counts()).toMatchObject({ ready: 0, totals: { enqueued: 0 } });
      expect(await listQueues({ redis: createRedis(), prefix: testPrefix() })).not.toContain(queue.name);
    });

    test("two queues of one prefix share no jobs", async () => {
      const [one, two] = [createQueue().queue, createQueue().queue];
      await one.enqueue(1, { id: "a" });
      expect(await two.enqueue(2, { id: "a" })).toMatchObject({ created: true });
      expect((await two.lease({ count: 9 })).jobs.map(({ data }) => data)).toEqual([2]);
      expect(freshName()).not.toBe(freshName());
    });
  });
}

/** Returns an adapter that sends each script in a request of its own. */
function withoutRunMany(redis: QueueOptions<unknown>["redis"]): Adapter {
  const adapter = toAdapter(redis);
  return { run: (...call) => adapter.run(...call) };
}
