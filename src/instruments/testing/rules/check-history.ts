// Checks a history against all rules.

import { IndexedHistory } from "../analysis/indexed-history.ts";
import { withUnnamedRuns } from "../analysis/unnamed-runs.ts";
import type { Violation } from "../analysis/violation.ts";
import type { FinalState } from "../history/final-state.ts";
import type { HistoryEvent } from "../history/history-event.ts";
import { checkCounters } from "./counters.ts";
import { checkEndsOnce } from "./ends-once.ts";
import { checkFencesRise } from "./fences-rise.ts";
import { checkGroupLimits } from "./group-limits.ts";
import { checkGroupOrder } from "./group-order.ts";
import { checkGroupStuck } from "./group-stuck.ts";
import { checkJobOrder } from "./job-order.ts";
import { checkNothingAfterTheEnd } from "./nothing-after-the-end.ts";
import { checkOneLease } from "./one-lease.ts";
import { checkOneRun } from "./one-run.ts";
import { checkOneWinner } from "./one-winner.ts";
import { checkSameAnswer } from "./same-answer.ts";

/**
 * Checks the history of a queue, and returns its violations; an empty list for a history without any. The rules: every
 * job that was enqueued ends exactly once; one holder settles each lease; no two leases of a job are live at once, by
 * Redis's clock; fences rise; a repeated request gets its first reply; jobs are leased in order, those of an ordered group
 * one after another; no group and no queue holds more jobs than it may, and none is stuck; nothing happens to a job after
 * its end; each slot of a schedule becomes one job; the counters agree with the history.
 *
 * The history must contain every request to the queue, of any number of recorders; only cleans may be missing. A
 * request without a reply may have taken effect or not, and both are accepted. Events of other queues are ignored.
 *
 * @example
 * expect(checkHistory(history.events, await finalState(queue)).map(String)).toEqual([]);
 */
export function checkHistory(events: readonly HistoryEvent[], final: FinalState): Violation[] {
  const ofQueue = events.filter(({ queue }) => queue === final.queue);
  const history = new IndexedHistory(withUnnamedRuns(ofQueue, final));
  return [
    ...checkFencesRise(history),
    ...checkSameAnswer(history),
    ...checkOneLease(history),
    ...checkOneWinner(history),
    ...checkNothingAfterTheEnd(history),
    ...checkEndsOnce(history, final),
    ...checkJobOrder(history, final),
    ...checkGroupOrder(history, final),
    ...checkGroupLimits(history),
    ...checkGroupStuck(history, final),
    ...checkOneRun(history, final),
    ...checkCounters(history, final),
  ];
}
