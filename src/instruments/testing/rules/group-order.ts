// Rule "group order": the jobs of an ordered group are leased one after another, those of one priority in the order in which
// they were enqueued.
// Violations: a lease of a job while an earlier one of its group has not ended, even if that one waits for its retry; a first
// lease of a job before that of another one that was enqueued before it.
// Uncertainty: a job counts as not ended only if surely nothing ended it. It may have failed when its lease expired, or
// expired itself. The order of enqueues has to be known; jobs that were delayed, or that may have gone before their first
// lease, are left out. So are groups with a lease under limits that may not have been ordered.
import { jobLabel } from "../../../base/errors.ts";
import { canBeBetween, type HistoryRequest } from "../analysis/history-request.ts";
import { canBeChange, type IndexedHistory, type Lease, type RequestItem } from "../analysis/indexed-history.ts";
import { LimitsInForce } from "../analysis/limits-in-force.ts";
import { ListMap } from "../analysis/list-map.ts";
import { timelinesOf } from "../analysis/timelines.ts";
import { Violation } from "../analysis/violation.ts";
import type { FinalState } from "../history/final-state.ts";
import { isChange } from "../history/history-event.ts";
import { leasesByGroup } from "./group-limits.ts";
import { earliestEnd } from "./one-lease.ts";

/** Checks the rule "group order": the jobs of an ordered group are leased one after another, and in order. */
export function checkGroupOrder(history: IndexedHistory, final: FinalState): Violation[] {
  const limits = new LimitsInForce(history);
  if (limits.isEmpty || history.requestsOf("destroy").length > 0) return [];
  const ordered = [...leasesByGroup(history)].filter(([, leases]) =>
    leases.every(({ request }) => limits.isOrdered(request)),
  );
  return ordered.flatMap(([group, leases]) => [
    ...leases.slice(1).flatMap((next, i) => checkOneByOne(history, { limits, pair: [leases[i] as Lease, next] })),
    ...checkFirstLeases(history, { group, final }),
  ]);
}

interface Successors {
  limits: LimitsInForce;
  /** A lease, and the next one of its group. */
  pair: [Lease, Lease];
}

/** Checks that the job of a lease may have ended before the next lease of another job of its group. */
function checkOneByOne(history: IndexedHistory, { limits, pair: [lease, next] }: Successors): Violation[] {
  if (lease.id === next.id || canLetGo(history, { limits, pair: [lease, next] })) return [];
  const message = `${jobLabel(next.id)} was leased under fence ${next.fence} while ${jobLabel(lease.id)}, which is before it in its group, had not ended`;
  const items = history.itemsByJob.listOf(lease.id).filter(({ fence }) => fence === lease.fence);
  const requests = [lease.request, ...items.map(({ request }) => request), next.request];
  return [new Violation("group order", message, { ids: [lease.id, next.id], requests })];
}

/** Reports whether anything may have let the group go on between two leases of different jobs. */
function canLetGo(history: IndexedHistory, { limits, pair: [lease, next] }: Successors): boolean {
  const { id, fence } = lease;
  // A job that expires, or fails because it has used up its attempts.
  const isMortal = history.itemsOf(id, "enqueue").some(({ mortal }) => mortal);
  const canFail = next.at >= earliestEnd(history, lease) || history.requestsOf("failWorker").length > 0;
  if (isMortal || (canFail && !isLeasedAgain(history, lease))) return true;
  const settlements = history.itemsOf(id, "settle", "turn").filter((item) => item.fence === fence);
  // A job that returned without a retry may be blocked again, behind those of earlier priorities.
  const isRetried = settlements.some(({ action, letter }) => action === "retry" && (letter === "d" || letter === "r"));
  if (!isRetried && priorityOf(history, next.id) < priorityOf(history, id)) return true;
  const isStopped = limits.isStopped(lease.request) && limits.isStopped(next.request);
  const isEnd = (item: RequestItem) =>
    !item.request.isAnswered || item.action === "complete" || (item.letter === "f" && !isStopped);
  const ends = [
    ...[...settlements.filter(isEnd), ...history.itemsOf(id, "cancel")]
      .filter(canBeChange)
      .map(({ request }) => request),
    ...history.requestsOf("purge", "cancelGroup"),
  ];
  // A job that was redriven after its end is at the end of its group.
  return ends.some((end) => canBeBetween(end, { after: lease.request, before: next.request }));
}

/** Returns the lowest priority with which a job may have been enqueued. */
function priorityOf(history: IndexedHistory, id: string): number {
  return Math.min(
    ...history
      .itemsOf(id, "enqueue")
      .filter(canBeChange)
      .map(({ priority = 5 }) => priority),
  );
}

/** Reports whether the job of a lease was leased again, with the next attempt. */
function isLeasedAgain(history: IndexedHistory, { id, fence, attempt }: Lease): boolean {
  return history.leasesByJob.listOf(id).some((later) => later.fence > fence && later.attempt === attempt + 1);
}

/** A job of an ordered group whose first lease is known, or that waits for it. */
interface GroupedJob {
  id: string;
  priority: number;
  enqueue: HistoryRequest;
  firstLease: Lease | undefined;
  firstFence: number;
}

interface OrderedGroup {
  group: string;
  final: FinalState;
}

/** Checks that jobs of one priority were leased for the first time in the order of their enqueues. */
function checkFirstLeases(history: IndexedHistory, { group, final }: OrderedGroup): Violation[] {
  const jobs = findGroupedJobs(history, { group, final });
  const byEnqueue = new ListMap<HistoryRequest, GroupedJob>();
  for (const job of jobs) byEnqueue.add(job.enqueue, job);
  const violations: Violation[] = [];
  for (const timeline of timelinesOf([...byEnqueue.keys()])) {
    // Of the jobs whose enqueue has ended, the one that was leased last, by priority.
    const latest = new Map<number, GroupedJob>();
    for (const { isEnd, request } of timeline) {
      const enqueued = byEnqueue.listOf(request);
      if (isEnd) for (const job of enqueued) keepLater(latest, job);
      else violations.push(...enqueued.flatMap((job) => checkAgainst(latest.get(job.priority), job)));
    }
  }
  for (const enqueued of byEnqueue.values()) {
    const latest = new Map<number, GroupedJob>();
    for (const job of enqueued) {
      violations.push(...checkAgainst(latest.get(job.priority), job));
      keepLater(latest, job);
    }
  }
  return violations;
}

/** Keeps a job if it was leased later than the one that is kept for its priority. */
function keepLater(latest: Map<number, GroupedJob>, job: GroupedJob): void {
  const kept = latest.get(job.priority);
  if (!kept || kept.firstFence < job.firstFence) latest.set(job.priority, job);
}

/** Checks that a job was not leased before one that was enqueued before it. */
function checkAgainst(ahead: GroupedJob | undefined, job: GroupedJob): Violation[] {
  if (!ahead || !job.firstLease || ahead.firstFence <= job.firstFence) return [];
  const leased = `${jobLabel(job.id)} was leased under fence ${job.firstFence}`;
  const message = `${leased} while ${jobLabel(ahead.id)}, which is before it in its group, waited`;
  const requests = [ahead.enqueue, job.enqueue, job.firstLease.request, ahead.firstLease?.request];
  return [
    new Violation("group order", message, {
      ids: [ahead.id, job.id],
      requests: requests.filter((request) => request !== undefined),
    }),
  ];
}

/** Returns the jobs of a group, in the order of their requests, that were ready or blocked when they were enqueued. */
function findGroupedJobs(history: IndexedHistory, { group, final }: OrderedGroup): GroupedJob[] {
  const waiting = new Set(final.jobs.filter(([, state]) => state === "ready" || state === "blocked").map(([id]) => id));
  return history.requestsOf("enqueue").flatMap((request) =>
    (request.event.items ?? []).flatMap(({ id, letter, when, mortal, priority = 5 }): GroupedJob[] => {
      if (!isChange(letter) || when !== undefined || mortal || history.groupOf(id) !== group) return [];
      const [firstLease] = history.leasesByJob.listOf(id);
      const isLeasedOrWaiting = firstLease ? firstLease.attempt === 1 : waiting.has(id);
      if (history.enqueueOf(id)?.request !== request || !isLeasedOrWaiting || isMoved(history, id)) return [];
      const firstFence = firstLease?.fence ?? Number.POSITIVE_INFINITY;
      return [{ id, priority, enqueue: request, firstLease, firstFence }];
    }),
  );
}

/** Reports whether a job may have been moved in another way than by leases: promoted or redriven. */
function isMoved(history: IndexedHistory, id: string): boolean {
  return history.itemsOf(id, "promote", "redrive").some(canBeChange);
}
