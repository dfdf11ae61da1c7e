// What a lease brings back before it takes: leases that ran out and delayed jobs that are due, but only so many of each. One
// that comes after those is brought back by the next.

import { type Given, isBefore, type Request, type Requests, type Said } from "../analysis/history-request.ts";
import { isChange } from "../history/history-event.ts";

/** How many of a kind one request brings back, as in src/lua/consume/turn.lua. */
function mostOf({ told }: Request): number {
  return Math.min(1_000, 10 + (told.count ?? 0) * 2);
}

/** Whether so many leases may have run out before one did that a later request did not bring its job back. */
export function mayBeLeftLeased(history: Requests, lease: Given, { request, fence }: Given): boolean {
  let before = untold(history, request);
  if (before >= mostOf(request)) return true;
  for (const other of history.given) {
    if (other.fence >= fence) break;
    if (other === lease || endAtTheEarliest(history, other) > lease.until || isEnded(history, other, request, fence))
      continue;
    before += 1;
    if (before >= mostOf(request)) return true;
  }
  return false;
}

/** How many leases may have been given before a request that no answer tells of. */
function untold(history: Requests, request: Request): number {
  let sum = 0;
  for (const each of history.of("lease", "turn"))
    if (!each.isAnswered && !isBefore(request, each)) sum += each.told.count ?? 0;
  for (const leases of history.givenOf.values())
    for (const [i, { attempt }] of leases.entries()) sum += Math.max(0, attempt - 1 - (leases[i - 1]?.attempt ?? 0));
  return sum;
}

function endAtTheEarliest(history: Requests, { id, fence, at, until }: Given): number {
  const lengths = history
    .about(id, "extend", "progress")
    .flatMap((said) => (said.fence === fence ? (said.request.told.duration ?? []) : []));
  return Math.min(until, ...lengths.map((length) => at + length));
}

/** Whether a lease was surely over, and not only out of time, when another request was carried out. */
function isEnded(history: Requests, { id, fence }: Given, request: Request, next: number): boolean {
  if (history.givenOf.get(id)?.some((later) => later.fence > fence && later.fence < next)) return true;
  const ends = history.about(id, "settle", "turn").filter((said) => said.fence === fence && isChange(said.letter));
  return ends.some((said) => isBefore(said.request, request));
}

/** Whether so many jobs may have been due that a request did not bring all of them into line. */
export function mayBeLeftDelayed(history: Requests, { request, fence }: Given): boolean {
  let others = 0;
  for (const [id, said] of history.saidOf) {
    if (!said.some((each) => mayHaveDelayed(each) && isStillDelayed(history, id, each, request, fence))) continue;
    others += 1;
    if (others >= mostOf(request)) return true;
  }
  return false;
}

function mayHaveDelayed({ request, letter, when, action }: Said): boolean {
  return letter === "d" || (!request.isAnswered && (when !== undefined || action === "retry"));
}

function isStillDelayed(history: Requests, id: string, { request, fence = 0 }: Said, until: Request, next: number) {
  if (isBefore(until, request)) return false;
  return !history.givenOf.get(id)?.some((later) => later.fence > fence && later.fence < next);
}
