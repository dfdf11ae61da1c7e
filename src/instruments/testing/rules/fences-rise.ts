// Rule "fences rise": fences, and the places of jobs that are ready at once, are ticks of one counter of the queue.
// Each tick is issued once, and a later request gets higher ticks.
// Violations: a tick that is issued twice; ticks that fall within one request; ticks of a request that are lower than
// those of a request that surely took effect before it.
// Uncertainty: requests whose order is not known are not compared. A place is known only if the reply to
// a lease contained the job's record, and if only one enqueue may have created the job.
import type { HistoryRequest } from "../analysis/history-request.ts";
import type { IndexedHistory, RequestItem } from "../analysis/indexed-history.ts";
import { ListMap } from "../analysis/list-map.ts";
import { tickOf } from "../analysis/place-ticks.ts";
import { type TimelineStep, timelinesOf } from "../analysis/timelines.ts";
import { Violation } from "../analysis/violation.ts";

/** A tick that a request issued for a job. */
interface IssuedTick {
  tick: number;
  id: string;
  request: HistoryRequest;
  /** True for a fence, false for a place. */
  isFence: boolean;
}

type TicksByRequest = ListMap<HistoryRequest, IssuedTick>;

/** Checks the rule "fences rise": each tick is issued once, and a later request gets higher ticks. */
export function checkFencesRise(history: IndexedHistory): Violation[] {
  const ticks = [...fencesIn(history), ...placesIn(history)].sort((a, b) => a.tick - b.tick);
  const byRequest: TicksByRequest = new ListMap();
  for (const each of ticks) byRequest.add(each.request, each);
  return [
    ...ticks.flatMap((each, i) => checkIssuedOnce(ticks[i - 1], each)),
    ...[...byRequest.values()].flatMap(checkWithinRequest),
    ...timelinesOf([...byRequest.keys()]).flatMap((timeline) => checkTimeline(timeline, byRequest)),
  ];
}

/** Returns the fences of all leases, as ticks that their requests issued. */
function fencesIn({ leases }: IndexedHistory): IssuedTick[] {
  return leases.map(({ fence, id, request }) => ({ tick: fence, id, request, isFence: true }));
}

/** Returns the ticks in the known places of jobs that were ready at once, which their enqueues issued. */
function placesIn(history: IndexedHistory): IssuedTick[] {
  return [...history.leasesByJob].flatMap(([id, leases]) => {
    const place = leases.find((lease) => lease.place !== undefined)?.place;
    const enqueue = history.enqueueOf(id);
    if (!enqueue || place === undefined || !isReadyAtOnce(enqueue)) return [];
    return [{ tick: tickOf(place), id, request: enqueue.request, isFence: false }];
  });
}

const isReadyAtOnce = ({ letter, when }: RequestItem) =>
  letter === "r" || letter === "b" || (letter === undefined && when === undefined);

/** Checks two ticks that are next to each other in their order. */
function checkIssuedOnce(previous: IssuedTick | undefined, next: IssuedTick): Violation[] {
  if (previous?.tick !== next.tick) return [];
  const kind = previous.isFence && next.isFence ? "fence" : "tick";
  const proof = { ids: [previous.id, next.id], requests: [previous.request, next.request] };
  return [new Violation("fences rise", `${kind} ${next.tick} was issued twice`, proof)];
}

/** Checks that the ticks of one request rise in the order of its jobs. */
function checkWithinRequest(ticks: readonly IssuedTick[]): Violation[] {
  const [{ request }] = ticks as [IssuedTick];
  const { op, leased = [], items = [] } = request.event;
  const positions = new Map<string, number>();
  // An id that is twice in a batch created nothing the second time.
  for (const [i, { id }] of (op === "enqueue" ? items : leased).entries()) {
    if (!positions.has(id)) positions.set(id, i);
  }
  const ordered = [...ticks].sort((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0));
  const at = ordered.findIndex(({ tick }, i) => tick < (ordered[i - 1]?.tick ?? 0));
  return at < 0 ? [] : [fallingTicks(ordered[at - 1] as IssuedTick, ordered[at] as IssuedTick)];
}

/** Checks each request of a timeline against the highest tick of the requests that ended before it began. */
function checkTimeline(timeline: readonly TimelineStep[], byRequest: TicksByRequest): Violation[] {
  const violations: Violation[] = [];
  let highest: IssuedTick | undefined;
  for (const { isEnd, request } of timeline) {
    const ticks = byRequest.listOf(request);
    const [low, high] = [ticks[0] as IssuedTick, ticks.at(-1) as IssuedTick];
    if (isEnd && high.tick > (highest?.tick ?? 0)) highest = high;
    // Equal ticks are a violation already: issued twice.
    if (!isEnd && highest && low.tick < highest.tick) violations.push(fallingTicks(highest, low));
  }
  return violations;
}

/** Returns the violation of a tick that is lower than one issued before it. */
function fallingTicks(first: IssuedTick, second: IssuedTick): Violation {
  const [high, low] = [first, second].map(({ tick, isFence }) => `${isFence ? "fence" : "place"} ${tick}`);
  const requests = first.request === second.request ? [first.request] : [first.request, second.request];
  const message = `${low} was issued after the higher ${high}`;
  return new Violation("fences rise", message, { ids: [first.id, second.id], requests });
}
