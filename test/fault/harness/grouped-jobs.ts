// The jobs of the fixtures with groups: a group in every position. The ids that other fixtures have too play the same parts.
import type { EnqueueOptions, Job } from "../../../src/index.ts";
import type { QueueLimits } from "../../../src/queue/jobs/options/limits.ts";
import {
  complete,
  DUE,
  enqueue,
  type Fixture,
  HELD,
  LATE,
  LONG_ERROR,
  LONG_WORKER,
  lease,
  PLAIN,
} from "./fixture-jobs.ts";

/** The limits of the fixtures with groups, by the beginnings of the names of the fixtures. */
export const LIMITS: Record<"capped" | "limited" | "ordered", QueueLimits> = {
  capped: { groups: { concurrency: 2 } },
  limited: {
    groups: { concurrency: 2, rate: { limit: 60, per: "1m", burst: 4 } },
    concurrency: 30,
    rate: { limit: 6_000, per: "1m", burst: 500 },
  },
  ordered: { groups: { ordered: "stop", rate: { limit: 60, per: "1m", burst: 4 } }, concurrency: 30 },
};

/**
 * Adds jobs to a queue with groups. A group is named by the position of its jobs; a digit at the end of an id numbers those
 * that are blocked behind it.
 */
export async function addGroupedJobs(fixture: Fixture, { isDue }: { isDue: boolean }): Promise<void> {
  const { queue } = fixture;
  await addHeldJobs(fixture);
  await addEndedJobs(fixture);
  await addLateJobs(fixture);
  await complete(fixture, await leaseNew(fixture, ["tokens"], { group: "limited", cost: 4 }));
  await enqueue(fixture, ["limited-head", "limited-1", "limited-2"], { group: "limited", cost: 4 });
  await queue.setGroup("slow", { rate: { limit: 1, per: "1h", burst: 1 } });
  await complete(fixture, await leaseNew(fixture, ["token"], { group: "slow" }));
  await enqueue(fixture, ["slow-head", "slow-1"], { group: "slow" });
  await addRetries(fixture);
  if (isDue) await addDueJobs(fixture);
  await queue.setGroup("paused", { paused: true, until: "1h" });
  await enqueue(fixture, ["paused-head", "paused-1"], { group: "paused" });
  await queue.setGroup("stopped", { paused: true });
  await enqueue(fixture, ["stopped-1", "stopped-2"], { group: "stopped" });
  await queue.setGroup("idle", { concurrency: 7 });
  await addWaitingJobs(fixture);
}

/** Adds held, ready and blocked jobs of groups that have a concurrency only. */
export async function addCappedJobs(fixture: Fixture): Promise<void> {
  const [first = "", second = "", third = ""] = HELD;
  const [lateReady = ""] = LATE;
  await leaseNew(fixture, [lateReady], { group: "late", duration: "1s", priority: 5 });
  await enqueue(fixture, ["late-1"], { group: "late" });
  fixture.clock.pass(2_000);
  await fixture.queue.clean();
  await leaseNew(fixture, [first, second], { group: "full" });
  await leaseNew(fixture, [third], { group: "open" });
  await leaseNew(fixture, PLAIN, { group: "single" });
  await enqueue(fixture, ["full-1", "full-2", "full-3"], { group: "full" });
  await enqueue(fixture, ["open-head", "open-1"], { group: "open" });
  await enqueue(fixture, ["many-head", "many-1", "many-2"], { group: "many" });
  await enqueue(fixture, ["ready-1"]);
  await enqueue(fixture, ["late-2"], { group: "late" });
  // A job that ends leaves its group without blocked ones.
  await enqueue(fixture, ["failed-1"], { group: "ended", priority: 0 });
  await (await lease(fixture, 1))[0]?.fail("no");
}

/** Adds jobs with the first place of a priority, 0 unless set, and leases them. */
async function leaseNew(
  fixture: Fixture,
  ids: string[],
  { duration = "1h", worker = "w", ...options }: EnqueueOptions & { duration?: "1s" | "1h"; worker?: string },
): Promise<Job<unknown>[]> {
  await enqueue(fixture, ids, { priority: 0, ...options });
  const jobs = await lease(fixture, ids.length, { duration, worker });
  if (jobs.map(({ id }) => id).join() !== ids.join()) throw new Error(`${ids} would have to be the next jobs`);
  return jobs;
}

/** Adds jobs that their groups hold, with blocked ones behind them. */
async function addHeldJobs(fixture: Fixture): Promise<void> {
  const [first = "", second = "", manyErrors = "", lastAttempt = "", fifth = ""] = HELD;
  const [job] = await leaseNew(fixture, [manyErrors], { group: "open", maxAttempts: 9 });
  await job?.retry({ delay: 0, error: LONG_ERROR });
  await lease(fixture, 1);
  const [held] = await leaseNew(fixture, [first], { group: "full", ttl: "1h" });
  await leaseNew(fixture, [second], { group: "full-2", ttl: "1h" });
  await fixture.queue.setGroup("single", { concurrency: 1 });
  await leaseNew(fixture, [lastAttempt], { group: "single", maxAttempts: 1, cost: 2 });
  await leaseNew(fixture, [fifth], { group: "freed" });
  await fixture.queue.setGroup("freed", { concurrency: 1 });
  await held?.progress(0.25, { note: "a note that is longer than the next one" });
  await fixture.queue.setGroup("freed", { concurrency: 1 });
  // An ordered group blocks it.
  await enqueue(fixture, ["also-held"], { group: "full", priority: 0 });
  await lease(fixture, 1);
  await enqueue(fixture, ["full-1", "full-ttl"], { group: "full", ttl: "1h" });
  await enqueue(fixture, ["full-first"], { group: "full", priority: 1 });
  await enqueue(fixture, ["open-head", "open-1", "open-2"], { group: "open", priority: 7 });
  await enqueue(fixture, ["single-1"], { group: "single", priority: 7 });
  await enqueue(fixture, ["freed-1"], { group: "freed", priority: 7 });
}

/** Adds failed and done jobs of groups. A group that is ordered is stopped by its failed job. */
async function addEndedJobs(fixture: Fixture): Promise<void> {
  const jobs = [
    ...(await leaseNew(fixture, ["failed-1"], { group: "ended", worker: "gone" })),
    ...(await leaseNew(fixture, ["failed-2"], { group: "ended-2", ttl: "1h", maxAttempts: 3, worker: "gone" })),
    ...(await leaseNew(fixture, ["done-1"], { group: "done" })),
    ...(await leaseNew(fixture, ["done-2"], { cost: 3 })),
  ];
  await fixture.queue.settle(jobs.map((job) => ({ job, action: job.id.startsWith("failed") ? "fail" : "complete" })));
  await enqueue(fixture, ["failed-1-next"], { group: "ended" });
}

/** Adds jobs whose expired leases were reclaimed. */
async function addLateJobs(fixture: Fixture): Promise<void> {
  const [ready = "", ttl = "", failed = ""] = LATE;
  const options = { priority: 1, duration: "1s", worker: "late" } as const;
  await leaseNew(fixture, [ready], { ...options, group: "late" });
  await leaseNew(fixture, [ttl], { ...options, group: "late-2", ttl: "1h" });
  await leaseNew(fixture, [failed], { ...options, group: "late-3", maxAttempts: 1 });
  await enqueue(fixture, ["late-1"], { group: "late" });
  await enqueue(fixture, ["late-3-1"], { group: "late-3" });
  fixture.clock.pass(2_000);
  await fixture.queue.clean();
}

/** Adds jobs that wait for their retries, of which an ordered group holds a place for each. */
async function addRetries(fixture: Fixture): Promise<void> {
  const [retried] = await leaseNew(fixture, ["retried"], { group: "retrying" });
  await enqueue(fixture, ["retried-1"], { group: "retrying" });
  await retried?.retry({ delay: "1h", error: "no" });
}

/** Adds jobs that are due when the clock has passed 10 s. */
async function addDueJobs(fixture: Fixture): Promise<void> {
  const [over = "", over2 = "", dead = ""] = DUE.reclaim;
  const [expired = "", expiredLater = ""] = DUE.expire;
  const [due = "", due2 = ""] = DUE.promote;
  await leaseNew(fixture, [over], { group: "over", ttl: "1h", duration: "1s" });
  await leaseNew(fixture, [over2], { group: "over-2", duration: "1s" });
  await leaseNew(fixture, [dead], { group: "over-3", maxAttempts: 1, duration: "1s" });
  await enqueue(fixture, ["over-1"], { group: "over" });
  await enqueue(fixture, ["over-3-1"], { group: "over-3" });
  await enqueue(fixture, [due], { group: "full", delay: "5s" });
  const [retried] = await leaseNew(fixture, ["due-retry"], { group: "retry-due" });
  await retried?.retry({ delay: "5s", error: "no" });
  // Only one of the groups gets a number when jobs are healed, or the order of the healing units would show.
  await enqueue(fixture, ["due-retry-1", "due-retry-2"], { group: "retry-due", priority: 8 });
  await enqueue(fixture, [due2], { group: "fresh", delay: "5s", priority: 8 });
  await enqueue(fixture, [expired], { group: "full", ttl: "5s", priority: 9 });
  await enqueue(fixture, [expiredLater], { group: "fresh", ttl: "5s", delay: "1h" });
}

/** Adds followers to leased jobs, each in the group of its job, in another one, or in none. */
export async function addGroupedFollowers({ queue, followed }: Fixture): Promise<void> {
  followed.push(...HELD, ...DUE.reclaim);
  const kinds: EnqueueOptions[] = [
    { group: "full" },
    { group: "fresh", delay: "1m" },
    { group: "open", ttl: "2h", cost: 3 },
    { group: "single", priority: 7 },
    { delay: "1s", maxAttempts: 2 },
    { group: "over" },
    { group: "paused" },
    // Delayed, or the order of the healing units would show.
    { group: "over-3", delay: "1m" },
  ];
  await queue.enqueueMany(followed.map((id, i) => ({ data: `after ${id}`, id, onDuplicate: "again", ...kinds[i] })));
}

/** Adds ready jobs, heads of groups among them, and delayed ones. */
async function addWaitingJobs(fixture: Fixture): Promise<void> {
  const [back] = await leaseNew(fixture, ["back-1"], { group: "back", worker: LONG_WORKER });
  await enqueue(fixture, ["back-2"], { group: "back", priority: 0 });
  await back?.release();
  await enqueue(fixture, ["ready-1"], { group: "heads", ttl: "1h", maxAttempts: 7 });
  await enqueue(fixture, ["ready-2"], { cost: 5 });
  await enqueue(fixture, ["ready-3"]);
  await fixture.queue.setGroup("many", { concurrency: 9, rate: { limit: 1_000, per: "1m", burst: 50 } });
  await enqueue(fixture, ["many-head", "many-1", "many-2", "many-3"], { group: "many" });
  await enqueue(fixture, ["later"], { group: "full", delay: "1h" });
  await enqueue(fixture, ["later-ttl"], { group: "fresh", delay: "1h", ttl: "2h" });
}
