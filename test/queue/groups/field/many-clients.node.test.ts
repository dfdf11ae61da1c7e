// All failures together: many clients at once, lost requests and replies, leases that expire, failed workers, and a clock that
// jumps. After each step the leased jobs are read from Redis: no group may ever have more than its limit.
import { expect, test } from "vitest";
import type { Job, QueueOptions } from "../../../../src/index.ts";
import { createRandom, type Random } from "../../../../src/instruments/testing/seeded-random.ts";
import { ioredis } from "../../../../src/redis/ioredis.ts";
import { orLost, withFaults } from "../kit/faulty-clients.ts";
import { type GroupQueue, groupOfId, idsOf, useGroupQueues } from "../kit/group-queue.ts";

const createGroups = useGroupQueues();
const GROUPS = ["a", "b", "c", "d"];
const STEPS = 150;

const KINDS: [string, Partial<QueueOptions<string>>][] = [
  ["strict order", { groups: { ordered: true } }],
  ["strict order that a failure stops", { groups: { ordered: "stop" } }],
  ["two at a time, five in the queue", { groups: { concurrency: 2 }, concurrency: 5 }],
  ["rates", { groups: { concurrency: 3, rate: { limit: 5, per: "1s" } }, rate: { limit: 12, per: "1s" } }],
];

/** Returns a function that does one step of random work as one of several clients, over requests with faults. */
function createWork(groups: GroupQueue, random: Random): () => Promise<unknown> {
  const { queue, clock, connect, redis } = groups;
  const { below, pick } = random;
  const clients = Array.from({ length: 6 }, () => connect({ redis: withFaults(ioredis(redis), random) }));
  const held: Job<string>[] = [];
  let enqueued = 0;
  const anyId = () => `${pick(GROUPS)}${below(enqueued + 1)}`;
  const newJob = () => {
    const group = pick(GROUPS);
    const options = pick([{}, {}, {}, { delay: below(3_000) }, { ttl: 1 + below(20_000) }, { priority: below(10) }]);
    return { data: "x", id: `${group}${enqueued++}`, group, cost: 1 + below(3), ...options };
  };
  const settle = (job: Job<string>) =>
    pick([
      () => job.complete(),
      () => job.complete(),
      () => job.retry({ delay: below(2) * 700 }),
      () => job.fail("no"),
      () => job.release(),
    ])();
  return async () => {
    const client = pick(clients);
    const work: (() => Promise<unknown>)[] = [
      () => client.enqueueMany(Array.from({ length: 1 + below(6) }, newJob)),
      () => client.enqueueMany(Array.from({ length: 1 + below(6) }, newJob)),
      async () => held.push(...(await client.lease({ count: 1 + below(6), worker: pick(["v", "w"]) })).jobs),
      async () => held.push(...(await client.lease({ count: 1 + below(6), worker: pick(["v", "w"]) })).jobs),
      async () => {
        const items = held
          .splice(0, below(5))
          .map((job) => ({ job, action: pick(["complete", "retry", "fail"] as const) }));
        held.push(...(await client.turn({ settle: items, lease: { count: 1 + below(5) } })).jobs);
      },
      // A job may be settled long after its lease has expired, and more than once.
      async () => (held.length > 0 ? settle(pick(held)) : undefined),
      async () => (held.length > 0 ? settle(held.splice(below(held.length), 1)[0] as Job<string>) : undefined),
      async () => (held.length > 0 ? settle(held.splice(below(held.length), 1)[0] as Job<string>) : undefined),
      async () => clock.pass(below(800)),
      async () => clock.pass(pick([5_000, 10_000, 3_600_000])),
      () => client.cancel([anyId(), anyId()]),
      () => client.failWorker(pick(["v", "w"])),
      () => client.redrive({ limit: 1 + below(5) }),
      () => client.promote([anyId(), anyId()]),
      () => client.clean(),
      () => client.setGroup(pick(GROUPS), pick([{ paused: true }, { paused: false }, { paused: true, until: "5s" }])),
      () => queue.purge(pick(["failed", "ready", "blocked", "delayed"] as const)),
      () => client.cancelGroup(pick(GROUPS)),
      () => client.deepClean(),
    ];
    // The last ones are rare, since each removes many jobs.
    return orLost((work[below(6) === 0 ? below(work.length) : below(9)] as () => Promise<unknown>)());
  };
}

/** Lets all jobs run that are left, however long they have to wait. */
async function finish({ queue, clock, lease }: GroupQueue): Promise<void> {
  for (const group of GROUPS) await queue.setGroup(group, { paused: false });
  for (let rounds = 0; ; rounds++) {
    await queue.purge("failed");
    const jobs = await lease();
    for (const job of jobs) await job.complete();
    const { ready, delayed, blocked, leased } = await queue.counts();
    if (ready + delayed + blocked + leased === 0) return;
    if (rounds > 500) throw new Error(`stuck: ${JSON.stringify({ ready, delayed, blocked, leased })}`);
    if (jobs.length === 0) clock.pass(1_000);
  }
}

test.each(KINDS.flatMap(([kind, options]) => [1, 2, 3].map((seed) => [kind, seed, options] as const)))(
  "%s: no limit is passed and no group is stuck, whatever happens (seed %i)",
  async (kind, seed, options) => {
    const groups = createGroups({ ...options, maxAttempts: 6 });
    const random = createRandom(`${kind} ${seed}`);
    const work = createWork(groups, random);
    const { ordered, concurrency = 1 } = options.groups ?? {};
    const most = ordered ? 1 : concurrency;
    let sum = 0;
    for (let step = 0; step < STEPS; step++) {
      await Promise.all(Array.from({ length: 1 + random.below(4) }, work));
      const counts = [...(await groups.countLeased()).values()];
      const leased = counts.reduce((total, count) => total + count, 0);
      expect({ step, most: Math.max(0, ...counts) > most ? counts : "held" }).toEqual({ step, most: "held" });
      expect(leased).toBeLessThanOrEqual(options.concurrency ?? 100);
      sum += leased;
    }
    // Otherwise nothing was tested.
    expect(sum).toBeGreaterThan(STEPS / 2);
    expect(await groups.queue.deepClean()).toMatchObject({
      finished: true,
      orphans: 0,
      doubles: 0,
      lost: 0,
      stray: 0,
      counters: 0,
    });
    await finish(groups);
    await groups.expectSound();
  },
);

test.each([1, 2, 3, 4])(
  "strict order holds with lost replies, expired leases, failed workers and retries (seed %i)",
  async (seed) => {
    const groups = createGroups({ groups: { ordered: true }, maxAttempts: 4 });
    const { queue, clock, connect, redis, enqueue } = groups;
    const random = createRandom(seed);
    const { below, pick } = random;
    const clients = Array.from({ length: 5 }, () => connect({ redis: withFaults(ioredis(redis), random) }));
    await enqueue(...GROUPS.flatMap((group) => idsOf(group, 30)));
    const started = new Map<string, number[]>(GROUPS.map((group) => [group, []]));
    const held: Job<string>[] = [];
    const note = (jobs: readonly Job<string>[] = []) => {
      for (const { id } of jobs) started.get(groupOfId(id))?.push(Number(id.slice(1)));
      held.push(...jobs);
    };
    for (let step = 0; step < STEPS * 2; step++) {
      const client = pick(clients);
      const settle = (how: (job: Job<string>) => Promise<unknown>) => async () => {
        const job = held.splice(below(held.length), 1)[0];
        if (job) await orLost(how(job));
      };
      const lease = async () => note((await orLost(client.lease({ count: 4, worker: pick(["v", "w"]) })))?.jobs);
      const work = pick([
        lease,
        lease,
        lease,
        settle((job) => job.complete()),
        settle((job) => job.complete()),
        settle((job) => job.retry({ delay: 500 })),
        settle((job) => job.retry({ delay: below(2) * 500 })),
        settle((job) => job.fail("never")),
        settle((job) => job.release()),
        async () => clock.pass(pick([100, 500, 500])),
        async () => clock.pass(pick([500, 10_000])),
        async () => orLost(client.failWorker("w")),
      ]);
      await work();
    }
    // The rest of each group, in which a job that had lost its place would come last.
    expect([...started.values()].flat().length).toBeGreaterThan(40);
    clock.pass(3_600_000);
    for (let jobs = await groups.lease(); jobs.length > 0; jobs = await groups.lease()) {
      note(jobs);
      for (const job of jobs) await job.complete();
    }
    for (const [group, numbers] of started) {
      expect({ group, numbers }).toEqual({ group, numbers: numbers.toSorted((x, y) => x - y) });
    }
    await queue.purge("failed");
    await groups.expectSound();
  },
);
