// Recorded histories of queues with schedules, under lost replies and with several clients: each slot becomes one job.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { NewSchedule, Queue } from "../../src/index.ts";
import { createRandom } from "../../src/instruments/testing/seeded-random.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import {
  type ChaosOptions,
  chaos,
  checkHistory,
  finalState,
  type HistoryEvent,
  recordHistory,
} from "../../src/testing.ts";
import { Clock, freshName, freshQueue } from "../setup/queue.ts";
import { withCurrentTime } from "./kit/random-traffic.ts";
import { useRecordedQueues } from "./kit/recorded-queue.ts";

const createQueue = useRecordedQueues();
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  client = createClient({ url: inject("redisUrl") });
  await client.connect();
});
afterAll(() => client.destroy());

// LEASEHOLD_SEEDS=600 runs more seeds.
const SEEDS = Array.from({ length: Number(process.env.LEASEHOLD_SEEDS ?? 12) }, (_, i) => i + 1);
const START = Date.parse("2026-03-02T12:00:00Z");
const MINUTE = 60_000;
const STEPS = 40;
const SCHEDULES: NewSchedule<number>[] = [
  { id: "all", every: "2m", data: 1, overlap: "allow", catchUp: "2d", maxCatchUp: 1_000 },
  { id: "skipping", every: "1m", data: 1, priority: 1 },
  { id: "buffering", cron: "*/3 * * * *", data: 1, overlap: "buffer" },
  { id: "cancelling", every: "3m", data: 1, overlap: "cancel", jitter: "20s" },
];

/** Repeats a request until it has a reply. */
async function insist<R>(request: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await request();
    } catch {}
  }
}

/** Uses a queue with schedules as one of several clients does. A request without a reply is given up. */
async function useQueue(queue: Queue<number>, { clock, seed }: { clock: Clock; seed: number }): Promise<void> {
  const random = createRandom(seed * 2_654_435_761);
  const operations = [
    ...Array.from({ length: 3 }, () => async () => void clock.pass(random.below(MINUTE))),
    () => queue.clean(),
    () => queue.trigger("skipping"),
    () => queue.backfill("all", { from: START - 10 * MINUTE, to: START - MINUTE }),
    ...Array.from({ length: 3 }, () => async () => {
      const { jobs } = await queue.lease({ count: 1 + random.below(3) });
      for (const job of jobs)
        if (random.fraction() < 0.7) await (random.fraction() < 0.8 ? job.complete() : job.release());
    }),
  ];
  for (let step = 0; step < STEPS; step++)
    await random
      .pick<() => Promise<unknown>>(operations)()
      .catch(() => {});
}

test.each<[string, ChaosOptions]>([
  ["a good connection", {}],
  ["lost requests and replies", { dropReply: 0.2, dropRequest: 0.1, cutBody: 0.05, error: 0.05 }],
  ["doubled and overtaken requests", { duplicate: 0.2, reorder: 0.05, dropReply: 0.1 }],
])(
  "with %s each slot becomes one job, whichever client fires it",
  async (_title, options) => {
    let [unanswered, cancelled] = [0, 0];
    for (const seed of SEEDS) {
      const behind = recordHistory(nodeRedis(client), { by: "behind" });
      const clock = new Clock();
      clock.time = START;
      const redis = chaos(withCurrentTime(clock, behind.redis), { seed, ...options });
      const name = freshName();
      const before = recordHistory(redis, { by: "before" });
      const clients = [0, 1, 2].map(() => freshQueue<number>({ redis: before.redis, now: clock.now }, name));
      const queue = freshQueue<number>({ redis: before.redis, now: clock.now }, name);
      for (const schedule of SCHEDULES) await insist(() => queue.scheduleMany([schedule]));
      await Promise.all(clients.map((each, i) => useQueue(each, { clock, seed: seed * 10 + i })));
      await redis.settled();
      redis.calm();
      await queue.clean();
      const final = await finalState(queue);
      const violations = [behind, before].flatMap(({ events }) => checkHistory(events, final)).map(String);
      expect(violations, `seed ${seed}`).toEqual([]);
      const fired = behind.events.flatMap(({ fires, op, items = [] }) => (fires && op === "enqueue" ? items : []));
      const slots = new Set(fired.map(({ id }) => id).filter((id) => id.startsWith("all:")));
      const passed = Array.from({ length: Math.floor((clock.time - START) / (2 * MINUTE)) }, (_, i) => i + 1);
      for (const number of passed) expect(slots, `seed ${seed}`).toContain(`all:${START + number * 2 * MINUTE}`);
      unanswered += before.events.filter(({ fires, to }) => fires && to === undefined).length;
      cancelled += behind.events.flatMap(({ fires, op, items = [] }) => (fires && op === "cancel" ? items : [])).length;
    }
    expect(cancelled).toBeGreaterThan(0);
    expect(unanswered > 0).toBe("dropReply" in options);
  },
  600_000,
);

/** Returns the history of a queue whose schedule has fired three slots, and the final state. */
async function fireThree() {
  const { queue, clock, history } = createQueue();
  clock.time = START;
  await queue.schedule("a", { every: "1m" }, { data: 1, overlap: "allow" });
  for (let i = 0; i < 3; i++) {
    clock.pass(MINUTE);
    for (const job of (await queue.lease()).jobs) await job.complete();
  }
  const final = await finalState(queue);
  const judge = (change: (event: HistoryEvent) => HistoryEvent[]) =>
    checkHistory(history.events.flatMap(change), final).map(({ rule, message }) => `${rule}: ${message}`);
  return { history, judge };
}

/** Reports whether an event fired slots. */
const hasFired = ({ fires, op, items = [] }: HistoryEvent) =>
  fires !== undefined && op === "enqueue" && items.length > 0;

test("a slot that two requests fire is a violation, and so is one that no request has fired", async () => {
  const { judge } = await fireThree();
  expect(judge((event) => [event])).toEqual([]);
  const first = `a:${START + MINUTE}`;
  const isFirst = (event: HistoryEvent) => hasFired(event) && event.items?.[0]?.id === first;
  const twice = judge((event) =>
    isFirst(event) ? [event, { ...event, request: "replies:1 other 1", from: 9_000, to: 9_001 }] : [event],
  );
  expect(twice).toContain(`one run: job "${first}" is the run of a slot that was fired 2 times`);
  const never = judge((event) => (isFirst(event) ? [{ ...event, items: [] }] : [event]));
  expect(never).toContain("one run: 3 slots were fired, not 2");
  expect(never).toContainEqual(expect.stringMatching(/^ends once: .* before it was enqueued$/));
});

test("a request without a reply may have fired a slot that no reply names", async () => {
  const { history, judge } = await fireThree();
  const lose = ({ to, at, items, answer, ...sent }: HistoryEvent): HistoryEvent => sent as HistoryEvent;
  expect(judge((event) => [event.fires ? lose(event) : event])).toEqual([]);
  expect(history.events.filter(hasFired)).toHaveLength(3);
});
