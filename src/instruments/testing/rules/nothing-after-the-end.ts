// Rule "nothing after the end": no lease after a job was completed, cancelled or failed, and nothing granted to a
// holder after it was cancelled.
// Violation: such a lease, settlement, extension or progress note.
// Uncertainty: it is accepted if the id may have been enqueued again in between, or the failed job redriven, or if a
// follower may have taken over, and if the order of the requests is not known.
import { jobLabel } from "../../../base/errors.ts";
import { canBeBetween, type HistoryRequest, isSurelyBefore } from "../analysis/history-request.ts";
import { canBeChange, type IndexedHistory, type RequestItem } from "../analysis/indexed-history.ts";
import { Violation } from "../analysis/violation.ts";
import { isChange } from "../history/history-event.ts";

/**
 * Checks the rule "nothing after the end": an ended job is not leased again, and a cancelled one not settled or
 * extended.
 */
export function checkNothingAfterTheEnd(history: IndexedHistory): Violation[] {
  return [...history.ids].flatMap((id) =>
    history
      .itemsOf(id, "settle", "turn", "cancel")
      .filter(isEnd)
      .flatMap((end) => [...checkNoLease(history, end), ...checkNoGrant(history, end)]),
  );
}

const isFailure = ({ action, letter }: RequestItem) => action !== undefined && letter === "f";

/** Reports whether an item ended its job. A retry that used up the attempts has the letter f. */
function isEnd({ letter, request }: RequestItem): boolean {
  return isChange(letter) && (request.event.op === "cancel" || letter === "c" || letter === "f");
}

/** Checks that the job was not leased after its end. */
function checkNoLease(history: IndexedHistory, end: RequestItem): Violation[] {
  const { id, fence, request } = end;
  const leases = history.leasesByJob.listOf(id);
  const later = leases.find((lease) =>
    fence === undefined ? isSurelyBefore(request, lease.request) : lease.fence > fence,
  );
  if (!later || isSurelyBefore(later.request, request) || canBeBroughtBack(history, { end, before: later.request }))
    return [];
  const outcome = isFailure(end) ? "failed" : end.action === "complete" ? "was completed" : "was cancelled";
  const message = `${jobLabel(id)} ${outcome}, and was later leased under fence ${later.fence}`;
  const lease = leases.filter((each) => each.fence === fence).map((each) => each.request);
  const requests = [...lease, request, later.request];
  return [new Violation("nothing after the end", message, { ids: [id], requests })];
}

/** Checks that nothing was granted to a holder after the job was cancelled. */
function checkNoGrant(history: IndexedHistory, end: RequestItem): Violation[] {
  if (end.request.event.op !== "cancel") return [];
  return history
    .itemsOf(end.id, "settle", "turn", "extend", "progress")
    .filter(({ letter, request }) => isChange(letter) && isSurelyBefore(end.request, request))
    .filter(({ request }) => !canBeBroughtBack(history, { end, before: request }))
    .map(({ action, fence, request }) => {
      const operation = action ?? request.event.op;
      const message = `${jobLabel(end.id)} was cancelled, and later ${operation} took effect under fence ${fence}`;
      return new Violation("nothing after the end", message, { ids: [end.id], requests: [end.request, request] });
    });
}

interface BroughtBack {
  end: RequestItem;
  before: HistoryRequest;
}

/**
 * Reports whether the id may have been enqueued again, or the failed job redriven, between its end and a request, or whether the
 * job may have had a follower at its end. A cancel removes the follower.
 */
function canBeBroughtBack(history: IndexedHistory, { end, before }: BroughtBack): boolean {
  const enqueues = history.itemsOf(end.id, "enqueue").filter(canBeChange);
  const canFollow = ({ repeats, letter }: RequestItem) => repeats && (letter === undefined || /[qk]/.test(letter));
  if (end.request.event.op !== "cancel" && enqueues.some(canFollow)) return true;
  const requests = enqueues.map(({ request }) => request);
  if (isFailure(end)) requests.push(...history.requestsOf("redrive"));
  return requests.some((request) => canBeBetween(request, { after: end.request, before }));
}
