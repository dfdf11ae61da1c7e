// Rule "one winner": under each fence a job is settled once, and only until the job is leased again.
// Violations: two settlements under one fence; a settlement, extension or progress note that took effect under a stale
// fence.
// Uncertainty: only replies that state an effect count, and a fence is stale only for requests that surely came later.
import { jobLabel } from "../../../base/errors.ts";
import { isSurelyBefore } from "../analysis/history-request.ts";
import type { IndexedHistory, Lease, RequestItem } from "../analysis/indexed-history.ts";
import { Violation } from "../analysis/violation.ts";
import { isChange } from "../history/history-event.ts";

/** Checks the rule "one winner": one holder settles each lease, and nothing takes effect under a stale fence. */
export function checkOneWinner(history: IndexedHistory): Violation[] {
  return [...history.leasesByJob].flatMap(([id, leases]) => [
    ...leases.slice(1).flatMap((next, i) => checkStaleFence(history, [leases[i] as Lease, next])),
    ...checkSettledOnce(history, id),
  ]);
}

/** Checks that nothing took effect under the fence of a lease after the next lease of the job. */
function checkStaleFence(history: IndexedHistory, [lease, next]: [Lease, Lease]): Violation[] {
  const { id, fence } = lease;
  return history
    .itemsOf(id, "settle", "turn", "extend", "progress")
    .filter((item) => item.fence === fence && isChange(item.letter) && isSurelyBefore(next.request, item.request))
    .map(({ action, request }) => {
      const operation = action ?? request.event.op;
      const effect = `${operation} took effect under the stale fence ${fence}`;
      const message = `${jobLabel(id)} was leased under fence ${next.fence}, and later ${effect}`;
      return new Violation("one winner", message, { ids: [id], requests: [lease.request, next.request, request] });
    });
}

/** Checks that at most one settlement of a job took effect under each fence. */
function checkSettledOnce(history: IndexedHistory, id: string): Violation[] {
  const violations: Violation[] = [];
  const settled = new Map<number, RequestItem>();
  for (const item of history.itemsOf(id, "settle", "turn")) {
    const { fence, letter, action, request } = item;
    if (!isChange(letter) || fence === undefined) continue;
    const first = settled.get(fence);
    settled.set(fence, item);
    if (!first) continue;
    const message = `${jobLabel(id)} was settled twice under fence ${fence}: ${first.action} and ${action}`;
    violations.push(new Violation("one winner", message, { ids: [id], requests: [first.request, request] }));
  }
  return violations;
}
