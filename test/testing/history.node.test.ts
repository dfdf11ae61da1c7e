// Recorded histories: their content, what they lose with a reply, and that honest ones have no violations.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import { clean, counts } from "../../src/engine/all-scripts.ts";
import { type Adapter, Queue, type QueueOptions } from "../../src/index.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import {
  type ChaosOptions,
  chaos,
  checkHistory,
  finalState,
  type HistoryEvent,
  readHistory,
  recordHistory,
} from "../../src/testing.ts";
import { amountOf } from "../setup/long.ts";
import { Clock, freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { playTraffic, withCurrentTime } from "./kit/random-traffic.ts";
import { useRecordedQueues } from "./kit/recorded-queue.ts";

const createQueue = useRecordedQueues();
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  client = createClient({ url: inject("redisUrl") });
  await client.connect();
});
afterAll(() => client.destroy());

// LEASEHOLD_SEEDS=600 runs more seeds, LEASEHOLD_SEED=7 only that one.
const ONLY = process.env.LEASEHOLD_SEED;
const SEEDS = ONLY
  ? [Number(ONLY)]
  : Array.from({ length: Number(process.env.LEASEHOLD_SEEDS ?? amountOf({ usual: 8, long: 25 })) }, (_, i) => i + 1);

test.each<[string, ChaosOptions]>([
  ["a good connection", {}],
  ["lost requests and replies", { dropReply: 0.2, dropRequest: 0.1, cutBody: 0.05, error: 0.05 }],
  ["doubled and overtaken requests", { duplicate: 0.2, reorder: 0.05, dropReply: 0.1 }],
])(
  "with %s an honest history has no violations, recorded before the faults or behind them",
  async (_title, options) => {
    let [events, followUps] = [0, 0];
    for (const seed of SEEDS) {
      const behind = recordHistory(nodeRedis(client), { by: "behind" });
      const clock = new Clock();
      const redis = chaos(withCurrentTime(clock, behind.redis), { seed, ...options });
      const queue = freshQueue<number>({ redis, now: clock.now, backoff: 5_000 });
      const before = recordHistory(queue, { by: "before" });
      await playTraffic({ queue, clock }, { seed });
      await redis.settled();
      redis.calm();
      const final = await finalState(queue);
      const violations = [behind, before].flatMap(({ events }) => checkHistory(events, final)).map(String);
      expect(violations, `seed ${seed}`).toEqual([]);
      events += behind.events.length;
      followUps += behind.events.filter(({ request }) => request?.endsWith(" then")).length;
    }
    expect(followUps).toBeGreaterThan(SEEDS.length);
    expect(events).toBeGreaterThan(SEEDS.length * 80);
  },
  600_000,
);

test.each<[string, Partial<QueueOptions<number>>]>([
  ["limited", { groups: { concurrency: 2 }, concurrency: 6 }],
  ["ordered", { groups: { ordered: true } }],
  ["stopped by failed jobs", { groups: { ordered: "stop", rate: { limit: 60, per: "1m", burst: 5 } } }],
])(
  "an honest history of a queue with groups has no violations: %s",
  async (_title, limits) => {
    for (const seed of SEEDS) {
      const behind = recordHistory(nodeRedis(client), { by: "behind" });
      const clock = new Clock();
      const faults = seed % 2 === 0 ? {} : { dropReply: 0.15, dropRequest: 0.1, duplicate: 0.1, reorder: 0.05 };
      const redis = chaos(withCurrentTime(clock, behind.redis), { seed, ...faults });
      const queue = freshQueue<number>({ redis, now: clock.now, backoff: 5_000, ...limits });
      const before = recordHistory(queue, { by: "before" });
      await playTraffic({ queue, clock }, { seed, groups: ["a", "b", "c"], actors: 1 + (seed % 3) });
      await redis.settled();
      redis.calm();
      const final = await finalState(queue);
      const violations = [behind, before].flatMap(({ events }) => checkHistory(events, final)).map(String);
      expect(violations, `seed ${seed}`).toEqual([]);
    }
  },
  600_000,
);

test("a request that a full queue refused may take effect when it is repeated, but not the reverse", async () => {
  const { queue, history } = createQueue(undefined, { maxLength: 1 });
  const again = () => queue.enqueue(2, { idempotencyKey: "again" });
  const first = await queue.enqueue(1);
  await expect(again()).rejects.toMatchObject({ code: "queue_full" });
  await queue.cancel(first.id);
  const { id } = await again();
  expect((await again()).id).toBe(id);
  const state = await finalState(queue);
  expect(checkHistory(history.events, state).map(String)).toEqual([]);
  const refused = history.events.find(({ answer }) => answer === "full");
  const [from, to] = [1_000, 1_001];
  const altered = [...history.events, { ...(refused as HistoryEvent), from, to }];
  expect(checkHistory(altered, state).map(String)).toEqual([expect.stringContaining("same answer: enqueue")]);
});

test("jobs that failWorker fails count as failed", async () => {
  const { queue, history, violations } = createQueue(undefined, { maxAttempts: 2 });
  await queue.enqueueMany([{ data: 1, maxAttempts: 1 }, { data: 2, maxAttempts: 1 }, { data: 3 }]);
  await queue.lease({ count: 3, worker: "w" });
  expect(await queue.failWorker("w")).toBe(3);
  expect(await violations()).toEqual([]);
  const state = await finalState(queue);
  expect(state.counts.totals).toMatchObject({ reclaimed: 1, failed: 2 });
  for (const total of ["reclaimed", "failed"] as const) {
    const altered = structuredClone(state);
    altered.counts.totals[total] -= 1;
    expect(checkHistory(history.events, altered).map(String)).toEqual([
      "counters: reclaimed and failed are 2 together, but at least 3 jobs were reclaimed or failed",
    ]);
  }
});

test("a lease may have reclaimed unreported leases instead of another job", async () => {
  const { queue, clock, history, violations } = createQueue();
  // z is enqueued first, and comes last by id among the leases that expire in the same millisecond.
  const ids = ["z", ...Array.from({ length: 13 }, (_, i) => `a${i}`)];
  await queue.enqueueMany(ids.map((id, data) => ({ data, id })));
  for (const id of ["z", "a0"]) expect((await queue.lease()).jobs.map((job) => job.id)).toEqual([id]);
  await queue.lease({ count: 12 });
  clock.pass(60_000);
  // A lease of one job reclaims twelve.
  for (const id of ["a0", "z"]) expect((await queue.lease()).jobs.map((job) => job.id)).toEqual([id]);
  expect(await violations()).toEqual([]);
  const state = await finalState(queue);
  const unanswered = (count: number) =>
    history.events.map((event) => {
      if (event.count !== 12) return event;
      const { to, at, leased, answer, ...asked } = event;
      return { ...asked, count };
    });
  const rulesBrokenBy = (events: HistoryEvent[]) => checkHistory(events, state).map(({ rule }) => rule);
  expect(rulesBrokenBy(unanswered(12))).toEqual([]);
  expect(rulesBrokenBy(unanswered(8))).toContain("order");
});

test("a history contains no payload, result, error or progress note", async () => {
  const { queue, history } = createQueue();
  await queue.enqueueMany([7_777_777, 8_888_888, 6_666_666].map((data) => ({ data })));
  const { jobs } = await queue.lease({ count: 3 });
  await jobs[0]?.progress(0.5, { note: "secret-note" });
  await jobs[0]?.complete("secret-result");
  await jobs[1]?.fail(new Error("secret-error"));
  await jobs[2]?.retry({ error: "secret-error" });
  await queue.turn({ settle: [], lease: { count: 5 } });
  const text = JSON.stringify(history.events);
  expect(text).not.toMatch(/7777777|8888888|6666666|secret/);
  expect(history.events.map(({ op }) => op)).toEqual("enqueue lease progress settle settle settle lease".split(" "));
});

test("scripts that are sent together are recorded and checked one by one", async () => {
  const clock = new Clock();
  const prefix = `${testPrefix()}:${freshName()}`;
  const { redis, events } = recordHistory(nodeRedis(client), { by: "test" });
  const queues = ["a", "b"].map((name) => new Queue<number>(name, { redis, prefix, now: clock.now }));
  for (const queue of queues) {
    await queue.enqueue(1, { id: "first" });
    await queue.lease();
  }
  clock.pass(60_000);
  const report = await cleanAll("light", { redis, prefix, now: clock.now });
  expect(report).toMatchObject({ queues: 2, requests: 3, moved: { reclaimed: 2 } });
  const cleans = events.filter(({ op }) => op === "clean");
  expect(cleans.map(({ queue, counted }) => [queue, counted])).toEqual([
    ["a", [1, 0, 0, 0, 0, 0, 0]],
    ["b", [1, 0, 0, 0, 0, 0, 0]],
  ]);
  // Both were in flight at once.
  const [one, other] = cleans as [HistoryEvent, HistoryEvent];
  expect(other.from).toBeLessThan(one.to as number);
  for (const queue of queues) expect(checkHistory(events, await finalState(queue)).map(String)).toEqual([]);
});

test("of scripts that are sent together, one without a reply may have taken effect", async () => {
  const adapter: Adapter = {
    run: async () => "ok",
    runMany: (calls) =>
      calls.map(async (_, i) => (i === 0 ? "ok\n1 0 0 0 0 0 0" : Promise.reject({ code: "redis_unreachable" }))),
  };
  const { redis, events } = recordHistory(adapter, { by: "test" });
  const call = { script: clean, keys: ["lh:{a}:meta"], args: [] };
  const replies = redis.runMany?.([call, { ...call, keys: ["lh:{b}:meta"] }, { ...call, script: counts }]) ?? [];
  await Promise.allSettled(replies);
  expect(events).toMatchObject([
    { queue: "a", op: "clean", from: 1, to: 3, counted: [1, 0, 0, 0, 0, 0, 0] },
    { queue: "b", op: "clean", from: 2, error: "redis_unreachable" },
  ]);
  expect(events).toHaveLength(2);
  expect(events[1]?.to).toBeUndefined();
  expect(recordHistory({ run: adapter.run }).redis.runMany).toBeUndefined();
});

test("the lines of a recording are the same history, and a line that breaks off is left out", async () => {
  const lines: string[] = [];
  const { queue, clock } = createQueue();
  const history = recordHistory(queue, { by: "w1", onLine: (line) => lines.push(line) });
  await playTraffic({ queue, clock }, { seed: 4 });
  expect(readHistory(lines.join("\n"))).toEqual(history.events);
  const torn = readHistory([`${lines.slice(0, -1).join("\n")}\n${lines.at(-1)?.slice(0, -5)}`, "", "null\n7"]);
  expect(torn).toHaveLength(history.events.length);
  expect(torn.at(-1)?.to).toBeUndefined();
});

test("a violation shows the shortest part of the history that proves it", async () => {
  const { queue, history } = createQueue();
  await queue.enqueueMany([
    { data: 1, id: "a" },
    { data: 2, id: "b" },
  ]);
  const { jobs } = await queue.lease({ count: 2, worker: "w" });
  await jobs[0]?.complete();
  await jobs[1]?.complete();
  const events = structuredClone(history.events);
  const [, lease] = events;
  events.push({ ...(lease as (typeof events)[0]), from: 90, to: 91, request: "other" });
  const [violation] = checkHistory(events, await finalState(queue)).filter(({ rule }) => rule === "fences rise");
  const fence = jobs[0]?.fence;
  expect(String(violation)).toBe(
    [
      `fences rise: fence ${fence} was issued twice`,
      `  test 3-4 +0 ms  lease for w: leased "a" under fence ${fence}, attempt 1, until +30000 ms`,
      `  test 90-91 +0 ms  lease for w: leased "a" under fence ${fence}, attempt 1, until +30000 ms`,
    ].join("\n"),
  );
});

test("a stopped recording records nothing more, and the queue still works", async () => {
  const { queue, history } = createQueue();
  await queue.enqueue(1);
  history.stop();
  await queue.enqueue(2);
  expect(history.events).toHaveLength(1);
  expect((await queue.counts()).ready).toBe(2);
});
