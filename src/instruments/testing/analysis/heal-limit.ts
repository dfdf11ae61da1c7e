// Before it leases, a request heals: it returns expired leases and due jobs to the ready jobs, but a bounded number of
// each kind. A job beyond that bound waits for a later request, which the rule of order has to accept.

import { isChange } from "../history/history-event.ts";
import { type HistoryRequest, isSurelyBefore } from "./history-request.ts";
import type { IndexedHistory, Lease, RequestItem } from "./indexed-history.ts";

/** Returns the number of jobs of each kind that one request heals, as in src/lua/consume/turn.lua. */
function healLimit({ event }: HistoryRequest): number {
  return Math.min(1_000, 10 + (event.count ?? 0) * 2);
}

/** An expired lease, and a later lease whose request healed before it leased. */
interface ExpiredLease {
  expired: Lease;
  next: Lease;
}

/**
 * Reports whether the request of a later lease may have left an expired one alone, because so many expired before it.
 */
export function canMissExpiredLease(history: IndexedHistory, { expired, next }: ExpiredLease): boolean {
  const limit = healLimit(next.request);
  let earlier = possibleUnreportedLeases(history, next.request);
  if (earlier >= limit) return true;
  for (const lease of history.leases) {
    if (lease.fence >= next.fence) break;
    if (lease === expired || earliestExpiry(history, lease) > expired.until || isSurelyOver(history, [lease, next]))
      continue;
    earlier += 1;
    if (earlier >= limit) return true;
  }
  return false;
}

/** Returns the most leases that may have been taken before a request without any reply that reports them. */
function possibleUnreportedLeases(history: IndexedHistory, request: HistoryRequest): number {
  let sum = 0;
  for (const each of history.requestsOf("lease", "turn"))
    if (!each.isAnswered && !isSurelyBefore(request, each)) sum += each.event.count ?? 0;
  // A gap between the attempts of a job stands for leases that are not in the history.
  for (const leases of history.leasesByJob.values())
    for (const [i, { attempt }] of leases.entries()) sum += Math.max(0, attempt - 1 - (leases[i - 1]?.attempt ?? 0));
  return sum;
}

/** Returns the earliest time in ms at which a lease may expire, whichever of its extensions took effect. */
function earliestExpiry(history: IndexedHistory, { id, fence, at, until }: Lease): number {
  const durations = history
    .itemsOf(id, "extend", "progress")
    .flatMap((item) => (item.fence === fence ? (item.request.event.duration ?? []) : []));
  return Math.min(until, ...durations.map((duration) => at + duration));
}

/** Reports whether a lease was surely settled, or its job leased again, before the request of a later lease. */
function isSurelyOver(history: IndexedHistory, [{ id, fence }, next]: [Lease, Lease]): boolean {
  if (history.leasesByJob.listOf(id).some((later) => later.fence > fence && later.fence < next.fence)) return true;
  const settlements = history.itemsOf(id, "settle", "turn").filter((item) => item.fence === fence);
  return settlements.some((item) => isChange(item.letter) && isSurelyBefore(item.request, next.request));
}

/** Reports whether the request of a lease may have left due jobs delayed, because so many were due. */
export function canMissDueJob(history: IndexedHistory, next: Lease): boolean {
  const limit = healLimit(next.request);
  let delayed = 0;
  for (const items of history.itemsByJob.values()) {
    if (!items.some((item) => canDelay(item) && canBeStillDelayed(history, { item, next }))) continue;
    delayed += 1;
    if (delayed >= limit) return true;
  }
  return false;
}

/** Reports whether an item delayed its job, or may have. */
function canDelay({ request, letter, when, action }: RequestItem): boolean {
  return letter === "d" || (!request.isAnswered && (when !== undefined || action === "retry"));
}

interface DelayedItem {
  item: RequestItem;
  next: Lease;
}

/** Reports whether a job that an item delayed may still have been delayed when a later lease was taken. */
function canBeStillDelayed(history: IndexedHistory, { item, next }: DelayedItem): boolean {
  if (isSurelyBefore(next.request, item.request)) return false;
  const { id, fence = 0 } = item;
  return !history.leasesByJob.listOf(id).some((later) => later.fence > fence && later.fence < next.fence);
}
