// Within a priority first in, first out, and the first priority first. A job that was given back, or whose lease ran out,
// has its place before all that came after it; one that was delayed stands in line by the time at which it was due. Of jobs
// that were retried, promoted or redriven nothing is asked here: they go to the back at a moment that a history does not tell.

import { type Given, isBefore, passages, type Request, type Requests, type Said } from "../analysis/history-request.ts";
import { Violation } from "../analysis/violation.ts";
import type { FinalState } from "../history/final-state.ts";
import { mayBeLeftDelayed, mayBeLeftLeased } from "./heal-limit.ts";
import { name } from "./one-lease.ts";
import { type Placed, placedJobs, ranksBefore } from "./ordered-jobs.ts";
import { Lines } from "./waiting-jobs.ts";

export function inOrder(history: Requests, final: FinalState): Violation[] {
  const jobs = placedJobs(history, final);
  const enqueues = [...new Set([...jobs.values()].map(({ enqueue }) => enqueue))];
  const lanes = passages([...enqueues, ...history.of("lease", "turn")]);
  return [
    ...[...jobs.values()].flatMap((job) => [...otherPriority(job), ...tooSoon(job), ...givenBack(history, job, jobs)]),
    ...enqueues.flatMap((request) => inBatch(request, jobs)),
    ...lanes.flatMap((lane) => alongLane(history, lane, jobs)),
  ];
}

/** A record holds the priority that the job was enqueued with. */
function otherPriority({ id, priority, enqueue, leases }: Placed): Violation[] {
  const lease = leases.find((each) => each.priority !== undefined && each.priority !== priority);
  if (!lease) return [];
  const message = `${name({ id })} was enqueued with priority ${priority}, and leased with priority ${lease.priority}`;
  return [new Violation("order", message, { ids: [id], requests: [enqueue, lease.request] })];
}

/** No lease before the job is due. */
function tooSoon({ id, when, dueAt, enqueue, leases: [lease] }: Placed): Violation[] {
  if (when === undefined || dueAt === undefined || !lease || lease.at >= dueAt) return [];
  const message = `${name({ id })} was leased under fence ${lease.fence} ${dueAt - lease.at} ms before it was due`;
  return [new Violation("order", message, { ids: [id], requests: [enqueue, lease.request] })];
}

/** Jobs of one request, in the order in which they stand in it. */
function inBatch(request: Request, jobs: Map<string, Placed>): Violation[] {
  const last = new Map<string, Placed>();
  for (const [index, { id }] of (request.told.items ?? []).entries()) {
    const job = jobs.get(id);
    if (job?.enqueue !== request || job.index !== index) continue;
    const kind = `${job.priority} ${job.when}`;
    const before = last.get(kind);
    if (before && before.first > job.first) return [outOfOrder(before, job, job.leases[0] as Given)];
    last.set(kind, job);
  }
  return [];
}

/** Of jobs that waited when a lease was asked for, none that comes before may be left behind. */
function alongLane(
  history: Requests,
  lane: ReturnType<typeof passages>[number],
  jobs: Map<string, Placed>,
): Violation[] {
  const found: Violation[] = [];
  const lines = new Lines();
  const reached = new Map<Request, number>();
  for (const [now, { isOver, request }] of lane.entries()) {
    if (request.told.op === "enqueue") {
      if (!isOver) reached.set(request, now);
      else
        for (const { id } of request.told.items ?? []) {
          const job = jobs.get(id);
          if (job?.enqueue === request) lines.add(job, now);
        }
      continue;
    }
    if (isOver) continue;
    for (const { id, fence } of request.told.leased ?? []) {
      const job = jobs.get(id);
      const [lease] = job?.leases ?? [];
      if (!job || !lease || job.first !== fence) continue;
      const left =
        lines.leftBehind(job, reached.get(job.enqueue) ?? Number.NEGATIVE_INFINITY) ??
        lines.leftDelayed(job, lease.at, () => mayBeLeftDelayed(history, lease));
      if (left) found.push(outOfOrder(left, job, lease));
    }
  }
  return found;
}

// Further than this nobody looks for what was leased in place of a job that had been given back.
const WINDOW = 1_000;

/** Between its release, or the end of its lease, and its next lease nothing may be leased that comes after it. */
function givenBack(history: Requests, job: Placed, jobs: Map<string, Placed>): Violation[] {
  for (const [i, lease] of job.leases.entries()) {
    const next = job.leases[i + 1]?.fence ?? (job.isWaiting ? Number.POSITIVE_INFINITY : undefined);
    const notes = history.saidOf.get(job.id)?.filter(({ fence }) => fence === lease.fence) ?? [];
    const release = notes.find(({ action, letter, begun }) => action === "release" && letter === "r" && !begun);
    if (next === undefined || (notes.length > 0 && !release)) continue;
    const isBack = (other: Given) =>
      release
        ? isBefore(release.request, other.request)
        : other.at >= lease.until && other.request !== lease.request && !mayBeLeftLeased(history, lease, other);
    const from = lease.index + 1;
    for (const other of history.given.slice(from, from + WINDOW)) {
      if (other.fence >= next) break;
      const later = jobs.get(other.id);
      if (later && later !== job && ranksBefore(job, later) && isBack(other))
        return [outOfOrder(job, later, other, release)];
    }
  }
  return [];
}

function outOfOrder(first: Placed, second: Placed, lease: Given, release?: Said): Violation {
  const next = first.leases.find(({ fence }) => fence > lease.fence);
  const message = `${name(second)} was leased under fence ${lease.fence} while ${name(first)}, which comes before it, waited`;
  const requests = [first.enqueue, second.enqueue, lease.request, ...(release ? [release.request] : [])];
  return new Violation("order", message, {
    ids: [first.id, second.id],
    requests: next ? [...requests, next.request] : requests,
  });
}
