// Creates the queues of the suite's tests over one adapter, and checks the counts of each queue after its test.
import { afterEach, expect } from "vitest";
import type { Job, Queue, QueueOptions } from "../../../src/index.ts";
import { Clock, freshQueue } from "../../setup/queue.ts";
import { NO_REPAIRS } from "../kit/invariants.ts";

/** Creates a client or an adapter of the kind that a suite tests. */
export type RedisFactory = () => QueueOptions<unknown>["redis"];

/** The functions that the suite's tests share. */
export interface SuiteContext {
  createRedis: RedisFactory;
  /** Creates a queue, on a clock that stands still unless the options contain another `now`. */
  createQueue<T = unknown>(options?: Partial<QueueOptions<T>>): { queue: Queue<T>; clock: Clock };
  /** Leases a job. Fails if none is ready. */
  leaseOne<T>(queue: Queue<T>, worker?: string): Promise<Job<T>>;
  /** Creates a queue, and leases a job of each id in their order. The payload of a job is its id. */
  createLeasedJobs<const Ids extends readonly string[]>(
    ids: Ids,
    options?: Partial<QueueOptions<unknown>>,
  ): Promise<{ queue: Queue<unknown>; clock: Clock; jobs: { -readonly [I in keyof Ids]: Job<unknown> } }>;
}

/** Expects the counts to match the listed jobs, and the totals to add up. */
async function expectConsistentCounts(queue: Queue<unknown>): Promise<void> {
  const { totals, ...counts } = await queue.counts();
  for (const state of ["ready", "delayed", "blocked", "leased", "failed", "done"] as const) {
    const page = await queue.list(state, { limit: 1_000 });
    expect(page.total, `${state} jobs`).toBe(counts[state]);
    for (const job of page.jobs) expect((await queue.get(job.id))?.state).toBe(state);
  }
  const present = counts.ready + counts.delayed + counts.blocked + counts.leased + counts.failed;
  const gone = totals.completed + totals.cancelled + totals.expired + totals.purged;
  expect(totals.enqueued, "enqueued").toBe(present + gone);
  expect(await queue.deepClean()).toMatchObject({ finished: true, ...NO_REPAIRS });
}

/** Creates the functions that the tests of a suite share. After each test, the counts of its queues are checked. */
export function createSuiteContext(createRedis: RedisFactory): SuiteContext {
  const created: Queue<never>[] = [];
  afterEach(async () => {
    for (const queue of created.splice(0)) await expectConsistentCounts(queue as Queue<unknown>);
  });
  const createQueue = <T>(options: Partial<QueueOptions<T>> = {}) => {
    const clock = new Clock();
    const queue = freshQueue<T>({ redis: createRedis(), now: clock.now, ...options });
    created.push(queue as Queue<never>);
    return { queue, clock };
  };
  return {
    createRedis,
    createQueue,
    async createLeasedJobs(ids, options) {
      const { queue, clock } = createQueue(options);
      await queue.enqueueMany(ids.map((id) => ({ data: id, id })));
      const { jobs } = await queue.lease({ count: ids.length });
      expect(jobs.map(({ id }) => id)).toEqual(ids);
      return { queue, clock, jobs: jobs as never };
    },
    async leaseOne<T>(queue: Queue<T>, worker = "") {
      const { jobs } = await queue.lease({ worker });
      expect(jobs).toHaveLength(1);
      return jobs[0] as Job<T>;
    },
  };
}
