// No two live leases of one job at one time, by Redis's clock; and nobody whose fence is stale gets his way.

import { type Given, isBefore, mayBeBetween, type Requests, type Said } from "../analysis/history-request.ts";
import { Violation } from "../analysis/violation.ts";
import { isChange } from "../history/history-event.ts";

const SETTLES = ["settle", "turn"];

export function oneLease(history: Requests): Violation[] {
  const found: Violation[] = [];
  for (const [id, leases] of history.givenOf) {
    leases.forEach((lease, i) => {
      const next = leases[i + 1];
      if (next) found.push(...overlap(history, lease, next), ...stale(history, lease, next));
    });
    found.push(...settledTwice(history, id));
  }
  return found;
}

/** Two leases of which the second began while the first was live and nobody had ended it. */
function overlap(history: Requests, lease: Given, next: Given): Violation[] {
  const end = endOf(history, lease);
  if (next.at >= end || wasEnded(history, lease, next)) return [];
  const message = `${name(lease)} was leased under fence ${lease.fence} until ${end - lease.at} ms after, and again under \
fence ${next.fence} ${next.at - lease.at} ms after`;
  return [new Violation("one lease", message, { ids: [lease.id], requests: [lease.request, next.request] })];
}

/** When a lease ends at the earliest, as far as is known. */
function endOf(history: Requests, lease: Given): number {
  const notes = history.about(lease.id, "extend", "progress").filter(({ fence }) => fence === lease.fence);
  let end = lease.until;
  // One without an answer may have come at any time, and have shortened it. So may one that is refused, when it was sent
  // twice on the way: a first time when it was good.
  const isSure = ({ letter, request }: Said) => request.isAnswered && isChange(letter);
  for (const said of [...notes].sort((a, b) => Number(isSure(b)) - Number(isSure(a)))) {
    const { op, at, duration } = said.request.told;
    if (duration === undefined) continue;
    // Where its time is not known, it was not before the lease itself.
    const isTimed = isSure(said) && at !== undefined && op === "extend";
    end = isTimed ? at + duration : Math.min(end, lease.at + duration);
  }
  return end;
}

/** Whether anything may have ended a lease before another began. */
function wasEnded(history: Requests, lease: Given, next: Given): boolean {
  const { id, fence, request, worker } = { ...lease, worker: lease.request.told.worker };
  const ends = [
    ...history.about(id, ...SETTLES).filter((said) => said.fence === fence && isOrMayBeChange(said)),
    ...history.about(id, "cancel").filter(isOrMayBeChange),
    // Who leases without a name cannot be given up by it.
    ...history.of("failWorker").flatMap((each) => (worker && each.told.worker === worker ? [{ request: each }] : [])),
    ...history.of("destroy").map((each) => ({ request: each })),
  ];
  return ends.some((end) => mayBeBetween(request, end.request, next.request));
}

/** Whether something changed its job, or was never answered. */
export function isOrMayBeChange({ letter, request }: Said): boolean {
  return !request.isAnswered || isChange(letter);
}

/** What a holder was granted although somebody else had leased the job before. */
function stale(history: Requests, lease: Given, next: Given): Violation[] {
  return history
    .about(lease.id, ...SETTLES, "extend", "progress")
    .filter((said) => said.fence === lease.fence && isChange(said.letter) && isBefore(next.request, said.request))
    .map(({ action, request }) => {
      const message = `${name(lease)} was leased under fence ${next.fence}, and then fence ${lease.fence} was good for \
${action ?? request.told.op}`;
      return new Violation("one winner", message, {
        ids: [lease.id],
        requests: [lease.request, next.request, request],
      });
    });
}

function settledTwice(history: Requests, id: string): Violation[] {
  const found: Violation[] = [];
  const settled = new Map<number, Said>();
  for (const said of history.about(id, ...SETTLES)) {
    if (!isChange(said.letter) || said.fence === undefined) continue;
    const first = settled.get(said.fence);
    settled.set(said.fence, said);
    if (!first) continue;
    const message = `${name({ id })} was ended twice under fence ${said.fence}: ${first.action} and ${said.action}`;
    found.push(new Violation("one winner", message, { ids: [id], requests: [first.request, said.request] }));
  }
  return found;
}

export function name({ id }: { id: string }): string {
  return `job ${JSON.stringify(id)}`;
}
