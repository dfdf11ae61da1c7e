// Jobs that have kept the place in line that they were enqueued with, and which of two comes first.

import { type Given, isBefore, type Request, type Requests, type Said } from "../analysis/history-request.ts";
import { timeOfPlace } from "../analysis/place-ticks.ts";
import type { FinalState } from "../history/final-state.ts";
import { isChange } from "../history/history-event.ts";

/** A job that was ready from its enqueueing on, or from when it was due, and has kept its place since. */
export interface Placed {
  id: string;
  priority: number;
  enqueue: Request;
  index: number;
  /** When it was to become ready, if that was not at once. */
  when: string | undefined;
  /** Its place, where its record came along with a lease. */
  place: number | undefined;
  /** The time from which it is in line, where that is known; of one that is delayed, when it is due. */
  dueAt: number | undefined;
  leases: Given[];
  /** Its first fence; infinite while it waits. */
  first: number;
  isWaiting: boolean;
}

/** The jobs whose places are known, as far as anybody can tell from a history. */
export function placedJobs(history: Requests, final: FinalState): Map<string, Placed> {
  const isInLine = (state: string) => state === "ready" || state === "delayed";
  const waiting = new Map(final.jobs.filter(([, state]) => isInLine(state)).map(([id, , attempt]) => [id, attempt]));
  const jobs = new Map<string, Placed>();
  for (const [id, said] of history.saidOf) {
    const enqueue = history.enqueueOf(id);
    if (!enqueue || !isChange(enqueue.letter) || enqueue.mortal || said.some(moves)) continue;
    const leases = history.givenOf.get(id) ?? [];
    const attempts = waiting.get(id);
    const known = [...leases.map(({ attempt }) => attempt), ...(attempts === undefined ? [] : [attempts + 1])];
    // Where a lease is not known, whose answer was lost perhaps, nobody can say when it waited.
    if (known.length === 0 || known.some((attempt, i) => attempt !== i + 1)) continue;
    const { request, letter, priority = 5 } = enqueue;
    const when = letter === "d" ? enqueue.when : undefined;
    const { place, enqueuedAt } = leases.find((lease) => lease.place !== undefined) ?? {};
    jobs.set(id, {
      id,
      priority,
      enqueue: request,
      index: request.told.items?.findIndex((item) => item.id === id && item.letter === letter) ?? 0,
      when,
      place,
      dueAt: dueOf(when, place, enqueuedAt),
      leases,
      first: leases[0]?.fence ?? Number.POSITIVE_INFINITY,
      isWaiting: attempts !== undefined,
    });
  }
  return jobs;
}

/** The later of what was asked for and what the record says. */
function dueOf(when: string | undefined, place: number | undefined, enqueuedAt = 0): number | undefined {
  if (place === undefined) return undefined;
  const amount = Number(when?.slice(1) ?? 0);
  return Math.max(timeOfPlace(place), when?.startsWith("+") ? enqueuedAt + amount : amount);
}

/** Whether something may have taken a job from its place. */
function moves({ request, action, letter, begun }: Said): boolean {
  const { op } = request.told;
  const took = !request.isAnswered || isChange(letter);
  if (op === "settle" || op === "turn")
    return took && ((action !== "complete" && (action !== "release" || begun)) || !request.isAnswered);
  return op !== "enqueue" && op !== "extend" && op !== "progress" && took;
}

/** Whether a job surely comes before another: by their places, or by the order in which they were enqueued. */
export function ranksBefore(a: Placed, b: Placed): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority;
  if (a.place !== undefined && b.place !== undefined) return a.place < b.place;
  if (a.when !== b.when) return false;
  return a.enqueue === b.enqueue ? a.index < b.index : isBefore(a.enqueue, b.enqueue);
}
