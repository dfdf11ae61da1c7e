// A request that comes again is answered as it was the first time; one whose lane has gone on is not carried out again.

import { isAnsweredBefore, isVain, type Request, type Requests } from "../analysis/history-request.ts";
import { Violation } from "../analysis/violation.ts";
import type { HistoryEvent } from "../history/history-event.ts";

export function sameAnswer(history: Requests): Violation[] {
  const lanes = lanesOf(history);
  return history.all.flatMap((request) => [...otherAnswer(request), ...tooEarly(request, lanes)]);
}

function otherAnswer({ sent }: Request): Violation[] {
  const answered = sent.filter(({ answer }) => answer !== undefined && answer !== "late");
  const done = answered.filter((event) => event.again || !isVain(event));
  const [first] = done;
  if (!first) return [];
  const other = done.find(({ answer }) => answer !== first.answer);
  if (other) return [differ([first, other])];
  // The same answer twice, and not as one that is remembered: it was carried out twice.
  const [one, two] = done.filter(({ again, answer }) => !again && answer !== "reused");
  if (one && two) {
    const message = `${one.op} was answered ${shown(one.answer)}, and carried out anew when it came again`;
    return [violation(message, [one, two])];
  }
  const forgotten = answered.find(
    (event) => !done.includes(event) && done.some((each) => isAnsweredBefore(each, event)),
  );
  return forgotten ? [differ([first, forgotten])] : [];
}

function differ([first, other]: [HistoryEvent, HistoryEvent]): Violation {
  const message = `${other.op} was answered ${shown(first.answer)}, and when it came again ${shown(other.answer)}`;
  return violation(message, [first, other]);
}

function violation(message: string, events: HistoryEvent[]): Violation {
  return new Violation("same answer", message, { events });
}

type Lanes = Map<string, { number: number; request: Request }[]>;

/** Requests by their lanes, where each has a number. */
function lanesOf({ all }: Requests): Lanes {
  const lanes: Lanes = new Map();
  for (const request of all) {
    const { lane, number } = placeOf(request);
    if (number > 0) lanes.set(lane, [...(lanes.get(lane) ?? []), { number, request }]);
  }
  return lanes;
}

function placeOf({ told }: Request): { lane: string; number: number } {
  const [number = "0", lane = ""] = told.request?.split(" ").reverse() ?? [];
  return { lane, number: Number(number) };
}

/** Copies that were turned away as late although nothing later in their lane had come. */
function tooEarly(request: Request, lanes: Lanes): Violation[] {
  const { lane, number } = placeOf(request);
  const late = request.sent.filter(({ answer }) => answer === "late");
  const later = late.length === 0 ? [] : (lanes.get(lane) ?? []).filter((each) => each.number > number);
  return late
    .filter((event) => later.every((each) => each.request.sent.every((sent) => isAnsweredBefore(event, sent))))
    .map((event) => violation(`${event.op} was turned away as late, and its lane had not gone on`, [event]));
}

/** Lines of an answer in one. */
function shown(answer = ""): string {
  return JSON.stringify(answer.trim().replaceAll("\n", " | "));
}
