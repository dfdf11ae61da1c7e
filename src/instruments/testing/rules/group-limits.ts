// Rule "group limits": a group never holds more leased jobs than its concurrency, and neither does the queue.
// Violation: a lease that begins while as many others of the group, or of the queue, are surely live.
// Uncertainty: a lease counts as live only until it may have ended or expired (one-lease.ts). Of several limits that may be
// in force, the largest counts. Jobs that may have been enqueued with different groups are left out.
import type { HistoryRequest } from "../analysis/history-request.ts";
import type { IndexedHistory, Lease } from "../analysis/indexed-history.ts";
import { LimitsInForce } from "../analysis/limits-in-force.ts";
import { ListMap } from "../analysis/list-map.ts";
import { Violation } from "../analysis/violation.ts";
import { canBeEnded, earliestEnd } from "./one-lease.ts";

/** Checks the rule "group limits": no group and no queue holds more jobs than it may. */
export function checkGroupLimits(history: IndexedHistory): Violation[] {
  const limits = new LimitsInForce(history);
  if (limits.isEmpty || history.requestsOf("destroy").length > 0) return [];
  const ofGroups = [...leasesByGroup(history)].flatMap(([group, leases]) =>
    checkLeases(history, {
      leases,
      holder: `group ${JSON.stringify(group)}`,
      maxHeld: (request) => limits.ofGroup(group, request),
    }),
  );
  const ofQueue = {
    leases: history.leases,
    holder: "the queue",
    maxHeld: (each: HistoryRequest) => limits.ofQueue(each),
  };
  return [...ofGroups, ...checkLeases(history, ofQueue)];
}

/** Returns the leases of each group, in the order of their fences. */
export function leasesByGroup(history: IndexedHistory): ListMap<string, Lease> {
  const leases = new ListMap<string, Lease>();
  for (const lease of history.leases) {
    const group = history.groupOf(lease.id);
    if (group !== undefined) leases.add(group, lease);
  }
  return leases;
}

interface LimitedLeases {
  leases: readonly Lease[];
  /** The name of what holds them. */
  holder: string;
  /** Returns the largest number of jobs that may be held after a request. */
  maxHeld(request: HistoryRequest): number;
}

/** Checks that at most so many of some leases are live at once. */
function checkLeases(history: IndexedHistory, { leases, holder, maxHeld }: LimitedLeases): Violation[] {
  const violations: Violation[] = [];
  let live: Lease[] = [];
  for (const lease of leases) {
    const max = maxHeld(lease.request);
    if (max < Number.POSITIVE_INFINITY) {
      live = live.filter((other) => isSurelyLive(history, [other, lease]));
      if (live.length >= max) violations.push(tooMany(lease, { live, holder, max }));
    }
    live.push(lease);
  }
  return violations;
}

/** Reports whether a lease was surely live when a later one of another job began. */
function isSurelyLive(history: IndexedHistory, [lease, later]: [Lease, Lease]): boolean {
  return lease.id !== later.id && later.at < earliestEnd(history, lease) && !canBeEnded(history, [lease, later]);
}

/** Returns the violation of a lease beyond a limit. */
function tooMany(lease: Lease, { live, holder, max }: { live: Lease[]; holder: string; max: number }): Violation {
  const held = [...live, lease];
  const message = `${holder} held ${held.length} jobs at once, and may hold ${max}`;
  return new Violation("group limits", message, {
    ids: held.map(({ id }) => id),
    requests: held.map(({ request }) => request),
  });
}
