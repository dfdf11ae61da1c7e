// deepClean between steps of random work, where it finds nothing, and after random damage, which it repairs.
import { expect, test } from "vitest";
import { bucketDigit, STATES } from "../../../src/engine/keys.ts";
import { type Job, Queue, type SettleItem } from "../../../src/index.ts";
import { createRandom, type Random } from "../../../src/instruments/testing/seeded-random.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { sampleOf } from "../../setup/long.ts";
import { Clock, testPrefix } from "../../setup/queue.ts";
import { redis } from "../kit/connection.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";

const queueWith = connectQueues();

/** Returns a function that does one step of random work. Its workers settle late, twice and under lost leases. */
function createWork(queue: Queue<string>, clock: Clock, { below, pick }: Random): () => Promise<unknown> {
  const jobs: Job<string>[] = [];
  const anyJob = () => (jobs.length > 0 ? jobs[below(jobs.length)] : undefined);
  const id = () => `id ${below(12)} ü%`;
  const maybe = <T>(value: T) => (below(2) === 0 ? {} : value);
  const items = () =>
    Array.from({ length: below(4) }, anyJob).flatMap((job) =>
      job === undefined
        ? []
        : [
            pick<SettleItem>([
              { job, action: "complete", ...maybe({ result: 1 }) },
              { job, action: "retry", delay: below(2) * 500, ...maybe({ error: "no" }) },
              { job, action: "fail", ...maybe({ error: "never" }) },
              { job, action: "release" },
            ]),
          ],
    );
  const keep = async (leased: Promise<{ jobs: Job<string>[] }>) => {
    jobs.push(...(await leased).jobs);
    jobs.splice(0, jobs.length - 20);
  };
  const steps: (() => Promise<unknown>)[] = [
    () =>
      queue.enqueueMany(
        Array.from({ length: 1 + below(5) }, () => ({
          data: "x",
          priority: below(10),
          ...maybe({ id: id() }),
          ...maybe({ delay: below(3_000) }),
          ...maybe({ ttl: 1 + below(4_000) }),
          ...maybe({ maxAttempts: 1 + below(3) }),
        })),
      ),
    () => queue.enqueue("x", { id: `once ${below(9)}`, uniqueFor: "1h" }),
    () => keep(queue.lease({ count: 1 + below(4), for: 1_000, worker: `w${below(3)}` })),
    () => keep(queue.lease({ count: 2, idempotencyKey: `idempotency key ${below(5)}` })),
    () => keep(queue.turn({ settle: items(), lease: { count: 1 + below(3), for: 2_000 } })),
    () => queue.turn({ settle: items(), idempotencyKey: `turn ${below(5)}` }).catch(() => {}),
    async () => anyJob()?.extend("2s"),
    async () => anyJob()?.progress(0.5, maybe({ extend: "2s" })),
    async () => clock.pass(below(1_500)),
    () => queue.clean({ limit: 1 + below(5) }),
    () => queue.cancel([id(), id(), anyJob()?.id ?? id()]),
    () => queue.promote([id(), id()]),
    () => queue.redrive({ limit: 1 + below(3) }),
    () => queue.redrive({ ids: [id(), id()] }),
    () => queue.failWorker(`w${below(3)}`),
    () => (below(4) === 0 ? queue.purge(pick(["ready", "delayed", "failed", "done"])) : queue.pause()),
    () => queue.resume(),
  ];
  return () => pick(steps)();
}

/** Creates a queue for random work. Returns its keys, its client, and a function that does one step of work. */
async function startWork(seed: number, { keepsDone = seed % 2 === 0 } = {}) {
  const stored = await queueWith();
  const clock = new Clock();
  const queue = new Queue<string>(stored.name, {
    redis: nodeRedis(redis()),
    prefix: testPrefix(),
    now: clock.now,
    maxAttempts: 3,
    lease: "1s",
    retention: keepsDone ? { done: { age: 3_000, count: 5 }, failed: { count: 5 } } : {},
  });
  const random = createRandom(seed);
  return { stored, queue, random, step: createWork(queue, clock, random) };
}

const NOTHING = { finished: true, orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };

/** Returns the numbers in the head of a queue. */
function parseHead({ meta }: State) {
  const [, , ...numbers] = (meta?.head ?? "2  0 0 0 0 0 0").replace("|", "").split(" ");
  const [tick = 0, due, runs, enqueued, leased, completed] = numbers.map(Number);
  return { tick, due, runs, enqueued, leased, completed };
}

/** Expects each record in one state, each id of a state with a record, each run with a record, and right totals. */
function expectSound(state: State): void {
  const ids = STATES.flatMap((name) => Object.keys(state[name] ?? {})).sort();
  expect(ids).toEqual(Object.keys(state.jobs ?? {}).sort());
  const runs = Object.entries(state.runs ?? {});
  for (const [id] of runs) expect(ids).toContain(id);
  const waiting = Object.keys({ ...state.ready, ...state.delayed });
  for (const id of Object.keys(state.expiring ?? {})) expect(waiting).toContain(id);
  for (const id of Object.keys(state.leased ?? {})) expect(state.runs?.[id]).toMatch(/^L /);
  // A queue without jobs may lack a head.
  if (state.meta?.head === undefined && ids.length === 0) return;
  const head = parseHead(state);
  const total = (name: string) => Number(state.meta?.[name] ?? 0);
  const gone = total("cancelled") + total("expired") + total("purged");
  expect(head).toMatchObject({
    runs: runs.length,
    enqueued: ids.length - Object.keys(state.done ?? {}).length + (head.completed ?? 0) + gone,
  });
  for (const [, run] of runs) expect(head.tick).toBeGreaterThanOrEqual(Number(/^. (\d+)/.exec(run)?.[1] ?? 0));
}

/** Returns a state without the cursor of the audit, the last tick and times to live, which change by themselves. */
function lastingParts(state: State): unknown {
  const { audit: _, head: __, ...meta } = state.meta ?? {};
  const keys = Object.entries(state).map(([key, value]) => [key, /^(repl|result)/.test(key) ? value[0] : value]);
  return { ...Object.fromEntries(keys), meta, head: { ...parseHead(state), tick: 0 } };
}

/** Expects that a queue is sound, and that a deep clean finds and changes nothing. */
async function expectNoRepair(stored: TestQueue, deepClean: () => Promise<unknown>): Promise<void> {
  const before = await stored.state();
  expectSound(before);
  expect(await deepClean()).toMatchObject(NOTHING);
  expect(lastingParts(await stored.state())).toEqual(lastingParts(before));
}

// A busy machine needs this long.
const SLOW = { timeout: 60_000 };

test.each(sampleOf([1, 2, 3, 4], { nth: 2 }))(
  "deepClean finds and changes nothing between steps of random work: seed %d",
  SLOW,
  async (seed) => {
    const { stored, queue, step } = await startWork(seed);
    for (let i = 0; i < 100; i++) {
      await step();
      await expectNoRepair(stored, () => queue.deepClean({ slice: 1 + (i % 7) }));
    }
  },
);

test("deepClean finds nothing in thousands of jobs, in slices between steps of work", async () => {
  const { stored, queue, step } = await startWork(21, { keepsDone: true });
  for (const delay of [0, 0, 1_500]) {
    await queue.enqueueMany(Array.from({ length: 1_000 }, () => ({ data: "x", delay, ttl: "1h" })));
  }
  const { jobs } = await queue.lease({ count: 900, for: "10s" });
  await queue.turn({ settle: jobs.slice(300).map((job) => ({ job, action: job.attempt % 2 ? "fail" : "complete" })) });
  let [examined, rounds] = [0, 0];
  while (rounds < 2) {
    await step();
    const { finished, ...report } = await queue.deepClean({ limit: 100, slice: 100 });
    expect(report).toMatchObject({ orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 });
    examined += report.examined;
    if (finished) rounds += 1;
  }
  expect(examined).toBeGreaterThan(2_000);
  expectSound(await stored.state());
});

const RUNS = ["damaged", "", "L 5", "L 5 1 0 7 5 0 1\nw\n", "F 5 1 0 7 5 0\nw\n", "Z 1 1 1 1 1 1\n\n"] as const;

/** Removes something, or adds something to a wrong place. */
async function damage({ keys: { root }, state }: TestQueue, { below, pick }: Random): Promise<void> {
  const [first, ...others] = Object.keys((await state()).jobs ?? {});
  const id = first !== undefined && below(4) > 0 ? pick([first, ...others]) : pick(["stranger", "ü% 2"]);
  const set = root + pick([...STATES, "expiring"]);
  const bucket = `${root}jobs:${bucketDigit(id)}`;
  switch (below(7)) {
    case 0:
      return void (await redis().zRem(set, id));
    case 1:
      return void (await redis().zAdd(set, { value: id, score: below(9) }));
    case 2:
      return void (await redis().hDel(bucket, `\t${id}`));
    case 3:
      return void (await redis().hSet(bucket, `\t${id}`, pick(RUNS)));
    case 4:
      return void (await redis().hDel(bucket, id));
    case 5:
      return void (await redis().hSet(bucket, id, pick(["damaged", "", "1 5\n{}", "4500000000000001"])));
    default:
      return void (await redis().hDel(`${root}meta`, pick(["head", "cancelled", "expired", "audit"])));
  }
}

test.each(sampleOf([11, 12, 13, 14], { nth: 2 }))(
  "deepClean repairs random damage, and work goes on: seed %d",
  SLOW,
  async (seed) => {
    const { stored, queue, random, step } = await startWork(seed);
    for (let i = 0; i < 30; i++) {
      for (let j = 0; j < 4; j++) await step();
      for (let j = 0; j <= random.below(3); j++) await damage(stored, random);
      await step();
      await queue.deepClean();
      await expectNoRepair(stored, () => queue.deepClean());
    }
  },
);
