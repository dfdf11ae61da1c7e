// Within a priority first in, first out, and the first priority first. A job that was given back, or whose lease ran out,
// has its place before all that came after it. Of jobs that were delayed, retried or redriven nothing is asked here: they
// go to the back at a moment that a history does not tell.
import type { FinalState } from "../final-state.ts";
import { type Given, isBefore, passages, type Request, type Requests, type Said } from "../requests.ts";
import { Violation } from "../violation.ts";
import { name } from "./leases.ts";

/** A job that was ready from its enqueueing on, and has kept its place since. */
interface Placed {
  id: string;
  priority: number;
  enqueue: Request;
  index: number;
  leases: Given[];
  /** Its first fence; infinite while it waits. */
  first: number;
  isWaiting: boolean;
}

export function inOrder(history: Requests, final: FinalState): Violation[] {
  const jobs = placedJobs(history, final);
  const enqueues = [...new Set([...jobs.values()].map(({ enqueue }) => enqueue))];
  const lanes = passages([...enqueues, ...history.of("lease", "turn")]);
  return [
    ...enqueues.flatMap((request) => inBatch(request, jobs)),
    ...lanes.flatMap((lane) => alongLane(lane, jobs)),
    ...[...jobs.values()].flatMap((job) => givenBack(history, job, jobs)),
  ];
}

function placedJobs(history: Requests, final: FinalState): Map<string, Placed> {
  const ready = new Map(final.jobs.filter(([, state]) => state === "ready").map(([id, , attempt]) => [id, attempt]));
  const jobs = new Map<string, Placed>();
  for (const [id, said] of history.saidOf) {
    const made = said.filter(({ request, letter }) => request.told.op === "enqueue" && isMade(request, letter));
    const [enqueue] = made;
    if (!enqueue || made.length > 1 || enqueue.letter !== "r" || enqueue.mortal || said.some(moves)) continue;
    const leases = history.givenOf.get(id) ?? [];
    const attempts = ready.get(id);
    const isWaiting = attempts !== undefined;
    const known = [...leases.map(({ attempt }) => attempt), ...(isWaiting ? [attempts + 1] : [])];
    // Where a lease is not known, whose answer was lost perhaps, nobody can say when it waited.
    if (known.length === 0 || known.some((attempt, i) => attempt !== i + 1)) continue;
    const index = enqueue.request.told.items?.findIndex((item) => item.id === id && item.letter === "r") ?? 0;
    const first = leases[0]?.fence ?? Number.POSITIVE_INFINITY;
    jobs.set(id, { id, priority: enqueue.priority ?? 5, enqueue: enqueue.request, index, leases, first, isWaiting });
  }
  return jobs;
}

const isMade = (request: Request, letter = "") => !request.isAnswered || letter === "r" || letter === "d";

/** Whether something may have taken a job from its place. */
function moves({ request, action, letter }: Said): boolean {
  const { op } = request.told;
  const took = !request.isAnswered || letter === "L" || "RDP".includes(letter ?? "-");
  if (op === "settle" || op === "turn")
    return took && ((action !== "complete" && action !== "release") || !request.isAnswered);
  return op !== "enqueue" && op !== "extend" && op !== "progress" && took;
}

/** Jobs of one request, in the order in which they stand in it. */
function inBatch(request: Request, jobs: Map<string, Placed>): Violation[] {
  const last = new Map<number, Placed>();
  for (const [index, { id }] of (request.told.items ?? []).entries()) {
    const job = jobs.get(id);
    if (job?.enqueue !== request || job.index !== index) continue;
    const before = last.get(job.priority);
    if (before && before.first > job.first) return [outOfOrder(before, job, job.leases[0] as Given)];
    last.set(job.priority, job);
  }
  return [];
}

/** Of jobs that waited when a lease was asked for, none that comes before may be left behind. */
function alongLane(lane: ReturnType<typeof passages>[number], jobs: Map<string, Placed>): Violation[] {
  const found: Violation[] = [];
  const waiting = Array.from({ length: 10 }, (): { job: Placed; since: number }[] => []);
  const reached = new Map<Request, number>();
  for (const [now, { isOver, request }] of lane.entries()) {
    if (request.told.op === "enqueue") {
      if (!isOver) reached.set(request, now);
      else
        for (const { id } of request.told.items ?? []) {
          const job = jobs.get(id);
          if (job?.enqueue === request) waiting[job.priority]?.push({ job, since: now });
        }
      continue;
    }
    if (isOver) continue;
    for (const { id, fence } of request.told.leased ?? []) {
      const job = jobs.get(id);
      if (!job || job.first !== fence) continue;
      const left = leftBehind(waiting, job, reached.get(job.enqueue));
      if (left) found.push(outOfOrder(left, job, job.leases[0] as Given));
    }
  }
  return found;
}

/** A job that should have been leased before another: the one that waits longest, in its priority or one before. */
function leftBehind(
  waiting: { job: Placed; since: number }[][],
  leased: Placed,
  reached = Number.NEGATIVE_INFINITY,
): Placed | undefined {
  for (const [priority, line] of waiting.entries()) {
    if (priority > leased.priority) return undefined;
    while (line[0] && line[0].job.first <= leased.first) line.shift();
    const [longest] = line;
    if (longest && (priority < leased.priority || longest.since < reached)) return longest.job;
  }
  return undefined;
}

// Further than this nobody looks for what was leased in place of a job that had been given back.
const WINDOW = 1_000;

/** Between its release, or the end of its lease, and its next lease nothing may be leased that comes after it. */
function givenBack(history: Requests, job: Placed, jobs: Map<string, Placed>): Violation[] {
  for (const [i, lease] of job.leases.entries()) {
    const next = job.leases[i + 1]?.fence ?? (job.isWaiting ? Number.POSITIVE_INFINITY : undefined);
    const notes = history.saidOf.get(job.id)?.filter(({ fence }) => fence === lease.fence) ?? [];
    const release = notes.find(({ action, letter }) => action === "release" && letter === "L");
    if (next === undefined || (notes.length > 0 && !release)) continue;
    const isBack = (other: Given) =>
      release ? isBefore(release.request, other.request) : other.at >= lease.until && other.request !== lease.request;
    const from = lease.place + 1;
    for (const other of history.given.slice(from, from + WINDOW)) {
      if (other.fence >= next) break;
      const later = jobs.get(other.id);
      if (later && later !== job && ranksBefore(job, later) && isBack(other))
        return [outOfOrder(job, later, other, release)];
    }
  }
  return [];
}

function ranksBefore(a: Placed, b: Placed): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority;
  return a.enqueue === b.enqueue ? a.index < b.index : isBefore(a.enqueue, b.enqueue);
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
