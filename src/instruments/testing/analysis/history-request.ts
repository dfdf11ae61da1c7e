// The requests of a history: every transmission of a request together, and what is known of the time when it took effect.
import { type HistoryEvent, isChange } from "../history/history-event.ts";
import { ListMap } from "./list-map.ts";

/** A request. It took effect at most once, between its first transmission and its last. */
export interface HistoryRequest {
  /** All its transmissions. */
  transmissions: HistoryEvent[];
  /** The transmissions that show its effect, or may have had it; see `effectiveTransmissions`. */
  effective: HistoryEvent[];
  /**
   * The effective transmission that represents the request: the first one with a reply; the first one if there is no reply.
   */
  event: HistoryEvent;
  isAnswered: boolean;
  /** Redis's time in ms before which it did not take effect; negative infinity if that is unknown. */
  earliest: number;
  /** Redis's time in ms after which it did not take effect; infinity if that is unknown. */
  latest: number;
}

/** Returns the requests of some events, in the order of their first events. */
export function requestsIn(events: readonly HistoryEvent[]): HistoryRequest[] {
  const transmissions = new ListMap<string, HistoryEvent>();
  for (const event of events) {
    const { request, by, from } = event;
    transmissions.add(JSON.stringify(request === undefined ? [by, from] : [request]), event);
  }
  return [...transmissions.values()].map(toRequest);
}

/** Returns one request for all its transmissions, with the earliest and the latest time at which it took effect. */
function toRequest(transmissions: HistoryEvent[]): HistoryRequest {
  const effective = effectiveTransmissions(transmissions);
  const event = effective.find(({ to }) => to !== undefined) ?? (effective[0] as HistoryEvent);
  const isAnswered = event.to !== undefined;
  // The reply to these operations states the time; for others every transmission has to be timed.
  const isTimedByReply = event.op === "lease" || event.op === "turn" || event.op === "settle";
  const timed = isTimedByReply && isAnswered ? [event] : effective;
  const times = timed.map(({ at }) => at);
  const isTimed = timed.every(({ at, passed }) => at !== undefined && !passed);
  return {
    transmissions,
    effective,
    event,
    isAnswered,
    earliest: isTimed ? Math.min(...(times as number[])) : Number.NEGATIVE_INFINITY,
    latest: isTimed ? Math.max(...(times as number[])) : Number.POSITIVE_INFINITY,
  };
}

/**
 * Returns the transmissions without those that prove nothing about the request's effect: copies that were refused as late,
 * and replies of a request that had no effect, if it took effect in a later transmission or may have done so.
 */
function effectiveTransmissions(transmissions: HistoryEvent[]): HistoryEvent[] {
  const inTime = transmissions.filter(({ answer }) => answer !== "late");
  const events = inTime.length > 0 ? inTime : transmissions;
  const withoutEffect = events.filter(hadNoEffect);
  const others = events.filter((event) => !hadNoEffect(event));
  const possiblyLater = others.filter(
    ({ to, by, from }) => to !== undefined || !withoutEffect.some((each) => each.by === by && each.from > from),
  );
  return possiblyLater.length === 0 ? events : others;
}

// Operations whose replies Redis need not remember if they had no effect.
const FORGETTABLE = new Set(["lease", "settle", "turn", "cancel", "promote", "redrive", "cancelGroup"]);

/**
 * Reports whether a transmission was answered and had no effect: a full queue refused it, or there was nothing to lease,
 * settle or move. Redis need not remember such a reply, so a repetition of the request may take effect.
 */
export function hadNoEffect({ op, answer, fires, items = [], leased = [], counted }: HistoryEvent): boolean {
  if (answer === "full") return true;
  if (fires) return answer !== undefined && items.length === 0;
  // The limits had another version than the expected one.
  if (op === "setGroup" || op === "setLimits") return answer !== undefined && !answer.startsWith("set ");
  if (answer === undefined || !FORGETTABLE.has(op)) return false;
  return leased.length === 0 && !counted?.[0] && !items.some(({ letter }) => isChange(letter));
}

/** Reports whether the reply to one transmission arrived before another was sent. */
export function isAnsweredBefore(a: HistoryEvent, b: HistoryEvent): boolean {
  return a.by === b.by && a.to !== undefined && a.to < b.from;
}

/**
 * Reports whether one request surely took effect before another. That is known if Redis's times say so, or if one
 * recorder had the reply to the first before it sent the second for the first time.
 */
export function isSurelyBefore(a: HistoryRequest, b: HistoryRequest): boolean {
  if (a === b) return false;
  if (a.latest < b.earliest) return true;
  return a.effective.some(
    ({ by, to }) => to !== undefined && b.effective.every((event) => event.by === by && event.from > to),
  );
}

/** Two requests, or the second alone. */
interface Between {
  after?: HistoryRequest;
  before: HistoryRequest;
}

/** Reports whether a request may have taken effect between two others, or at any time before the second. */
export function canBeBetween(request: HistoryRequest, { after, before }: Between): boolean {
  return !(after && isSurelyBefore(request, after)) && !isSurelyBefore(before, request);
}
