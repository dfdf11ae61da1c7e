// The jobs of fixtures: their ids, and how they are enqueued, leased and completed.
import type { QueueKeys } from "../../../src/engine/keys.ts";
import type { Job, Queue } from "../../../src/index.ts";
import type { Clock } from "../../setup/queue.ts";

/** A queue in a known state. */
export interface Fixture {
  queue: Queue<unknown>;
  /** The same queue for a client without retention of done jobs. */
  queueWithoutRetention: Queue<unknown>;
  clock: Clock;
  keys: QueueKeys;
  /** The fence of each job's last lease, by the job's id. */
  fences: Record<string, number>;
  /** The stamps of the registered queues, by their names. */
  stamps: Record<string, string>;
  /** The ids of the jobs that have followers. */
  followed: string[];
}

/** Ids of leased jobs whose leases do not expire in a test. */
export const HELD = ["held-1", "held-2", "held-3", "held-4", "held-5"];
/** Ids of leased jobs without options, in one bucket. */
export const PLAIN = ["plain-a", "plain-q"];
/** Ids of jobs whose leases expired: two are ready again, and the last one, which had one attempt, has failed. */
export const LATE = ["late-ready", "late-ttl", "late-failed"];
/** Ids of the jobs that are due in the fixture "due". One unit of work moves each kind. */
export const DUE = {
  expire: ["expired", "expired-later"],
  reclaim: ["over", "over-2", "dead"],
  promote: ["due", "due-2"],
};
/** The id of a waiting job with a follower. A job of DUE, which is past its time to live, has one too. */
export const FOLLOWED = "waits-followed";
/** An error that is longer than its reports in later attempts. */
export const LONG_ERROR = "x".repeat(190);
/** The name of a worker that is longer than that of the next one. */
export const LONG_WORKER = "a-worker-with-a-name-that-is-longer-than-that-of-the-next";

/** Enqueues jobs with the same options. */
export function enqueue({ queue }: Fixture, ids: string[], options = {}): Promise<unknown> {
  return queue.enqueueMany(ids.map((id) => ({ data: id, id, ...options })));
}

/** Leases jobs, and notes their fences in the fixture. */
export async function lease(
  fixture: Fixture,
  count: number,
  { duration = "1h", worker = "w" }: { duration?: "1s" | "1h"; worker?: string } = {},
): Promise<Job<unknown>[]> {
  const { jobs } = await fixture.queue.lease({ count, for: duration, worker });
  for (const { id, fence } of jobs) fixture.fences[id] = fence;
  return jobs;
}

/** Completes jobs with results, and keeps only the results. */
export async function complete({ queueWithoutRetention }: Fixture, jobs: Job<unknown>[]): Promise<void> {
  const held = jobs.map(({ id, fence }) => ({ id, fence }));
  await queueWithoutRetention.settle(held.map((job) => ({ job, action: "complete", result: { n: 1 } })));
}
