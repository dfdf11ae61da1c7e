// Rule "one lease": no lease of a job begins while an earlier lease of it is live, by Redis's clock.
// Violation: a later lease that begins before the earlier one expires, though nothing ended the earlier one in between.
// Uncertainty: the earlier lease counts as ended if a settlement, a cancel, failWorker or destroy may have come in
// between. An extension without a reply, or one that was refused, may have shortened the lease.
import { jobLabel } from "../../../base/errors.ts";
import { canBeBetween } from "../analysis/history-request.ts";
import { canBeChange, type IndexedHistory, type Lease, type RequestItem } from "../analysis/indexed-history.ts";
import { Violation } from "../analysis/violation.ts";
import { isChange } from "../history/history-event.ts";

/** Checks the rule "one lease": no two leases of a job are live at once. */
export function checkOneLease(history: IndexedHistory): Violation[] {
  return [...history.leasesByJob.values()].flatMap((leases) =>
    leases.slice(1).flatMap((next, i) => checkOverlap(history, [leases[i] as Lease, next])),
  );
}

/** Checks that a job was not leased again before its lease expired or may have been ended. */
function checkOverlap(history: IndexedHistory, [lease, next]: [Lease, Lease]): Violation[] {
  const end = earliestEnd(history, lease);
  if (next.at >= end || canBeEnded(history, [lease, next])) return [];
  const first = `leased under fence ${lease.fence} for at least ${end - lease.at} ms`;
  const second = `leased again under fence ${next.fence} after ${next.at - lease.at} ms`;
  const message = `${jobLabel(lease.id)} was ${first}, and ${second}`;
  return [new Violation("one lease", message, { ids: [lease.id], requests: [lease.request, next.request] })];
}

/** Returns the earliest time in ms at which a lease may have expired. */
export function earliestEnd(history: IndexedHistory, lease: Lease): number {
  const items = history.itemsOf(lease.id, "extend", "progress").filter(({ fence }) => fence === lease.fence);
  let end = lease.until;
  // Only a granted extension surely counts. One without a reply may have come at any time, and have shortened the
  // lease. So may a refused one: the network may have doubled the request, and its first copy was granted.
  const isGranted = ({ letter, request }: RequestItem) => request.isAnswered && isChange(letter);
  for (const item of [...items.filter(isGranted), ...items.filter((each) => !isGranted(each))]) {
    const { op, at, duration } = item.request.event;
    if (duration === undefined) continue;
    const isTimed = isGranted(item) && at !== undefined && op === "extend";
    // An extension of unknown time did not come before the lease itself.
    end = isTimed ? at + duration : Math.min(end, lease.at + duration);
  }
  return end;
}

/** Reports whether anything may have ended a lease before a later one began. */
export function canBeEnded(history: IndexedHistory, [lease, next]: [Lease, Lease]): boolean {
  const { id, fence, request } = lease;
  const { worker } = request.event;
  const settlements = history.itemsOf(id, "settle", "turn").filter((item) => item.fence === fence);
  const ends = [
    ...[...settlements, ...history.itemsOf(id, "cancel")].filter(canBeChange).map((item) => item.request),
    // failWorker takes jobs by the name of their worker; a lease without a name is safe from it.
    ...history.requestsOf("failWorker").filter(({ event }) => worker && event.worker === worker),
    ...history.requestsOf("destroy"),
    ...history.requestsOf("cancelGroup").filter(({ event }) => history.groupsOf(id).has(event.group)),
  ];
  return ends.some((end) => canBeBetween(end, { after: request, before: next.request }));
}
