// What the tests of the suite share: fresh queues over one adapter, each checked for honesty when its test is over.
import { afterEach, expect } from "vitest";
import type { Job, Queue, QueueOptions } from "../../../src/index.ts";
import { Clock, freshQueue } from "../../setup/queue.ts";

/** Makes the client or adapter that a suite is about. */
export type MakeRedis = () => QueueOptions<unknown>["redis"];

/** Tools for tests over one adapter. */
export interface Kit {
  redis: MakeRedis;
  make<T = unknown>(options?: Partial<QueueOptions<T>>): { queue: Queue<T>; clock: Clock };
  leaseOne<T>(queue: Queue<T>, worker?: string): Promise<Job<T>>;
}

/** Fails unless the counts agree with the jobs that are there, and the totals with what became of the rest. */
async function expectHonestCounts(queue: Queue<unknown>): Promise<void> {
  const { totals, ...counts } = await queue.counts();
  for (const state of ["ready", "delayed", "leased", "failed", "done"] as const) {
    const page = await queue.list(state, { limit: 1_000 });
    expect(page.total, `${state} jobs`).toBe(counts[state]);
    for (const job of page.jobs) expect((await queue.get(job.id))?.state).toBe(state);
  }
  const present = counts.ready + counts.delayed + counts.leased + counts.failed;
  expect(totals.enqueued, "enqueued").toBe(
    totals.completed + totals.cancelled + totals.expired + totals.purged + present,
  );
  expect(await queue.deepClean()).toMatchObject({
    finished: true,
    orphans: 0,
    doubles: 0,
    lost: 0,
    stray: 0,
    counters: 0,
  });
}

/** Makes the tools, and has every queue that they make checked after its test. */
export function makeKit(redis: MakeRedis): Kit {
  const used: Queue<never>[] = [];
  afterEach(async () => {
    for (const queue of used.splice(0)) await expectHonestCounts(queue as Queue<unknown>);
  });
  return {
    redis,
    make<T>(options: Partial<QueueOptions<T>> = {}) {
      const clock = new Clock();
      const queue = freshQueue<T>({ redis: redis(), now: clock.now, ...options });
      used.push(queue as Queue<never>);
      return { queue, clock };
    },
    async leaseOne<T>(queue: Queue<T>, worker = "") {
      const { jobs } = await queue.lease({ worker });
      expect(jobs).toHaveLength(1);
      return jobs[0] as Job<T>;
    },
  };
}
