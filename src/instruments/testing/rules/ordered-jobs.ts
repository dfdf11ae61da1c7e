// Jobs that have kept the place which they got when they were enqueued, and which of two has to be leased first.
import { type HistoryRequest, isSurelyBefore } from "../analysis/history-request.ts";
import { canBeChange, type IndexedHistory, type Lease, type RequestItem } from "../analysis/indexed-history.ts";
import { timeOfPlace } from "../analysis/place-ticks.ts";
import type { FinalState } from "../history/final-state.ts";
import { isChange } from "../history/history-event.ts";

/** A job that has kept its first place: since it was enqueued, or since it was due. All its leases are known. */
export interface OrderedJob {
  id: string;
  priority: number;
  enqueue: HistoryRequest;
  /** Its position among the jobs of its enqueue. */
  index: number;
  /** The requested delay or time, for a delayed job. */
  when: string | undefined;
  /** Its place, if the reply to one of its leases contained its record. */
  place: number | undefined;
  /** The time in ms since which it is ready, or at which it is due, if its place is known. */
  dueAt: number | undefined;
  leases: readonly Lease[];
  /** The fence of its first lease; infinity for a job that was never leased. */
  firstFence: number;
  /** True if it is ready or delayed at the end of the history. */
  isWaiting: boolean;
}

/** Returns, by id, the jobs that have surely kept the places of their enqueues and whose leases are all known. */
export function findOrderedJobs(history: IndexedHistory, final: FinalState): Map<string, OrderedJob> {
  const waiting = final.jobs.filter(([, state]) => state === "ready" || state === "delayed");
  const attemptsOfWaiting = new Map(waiting.map(([id, , attempt]) => [id, attempt]));
  const jobs = new Map<string, OrderedJob>();
  for (const [id, items] of history.itemsByJob) {
    const enqueue = history.enqueueOf(id);
    // The jobs of a group take their places in line later.
    if (!enqueue || enqueue.group || !isChange(enqueue.letter) || enqueue.mortal || items.some(canChangePlace))
      continue;
    const leases = history.leasesByJob.listOf(id);
    const attempts = attemptsOfWaiting.get(id);
    const known = [...leases.map(({ attempt }) => attempt), ...(attempts === undefined ? [] : [attempts + 1])];
    // With an unknown lease, perhaps one whose reply was lost, it is not known when the job waited.
    if (known.length === 0 || known.some((attempt, i) => attempt !== i + 1)) continue;
    const { request, letter, priority = 5 } = enqueue;
    const when = letter === "d" ? enqueue.when : undefined;
    const withRecord = leases.find((lease) => lease.place !== undefined);
    jobs.set(id, {
      id,
      priority,
      enqueue: request,
      index: request.event.items?.findIndex((item) => item.id === id && item.letter === letter) ?? 0,
      when,
      place: withRecord?.place,
      dueAt: withRecord && dueTime(withRecord, when),
      leases,
      firstFence: leases[0]?.fence ?? Number.POSITIVE_INFINITY,
      isWaiting: attempts !== undefined,
    });
  }
  return jobs;
}

/** Returns the time at which a job was due, in ms: the later of the requested time and the time in its record. */
function dueTime({ place, enqueuedAt = 0 }: Lease, when: string | undefined): number | undefined {
  if (place === undefined) return undefined;
  const amount = Number(when?.slice(1) ?? 0);
  return Math.max(timeOfPlace(place), when?.startsWith("+") ? enqueuedAt + amount : amount);
}

/**
 * Reports whether an item may have changed the place of its job. An unanswered settlement may be a retry of any kind.
 */
function canChangePlace(item: RequestItem): boolean {
  const { request, action, begun } = item;
  const { op } = request.event;
  if (op === "enqueue" || op === "extend" || op === "progress" || !canBeChange(item)) return false;
  if (op !== "settle" && op !== "turn") return true;
  const keepsPlace = action === "complete" || (action === "release" && !begun);
  return !keepsPlace || !request.isAnswered;
}

/** Reports whether a job surely has to be leased before another: by their places, or by the order of their enqueues. */
export function isSurelyAhead(a: OrderedJob, b: OrderedJob): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority;
  if (a.place !== undefined && b.place !== undefined) return a.place < b.place;
  if (a.when !== b.when) return false;
  return a.enqueue === b.enqueue ? a.index < b.index : isSurelyBefore(a.enqueue, b.enqueue);
}
