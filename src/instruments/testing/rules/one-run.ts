// Rule "one run": each slot of a schedule that is due becomes one job.
// Violations: two requests that fire the same slot; a total of fired slots that disagrees with the history.
// Uncertainty: a request without a reply may have fired any run that no reply names. A run that no reply and no lease names may have
// expired or been purged. A slot that was created by hand too is fired once.
import { jobLabel } from "../../../base/errors.ts";
import type { IndexedHistory } from "../analysis/indexed-history.ts";
import { Violation } from "../analysis/violation.ts";
import type { FinalState } from "../history/final-state.ts";

/** Checks the rule "one run": each slot of a schedule that is due becomes one job. */
export function checkOneRun(history: IndexedHistory, final: FinalState): Violation[] {
  if (history.requestsOf("destroy").length > 0) return [];
  const violations: Violation[] = [];
  const possible = new Set<string>();
  let certain = 0;
  for (const [id, items] of history.itemsByJob) {
    const firings = items.filter(({ request: { event } }) => event.op === "enqueue" && event.fires === "due slots");
    const answered = firings.filter(({ request }) => request.isAnswered);
    certain += Math.min(1, answered.length);
    if (answered.length > 1) {
      const message = `${jobLabel(id)} is the run of a slot that was fired ${answered.length} times`;
      const requests = answered.map(({ request }) => request);
      violations.push(new Violation("one run", message, { ids: [id], requests }));
    }
    if (answered.length === 0 && firings.length > 0) possible.add(id);
  }
  const { schedules, totals } = final.counts;
  const fired = schedules?.fired ?? 0;
  const hasUnanswered = history.requestsOf("enqueue").some(({ isAnswered, event }) => event.fires && !isAnswered);
  const max = certain + possible.size + (hasUnanswered ? totals.expired + totals.purged : 0);
  if (violations.length === 0 && (fired < certain || fired > max)) {
    const range = max > certain ? `${certain} to ${max}` : String(certain);
    violations.push(new Violation("one run", `${fired} slots were fired, not ${range}`));
  }
  return violations;
}
