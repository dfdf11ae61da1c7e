// Judges a history by all rules.

import { Requests } from "../analysis/history-request.ts";
import type { Violation } from "../analysis/violation.ts";
import type { FinalState } from "../history/final-state.ts";
import type { HistoryEvent } from "../history/history-event.ts";
import { countersRight } from "./counters.ts";
import { endsOnce, nothingAfterTheEnd } from "./ends-once.ts";
import { fencesRise } from "./fences-rise.ts";
import { inOrder } from "./job-order.ts";
import { oneLease } from "./one-lease.ts";
import { sameAnswer } from "./same-answer.ts";

/**
 * Says what is wrong with a history, each with the shortest part of it that shows it; nothing when all is well:
 * every job that was enqueued ends exactly once; one winner for each lease; no two live leases of one job at one time, by
 * Redis's clock; fences rise; a request that comes again is answered as the first time; order within a priority; nothing
 * after the end; counters right.
 *
 * The history has to hold all that anybody asked of the queue, from any number of recorders; requests without an answer
 * may have taken effect or not. It leaves aside what other queues did. Cleans need not be recorded.
 *
 * @example
 * expect(checkHistory(history.events, await finalState(queue)).map(String)).toEqual([]);
 */
export function checkHistory(events: readonly HistoryEvent[], final: FinalState): Violation[] {
  const history = new Requests(events.filter(({ queue }) => queue === final.queue));
  return [
    ...fencesRise(history),
    ...sameAnswer(history),
    ...oneLease(history),
    ...nothingAfterTheEnd(history),
    ...endsOnce(history, final),
    ...inOrder(history, final),
    ...countersRight(history, final),
  ];
}
