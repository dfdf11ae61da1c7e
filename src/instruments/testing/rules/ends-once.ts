// Rule "ends once": each job that was enqueued either ended once (completed or cancelled) or is in the queue, in one
// state.
// Violations: a job in two states; more ends than enqueues; a job that is gone without an end; a lease of a job that
// was not enqueued before it.
// Uncertainty: an enqueue, a complete or a cancel without a reply may have taken effect or not. Jobs that expired or
// were purged, or cancelled with their group, are known by number only, so as many may be gone as these numbers state.
import { jobLabel } from "../../../base/errors.ts";
import { canBeBetween } from "../analysis/history-request.ts";
import type { IndexedHistory, RequestItem } from "../analysis/indexed-history.ts";
import { ListMap } from "../analysis/list-map.ts";
import { Violation } from "../analysis/violation.ts";
import type { FinalState } from "../history/final-state.ts";
import { isChange } from "../history/history-event.ts";

/** The enqueues and the ends of a job, and its states. */
interface JobLife {
  id: string;
  created: RequestItem[];
  possiblyCreated: RequestItem[];
  ended: RequestItem[];
  possiblyEnded: RequestItem[];
  /** The states in which it is now, except done. */
  states: string[];
  hasTimeToLive: boolean;
}

/** Returns the enqueues and the ends of a job. Those without a reply are possible only. */
function lifeOf(history: IndexedHistory, { id, states }: Pick<JobLife, "id" | "states">): JobLife {
  const enqueues = history.itemsOf(id, "enqueue");
  const completes = history.itemsOf(id, "settle", "turn").filter(({ action }) => action === "complete");
  const ends = [...completes, ...history.itemsOf(id, "cancel")];
  const isUnanswered = ({ request }: RequestItem) => !request.isAnswered;
  return {
    id,
    created: enqueues.filter(({ letter }) => letter !== undefined && "rdb".includes(letter)),
    // A follower may have become the job of its id.
    possiblyCreated: enqueues.filter((item) => isUnanswered(item) || item.letter === "q" || item.letter === "k"),
    ended: ends.filter(({ letter }) => isChange(letter)),
    possiblyEnded: ends.filter(isUnanswered),
    states: states.filter((state) => state !== "done"),
    hasTimeToLive: enqueues.some(({ mortal }) => mortal),
  };
}

/** Checks the rule "ends once": each enqueued job ended once or is in the queue, in one state. */
export function checkEndsOnce(history: IndexedHistory, final: FinalState): Violation[] {
  const violations: Violation[] = [];
  const statesByJob = new ListMap<string, string>();
  for (const [id, state] of final.jobs) statesByJob.add(id, state);
  const missing: JobLife[] = [];
  for (const id of new Set([...history.ids, ...statesByJob.keys()])) {
    const states = [...statesByJob.listOf(id)];
    if (states.length > 1)
      violations.push(new Violation("ends once", `${jobLabel(id)} is ${states.join(" and ")} at once`, { ids: [id] }));
    const life = lifeOf(history, { id, states });
    const { created, possiblyCreated, ended, possiblyEnded } = life;
    const accounted = ended.length + Math.min(1, life.states.length);
    if (accounted > created.length + possiblyCreated.length) violations.push(tooManyEnds(life));
    else if (accounted + possiblyEnded.length < created.length) missing.push(life);
    violations.push(...checkEnqueuedFirst(history, life));
  }
  return [...violations, ...checkMissing(history, { missing, final })];
}

/** Returns the violation of a job that ended, or is in the queue, more often than it was enqueued. */
function tooManyEnds({ id, created, ended, states }: JobLife): Violation {
  const ends = [
    ...ended.map(({ action, request }) => action ?? request.event.op),
    ...states.map((state) => `is ${state}`),
  ];
  const enqueued = `${jobLabel(id)} was enqueued ${created.length} times`;
  const message = `${enqueued}, but ended or is in the queue more often: ${ends.join(", ")}`;
  const requests = [...created, ...ended].map(({ request }) => request);
  return new Violation("ends once", message, { ids: [id], requests });
}

/** Checks that a job was enqueued, or may have been, before it was first leased. */
function checkEnqueuedFirst(history: IndexedHistory, { id, created, possiblyCreated }: JobLife): Violation[] {
  const [lease] = history.leasesByJob.listOf(id);
  if (!lease) return [];
  const enqueues = [...created, ...possiblyCreated];
  if (enqueues.some(({ request }) => canBeBetween(request, { before: lease.request }))) return [];
  const message = `${jobLabel(id)} was leased under fence ${lease.fence} before it was enqueued`;
  const requests = [lease.request, ...created.map(({ request }) => request)];
  return [new Violation("ends once", message, { ids: [id], requests })];
}

interface MissingJobs {
  missing: JobLife[];
  final: FinalState;
}

/** Returns the most jobs of each group that may have been cancelled with it. */
function countCancelledByGroup(history: IndexedHistory): Map<string | undefined, number> {
  const numbers = new Map<string | undefined, number>();
  for (const { event } of history.requestsOf("cancelGroup")) {
    const { group, counted, count = 0 } = event;
    numbers.set(group, (numbers.get(group) ?? 0) + (counted?.[0] ?? count));
  }
  return numbers;
}

/** Returns a violation for each job that is gone without an end, beyond those that may have expired or been purged. */
function checkMissing(history: IndexedHistory, { missing, final }: MissingJobs): Violation[] {
  if (history.requestsOf("destroy").length > 0) return [];
  const { expired, purged } = final.counts.totals;
  const byGroup = countCancelledByGroup(history);
  const isCancelled = ({ id }: JobLife) =>
    [...history.groupsOf(id)].some((group) => {
      const number = byGroup.get(group) ?? 0;
      byGroup.set(group, number - 1);
      return number > 0;
    });
  // Only a job with a time to live can have expired; any job can have been purged. So the numbers of groups explain first
  // those that cannot have expired, and of these the ones of a single group.
  const flexibility = (life: JobLife) => Number(life.hasTimeToLive) * 1_000 + history.groupsOf(life.id).size;
  const others = missing.toSorted((a, b) => flexibility(a) - flexibility(b)).filter((life) => !isCancelled(life));
  const unexplained = [
    ...others.filter(({ hasTimeToLive }) => hasTimeToLive).slice(expired),
    ...others.filter(({ hasTimeToLive }) => !hasTimeToLive),
  ];
  return unexplained.slice(purged).map(({ id }) => {
    const message = `${jobLabel(id)} is gone: it was neither completed nor cancelled, and is in no state`;
    const requests = [...history.itemsByJob.listOf(id), ...history.leasesByJob.listOf(id)].map((each) => each.request);
    return new Violation("ends once", message, { ids: [id], requests });
  });
}
