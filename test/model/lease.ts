// Jobs are handed out for a limited time, after what is due was brought back.
import {
  count,
  endOfLife,
  firstReply,
  type Head,
  inState,
  isUsedUp,
  type Model,
  makeFailed,
  makeReady,
  nextTurn,
  type Plan,
  placeAt,
  remember,
} from "./model.ts";
import type { Settings } from "./settings.ts";
import { type SettleItem, settle } from "./settle.ts";

export interface LeaseRequest {
  nonce: string;
  count: number;
  duration: number;
  worker: string;
  /** How much is brought back or dropped on the way at the most. */
  limit: number;
}

/** What was leased: heads of jobs that are held, and the letters of what was settled first. */
export interface Leased {
  letters: string;
  plan: Plan;
  heads: Head[];
}

export function lease(model: Model, request: LeaseRequest, settings: Settings): Leased | "bad_reply" {
  return again(model, request.nonce) ?? leaseNext(model, "", request, settings);
}

/** Settles, and leases the next. A reply that is remembered of another request may not have as many letters. */
export function turn(
  model: Model,
  items: SettleItem[],
  request: LeaseRequest,
  settings: Settings,
): Leased | "bad_reply" {
  const first = again(model, request.nonce);
  if (first) return first === "bad_reply" || first.letters.length !== items.length ? "bad_reply" : first;
  return leaseNext(model, settle(model, items, settings), request, settings);
}

/** A lease that comes again gets the jobs of its first reply that are still held under their fences. */
function again(model: Model, nonce: string): Leased | "bad_reply" | undefined {
  const reply = firstReply(model, nonce);
  if (!reply) return undefined;
  if (reply.kind !== "leased") return "bad_reply";
  const heads = reply.heads.filter(({ id, fence }) => {
    const job = model.jobs.get(id);
    return job?.state === "leased" && job.run?.letter === "L" && job.run.fence === fence;
  });
  return { ...reply, heads };
}

function leaseNext(model: Model, letters: string, request: LeaseRequest, settings: Settings): Leased {
  heal(model, request.limit);
  // Fences begin at the clock, so that they go on growing when the counter was lost.
  if (model.fence === 0) model.fence = model.now * 1_000;
  const heads = take(model, request, settings);
  if (request.worker !== "") model.workers.set(request.worker, model.now);
  const plan = planOf(model);
  remember(model, request.nonce, { kind: "leased", letters, plan, heads }, settings.keepRequests);
  return { letters, plan, heads };
}

/** Brings back what is due: leases that ran out, and delayed jobs; at most `limit` of each. */
export function heal(model: Model, limit: number): { reclaimed: number; failed: number; promoted: number } {
  const over = inState(model, "leased").filter(({ score }) => score <= model.now);
  const due = inState(model, "delayed").filter(({ score }) => Math.floor(score) <= model.now);
  let failed = 0;
  for (const job of over.slice(0, limit)) {
    if (job.run && isUsedUp(job.run)) {
      makeFailed(model, job, '"lease expired"');
      failed += 1;
    } else {
      makeReady(job, job.run?.place ?? 0);
      count(model, "reclaimed");
    }
  }
  for (const job of due.slice(0, limit)) makeReady(job, placeAt(job.priority, nextTurn(model)));
  return {
    failed,
    reclaimed: Math.min(over.length, limit) - failed,
    promoted: Math.min(due.length, limit),
  };
}

/** Hands out the first in line. Who is past his time to live when his turn comes is dropped. */
function take(model: Model, request: LeaseRequest, settings: Settings): Head[] {
  const heads: Head[] = [];
  let dropped = 0;
  while (!model.paused && heads.length < request.count && dropped < request.limit) {
    const next = inState(model, "ready").slice(0, request.count - heads.length);
    if (next.length === 0) break;
    for (const job of next) {
      const dies = endOfLife(job);
      if (dies > 0 && dies <= model.now) {
        model.jobs.delete(job.id);
        count(model, "expired");
        dropped += 1;
        continue;
      }
      model.fence += 1;
      count(model, "leased");
      const before = job.run ?? { attempt: 0, given: 0, progress: "", errors: [] };
      job.run = {
        ...before,
        letter: "L",
        fence: model.fence,
        attempt: before.attempt + 1,
        place: job.score,
        maxAttempts: job.maxAttempts ?? settings.maxAttempts,
        dies,
        since: model.now,
        worker: request.worker,
      };
      Object.assign(job, { state: "leased", score: model.now + request.duration });
      heads.push({ fence: job.run.fence, attempt: job.run.attempt, id: job.id });
    }
  }
  return heads;
}

/** When there will next be something to do. */
function planOf(model: Model): Plan {
  const { now, paused } = model;
  if (!paused && inState(model, "ready").length > 0) return { now, paused, more: true, wake: now };
  const times = [inState(model, "delayed")[0], inState(model, "leased")[0]].flatMap((job) =>
    job ? [Math.floor(job.score)] : [],
  );
  return { now, paused, more: false, wake: times.length > 0 ? Math.min(...times) : 0 };
}
