// Every job that was enqueued ends exactly once, and after its end nothing happens to it.

import { isBefore, mayBeBetween, type Requests, type Said } from "../analysis/history-request.ts";
import { Violation } from "../analysis/violation.ts";
import type { FinalState } from "../history/final-state.ts";
import { isChange } from "../history/history-event.ts";
import { isOrMayBeChange, name } from "./one-lease.ts";

/** All that is known of how often one job was made and ended. */
interface Tally {
  id: string;
  made: Said[];
  mayBeMade: Said[];
  ended: Said[];
  mayBeEnded: Said[];
  /** Where it is now, other than done. */
  places: string[];
  isMortal: boolean;
}

function tallyOf(history: Requests, id: string, places: string[]): Tally {
  const enqueues = history.about(id, "enqueue");
  const completes = history.about(id, "settle", "turn").filter(({ action }) => action === "complete");
  const cancels = history.about(id, "cancel");
  const made = enqueues.filter(({ letter }) => letter === "r" || letter === "d");
  return {
    id,
    made,
    mayBeMade: enqueues.filter(({ request }) => !request.isAnswered),
    ended: [...completes.filter(({ letter }) => isChange(letter)), ...cancels.filter(({ letter }) => isChange(letter))],
    mayBeEnded: [...completes, ...cancels].filter(({ request }) => !request.isAnswered),
    places: places.filter((state) => state !== "done"),
    isMortal: enqueues.some(({ mortal }) => mortal),
  };
}

export function endsOnce(history: Requests, final: FinalState): Violation[] {
  const found: Violation[] = [];
  const places = new Map<string, string[]>();
  for (const [id, state] of final.jobs) places.set(id, [...(places.get(id) ?? []), state]);
  const missing: Tally[] = [];
  for (const id of new Set([...history.ids, ...places.keys()])) {
    const states = places.get(id) ?? [];
    if (states.length > 1)
      found.push(new Violation("ends once", `${name({ id })} is ${states.join(" and ")} at once`, { ids: [id] }));
    const tally = tallyOf(history, id, states);
    const { made, mayBeMade, ended, mayBeEnded } = tally;
    const seen = ended.length + Math.min(1, tally.places.length);
    if (seen > made.length + mayBeMade.length) found.push(tooMany(tally));
    else if (seen + mayBeEnded.length < made.length) missing.push(tally);
    found.push(...unmade(history, tally));
  }
  return [...found, ...lost(history, missing, final)];
}

function tooMany({ id, made, ended, places }: Tally): Violation {
  const ends = [
    ...ended.map(({ action, request }) => action ?? request.told.op),
    ...places.map((state) => `is ${state}`),
  ];
  const message = `${name({ id })} was enqueued ${made.length} times, and ended or is there more often: ${ends.join(", ")}`;
  const requests = [...made, ...ended].map(({ request }) => request);
  return new Violation("ends once", message, { ids: [id], requests });
}

/** The first lease of a job that nobody had enqueued by then. */
function unmade(history: Requests, { id, made, mayBeMade }: Tally): Violation[] {
  const [lease] = history.givenOf.get(id) ?? [];
  if (!lease || [...made, ...mayBeMade].some(({ request }) => mayBeBetween(undefined, request, lease.request)))
    return [];
  const message = `${name({ id })} was leased under fence ${lease.fence}, and had not been enqueued`;
  const requests = [lease.request, ...made.map(({ request }) => request)];
  return [new Violation("ends once", message, { ids: [id], requests })];
}

/** Jobs that are gone without an end. Some may have expired or been purged, which is only counted. */
function lost(history: Requests, missing: Tally[], { counts }: FinalState): Violation[] {
  if (history.of("destroy").length > 0) return [];
  const { expired, purged } = counts.totals;
  // Those that could expire are the first to be explained by it.
  const unexplained = [
    ...missing.filter(({ isMortal }) => isMortal).slice(expired),
    ...missing.filter(({ isMortal }) => !isMortal),
  ];
  return unexplained.slice(purged).map(({ id }) => {
    const requests = [...new Set((history.saidOf.get(id) ?? []).map(({ request }) => request))];
    const leases = (history.givenOf.get(id) ?? []).map(({ request }) => request);
    const message = `${name({ id })} is gone: neither completed, cancelled, failed nor waiting`;
    return new Violation("ends once", message, { ids: [id], requests: [...requests, ...leases] });
  });
}

export function nothingAfterTheEnd(history: Requests): Violation[] {
  const found: Violation[] = [];
  for (const id of history.ids) {
    // A retry whose attempts are used up is a failure.
    const ends = history
      .about(id, "settle", "turn", "cancel")
      .filter(
        ({ letter, request }) => isChange(letter) && (request.told.op === "cancel" || "cf".includes(letter ?? "-")),
      );
    for (const end of ends) found.push(...leasedAfter(history, end), ...grantedAfter(history, end));
  }
  return found;
}

/** A lease after the end, where nothing brought the job back. */
function leasedAfter(history: Requests, end: Said): Violation[] {
  const { id, fence, request } = end;
  const leases = history.givenOf.get(id) ?? [];
  const later = leases.find((lease) => (fence === undefined ? isBefore(request, lease.request) : lease.fence > fence));
  if (!later || isBefore(later.request, request) || wasBroughtBack(history, end, later.request)) return [];
  const what = isFailure(end) ? "failed" : end.action === "complete" ? "completed" : "cancelled";
  const first = leases.filter((lease) => lease.fence === fence).map((lease) => lease.request);
  return [
    new Violation(
      "nothing after the end",
      `${name(end)} was ${what}, and leased after that under fence ${later.fence}`,
      {
        ids: [id],
        requests: [...first, request, later.request],
      },
    ),
  ];
}

const isFailure = ({ action, letter }: Said) => action !== undefined && letter === "f";

/** Whether the id may have been enqueued again, or the failed job redriven, between its end and another request. */
function wasBroughtBack(history: Requests, end: Said, until: Said["request"]): boolean {
  const { id, request } = end;
  const again = history.about(id, "enqueue").filter(isOrMayBeChange);
  const redriven = isFailure(end) ? history.of("redrive").map((each) => ({ request: each })) : [];
  return [...again, ...redriven].some((each) => mayBeBetween(request, each.request, until));
}

/** Something that was granted to a holder after the job had been cancelled. */
function grantedAfter(history: Requests, end: Said): Violation[] {
  if (end.request.told.op !== "cancel") return [];
  return history
    .about(end.id, "settle", "turn", "extend", "progress")
    .filter(({ letter, request }) => isChange(letter) && isBefore(end.request, request))
    .filter(({ request }) => !wasBroughtBack(history, end, request))
    .map(({ action, fence, request }) => {
      const message = `${name(end)} was cancelled, and then fence ${fence} was good for ${action ?? request.told.op}`;
      return new Violation("nothing after the end", message, { ids: [end.id], requests: [end.request, request] });
    });
}
