// Fences, and the places of jobs that are ready at once, are ticks of one counter: each is given once, and a later request
// gives higher ones.

import { passages, type Request, type Requests, type Said } from "../analysis/history-request.ts";
import { tickOf } from "../analysis/place-ticks.ts";
import { Violation } from "../analysis/violation.ts";

/** A tick that was given, as a fence or as a place in line. */
interface Given {
  tick: number;
  id: string;
  request: Request;
  isFence: boolean;
}

export function fencesRise(history: Requests): Violation[] {
  const given = [...fences(history), ...places(history)].sort((a, b) => a.tick - b.tick);
  const of = new Map<Request, Given[]>();
  for (const each of given) {
    const list = of.get(each.request);
    if (list) list.push(each);
    else of.set(each.request, [each]);
  }
  return [
    ...given.flatMap((each, i) => givenTwice(given[i - 1], each)),
    ...[...of.values()].flatMap(fallsInside),
    ...passages([...of.keys()]).flatMap((lane) => fallsAlong(lane, of)),
  ];
}

function fences({ given }: Requests): Given[] {
  return given.map(({ fence, id, request }) => ({ tick: fence, id, request, isFence: true }));
}

function places(history: Requests): Given[] {
  const found: Given[] = [];
  for (const [id, leases] of history.givenOf) {
    const place = leases.find((lease) => lease.place !== undefined)?.place;
    const enqueue = history.enqueueOf(id);
    if (enqueue && place !== undefined && isReadyAtOnce(enqueue))
      found.push({ tick: tickOf(place), id, request: enqueue.request, isFence: false });
  }
  return found;
}

const isReadyAtOnce = ({ letter, when }: Said) => letter === "r" || (letter === undefined && when === undefined);

function givenTwice(one: Given | undefined, other: Given): Violation[] {
  if (one?.tick !== other.tick) return [];
  const what = one.isFence && other.isFence ? "fence" : "tick";
  const both = { ids: [one.id, other.id], requests: [one.request, other.request] };
  return [new Violation("fences rise", `${what} ${other.tick} was given twice`, both)];
}

/** One request gives its ticks in the order of its jobs. */
function fallsInside(given: readonly Given[]): Violation[] {
  const [{ request }] = given as [Given];
  const { op, leased = [], items = [] } = request.told;
  const order = new Map<string, number>();
  // An id that stands in the batch for the second time created nothing there.
  for (const [i, { id }] of (op === "enqueue" ? items : leased).entries()) if (!order.has(id)) order.set(id, i);
  const inOrder = [...given].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  const at = inOrder.findIndex(({ tick }, i) => tick < (inOrder[i - 1]?.tick ?? 0));
  return at < 0 ? [] : [fall(inOrder[at - 1] as Given, inOrder[at] as Given)];
}

/** It is enough to compare each request with the highest tick of those that were over before. */
function fallsAlong(lane: ReturnType<typeof passages>[number], of: Map<Request, Given[]>): Violation[] {
  const found: Violation[] = [];
  let highest: Given | undefined;
  for (const { isOver, request } of lane) {
    const given = of.get(request) ?? [];
    const [lowest, top] = [given[0] as Given, given.at(-1) as Given];
    if (isOver && top.tick > (highest?.tick ?? 0)) highest = top;
    // The same tick twice has been told already.
    if (!isOver && highest && lowest.tick < highest.tick) found.push(fall(highest, lowest));
  }
  return found;
}

function fall(high: Given, low: Given): Violation {
  const [one, other] = [high, low].map(({ tick, isFence }) => `${isFence ? "fence" : "place"} ${tick}`);
  const requests = high.request === low.request ? [high.request] : [high.request, low.request];
  return new Violation("fences rise", `${one} was given before ${other}`, { ids: [high.id, low.id], requests });
}
