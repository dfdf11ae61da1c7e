// Rule "order": jobs are leased by priority, and within a priority in the order in which they were enqueued. A delayed
// job has its place by the time at which it is due. A job that was released, or whose lease expired, keeps its place.
// Violations: a lease of a job while another one that is ahead of it waited; a lease before the job was due; a record
// with another priority than the enqueue.
// Uncertainty: only jobs that surely kept their place are compared (ordered-jobs.ts), and only if it is known which of
// them is ahead and that both waited. Retried, promoted and redriven jobs go to the back at a time that a history does
// not state, so nothing is required of them. A request heals a bounded number of jobs (analysis/heal-limit.ts).
import { jobLabel } from "../../../base/errors.ts";
import { canMissDueJob, canMissExpiredLease } from "../analysis/heal-limit.ts";
import { type HistoryRequest, isSurelyBefore } from "../analysis/history-request.ts";
import type { IndexedHistory, Lease } from "../analysis/indexed-history.ts";
import { type TimelineStep, timelinesOf } from "../analysis/timelines.ts";
import { Violation } from "../analysis/violation.ts";
import type { FinalState } from "../history/final-state.ts";
import { findOrderedJobs, isSurelyAhead, type OrderedJob } from "./ordered-jobs.ts";
import { WaitingJobs } from "./waiting-jobs.ts";

type OrderedJobs = ReadonlyMap<string, OrderedJob>;

/** Checks the rule "order": jobs are leased by priority, and within a priority in the order of their places. */
export function checkJobOrder(history: IndexedHistory, final: FinalState): Violation[] {
  const jobs = findOrderedJobs(history, final);
  const enqueues = [...new Set([...jobs.values()].map(({ enqueue }) => enqueue))];
  const timelines = timelinesOf([...enqueues, ...history.requestsOf("lease", "turn")]);
  return [
    ...[...jobs.values()].flatMap((job) => [
      ...checkPriority(job),
      ...checkDue(job),
      ...checkReturned(history, { job, jobs }),
    ]),
    ...enqueues.flatMap((enqueue) => checkWithinEnqueue(enqueue, jobs)),
    ...timelines.flatMap((timeline) => checkTimeline(history, { timeline, jobs })),
  ];
}

/** Checks that the record states the priority with which the job was enqueued. */
function checkPriority({ id, priority, enqueue, leases }: OrderedJob): Violation[] {
  const lease = leases.find((each) => each.priority !== undefined && each.priority !== priority);
  if (!lease) return [];
  const message = `${jobLabel(id)} was enqueued with priority ${priority}, and leased with priority ${lease.priority}`;
  return [new Violation("order", message, { ids: [id], requests: [enqueue, lease.request] })];
}

/** Checks that a delayed job was not leased before it was due. */
function checkDue({ id, when, dueAt, enqueue, leases: [lease] }: OrderedJob): Violation[] {
  if (when === undefined || dueAt === undefined || !lease || lease.at >= dueAt) return [];
  const message = `${jobLabel(id)} was leased under fence ${lease.fence} ${dueAt - lease.at} ms before it was due`;
  return [new Violation("order", message, { ids: [id], requests: [enqueue, lease.request] })];
}

/** Checks that jobs of one enqueue, of one priority and one time to be due, were leased in the order of the request. */
function checkWithinEnqueue(enqueue: HistoryRequest, jobs: OrderedJobs): Violation[] {
  const previous = new Map<string, OrderedJob>();
  for (const [index, { id }] of (enqueue.event.items ?? []).entries()) {
    const job = jobs.get(id);
    if (job?.enqueue !== enqueue || job.index !== index) continue;
    const kind = `${job.priority} ${job.when}`;
    const ahead = previous.get(kind);
    if (ahead && ahead.firstFence > job.firstFence)
      return [outOfOrder({ ahead, leased: job, lease: job.leases[0] as Lease })];
    previous.set(kind, job);
  }
  return [];
}

interface TimelineCheck {
  timeline: readonly TimelineStep[];
  jobs: OrderedJobs;
}

/** Checks the first lease of each job against the jobs that were surely enqueued before that lease. */
function checkTimeline(history: IndexedHistory, { timeline, jobs }: TimelineCheck): Violation[] {
  const violations: Violation[] = [];
  const waiting = new WaitingJobs();
  const enqueueSteps = new Map<HistoryRequest, number>();
  for (const [step, { isEnd, request }] of timeline.entries()) {
    const { op, items = [], leased = [] } = request.event;
    if (op === "enqueue") {
      if (!isEnd) enqueueSteps.set(request, step);
      else
        for (const { id } of items) {
          const job = jobs.get(id);
          if (job?.enqueue === request) waiting.add(job, step);
        }
      continue;
    }
    if (isEnd) continue;
    for (const { id, fence } of leased) {
      const job = jobs.get(id);
      const [lease] = job?.leases ?? [];
      if (!job || !lease || job.firstFence !== fence) continue;
      const ahead =
        waiting.findPassedOver(job, enqueueSteps.get(job.enqueue) ?? Number.NEGATIVE_INFINITY) ??
        waiting.findDuePassedOver(job, { at: lease.at, isExplained: () => canMissDueJob(history, lease) });
      if (ahead) violations.push(outOfOrder({ ahead, leased: job, lease }));
    }
  }
  return violations;
}

// The number of leases after its own in which a returned job's successors are looked for.
const MAX_LATER_LEASES = 1_000;

interface ReturnedCheck {
  job: OrderedJob;
  jobs: OrderedJobs;
}

/** Checks that after a release, or after a lease expired, no job behind was leased before the job was leased again. */
function checkReturned(history: IndexedHistory, { job, jobs }: ReturnedCheck): Violation[] {
  for (const [i, lease] of job.leases.entries()) {
    const nextFence = job.leases[i + 1]?.fence ?? (job.isWaiting ? Number.POSITIVE_INFINITY : undefined);
    const items = history.itemsByJob.listOf(job.id).filter(({ fence }) => fence === lease.fence);
    const release = items.find(
      ({ action, letter, begun }) => action === "release" && letter === "r" && !begun,
    )?.request;
    if (nextFence === undefined || (items.length > 0 && !release)) continue;
    const isReady = (other: Lease) =>
      release
        ? isSurelyBefore(release, other.request)
        : other.at >= lease.until &&
          other.request !== lease.request &&
          !canMissExpiredLease(history, { expired: lease, next: other });
    const from = lease.index + 1;
    for (const other of history.leases.slice(from, from + MAX_LATER_LEASES)) {
      if (other.fence >= nextFence) break;
      const behind = jobs.get(other.id);
      if (behind && behind !== job && isSurelyAhead(job, behind) && isReady(other))
        return [outOfOrder({ ahead: job, leased: behind, lease: other, release })];
    }
  }
  return [];
}

interface OutOfOrder {
  /** The job that had to be leased first. */
  ahead: OrderedJob;
  /** The job that was leased instead. */
  leased: OrderedJob;
  lease: Lease;
  /** The request that released the job ahead. */
  release?: HistoryRequest | undefined;
}

/** Returns the violation of a job that was leased while one ahead of it waited. */
function outOfOrder({ ahead, leased, lease, release }: OutOfOrder): Violation {
  const next = ahead.leases.find(({ fence }) => fence > lease.fence);
  const waiting = `${jobLabel(ahead.id)}, which is ahead of it, waited`;
  const message = `${jobLabel(leased.id)} was leased under fence ${lease.fence} while ${waiting}`;
  const requests = [ahead.enqueue, leased.enqueue, lease.request, release, next?.request];
  return new Violation("order", message, {
    ids: [ahead.id, leased.id],
    requests: requests.filter((request) => request !== undefined),
  });
}
