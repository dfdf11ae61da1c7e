// Rule "same answer": a repeated request gets its first reply and takes effect once. A copy that arrives after a later
// request of its lane is refused as late.
// Violations: two different replies to one request; two replies of which neither is a remembered one; a copy that is
// refused as late, though no later request of its lane was sent before its reply.
// Uncertainty: replies of requests that had no effect need not be remembered, so such a request may take effect later.
import { type HistoryRequest, hadNoEffect, isAnsweredBefore } from "../analysis/history-request.ts";
import type { IndexedHistory } from "../analysis/indexed-history.ts";
import { ListMap } from "../analysis/list-map.ts";
import { Violation } from "../analysis/violation.ts";
import type { HistoryEvent } from "../history/history-event.ts";

/**
 * Checks the rule "same answer": a repeated request gets its first reply, and only an overtaken copy is refused as
 * late.
 */
export function checkSameAnswer({ requests }: IndexedHistory): Violation[] {
  const lanes: Lanes = new ListMap();
  for (const request of requests) {
    const { lane, number } = laneOf(request);
    if (number > 0) lanes.add(lane, { number, request });
  }
  return requests.flatMap((request) => [...checkReplies(request), ...checkLate(request, lanes)]);
}

/** Checks that all transmissions of a request that took effect got its first reply, and that it took effect once. */
function checkReplies({ transmissions }: HistoryRequest): Violation[] {
  const answered = transmissions.filter(({ answer }) => answer !== undefined && answer !== "late");
  const withEffect = answered.filter((event) => event.again || !hadNoEffect(event));
  const [first] = withEffect;
  if (!first) return [];
  const different = withEffect.find(({ answer }) => answer !== first.answer);
  if (different) return [differentReplies(first, different)];
  // Equal replies of which neither is a remembered one: the request took effect twice.
  const [one, two] = withEffect.filter(({ again, answer }) => !again && answer !== "reused");
  if (one && two) {
    const message = `${one.op} got the reply ${formatAnswer(one.answer)}, and took effect again when it was repeated`;
    return [new Violation("same answer", message, { events: [one, two] })];
  }
  const forgotten = answered.find(
    (event) => !withEffect.includes(event) && withEffect.some((each) => isAnsweredBefore(each, event)),
  );
  return forgotten ? [differentReplies(first, forgotten)] : [];
}

/** Returns the violation of a request that got two different replies. */
function differentReplies(first: HistoryEvent, other: HistoryEvent): Violation {
  const [reply, otherReply] = [formatAnswer(first.answer), formatAnswer(other.answer)];
  const message = `${other.op} got the reply ${reply}, and another one when it was repeated: ${otherReply}`;
  return new Violation("same answer", message, { events: [first, other] });
}

/** The requests of each lane, with their numbers. */
type Lanes = ListMap<string, { number: number; request: HistoryRequest }>;

/**
 * Returns the lane and the number of a request; the number 0 for one with an idempotency key, which has no lane. The second event of a
 * request has a word behind them.
 */
function laneOf({ event }: HistoryRequest): { lane: string; number: number } {
  const [, lane = "", number = "0"] = /(\S*) (\d+)(?: (?:then|cancelled))?$/.exec(event.request ?? "") ?? [];
  return { lane, number: Number(number) };
}

/** Checks that a later request of the lane may have arrived before each copy that was refused as late. */
function checkLate(request: HistoryRequest, lanes: Lanes): Violation[] {
  const late = request.transmissions.filter(({ answer }) => answer === "late");
  if (late.length === 0) return [];
  const { lane, number } = laneOf(request);
  const later = lanes.listOf(lane).filter((each) => each.number > number);
  return late
    .filter((event) => later.every((each) => each.request.transmissions.every((sent) => isAnsweredBefore(event, sent))))
    .map((event) => {
      const message = `${event.op} was refused as late, though no later request of its lane had been sent`;
      return new Violation("same answer", message, { events: [event] });
    });
}

/** Returns an answer in one line. */
function formatAnswer(answer = ""): string {
  return JSON.stringify(answer.trim().replaceAll("\n", " | "));
}
