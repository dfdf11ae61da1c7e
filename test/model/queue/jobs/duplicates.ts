// Enqueues batches of which some jobs replace the ones with their ids, follow them, or are debounced.
import { BOUNDS } from "../state/bounds.ts";
import type { Job, JobContent, Model } from "../state/model.ts";
import { count, lowerDue, noteSize } from "../state/moves.ts";
import { jobsIn } from "../state/order.ts";
import { formatFollower, recordSize } from "../state/record.ts";
import { carryOutOnce, type Request, type RequestResult, refuseOrReplay } from "../state/requests.ts";
import { formatRun } from "../state/run.ts";
import type { ProgramSettings } from "../state/settings.ts";
import { createTickAllocator, issueTick, timeOfTick } from "../state/ticks.ts";
import { dueAt, endEnqueue, forgetSeen, isRegistered, LETTERS, type NewJob } from "./enqueue.ts";
import { restartRun } from "./follow.ts";

interface KnownOptions {
  jobs: NewJob[];
  settings: ProgramSettings;
}

/**
 * Enqueues jobs, all or none. Replies with a letter for each: r or d if it is created, n or o if it replaces another, q if it follows a
 * leased one, i, j or k if it is debounced while the other is ready, delayed or leased; else the state of the job that has its id.
 */
export function enqueueKnown(model: Model, request: Request, { jobs, settings }: KnownOptions): RequestResult {
  const known = refuseOrReplay(model, request);
  if (known) return known;
  if (model.flags.has("l") && countReplaced(model, jobs) > BOUNDS.settled) return { status: "large" };
  const isRegistrationDue = !isRegistered(model);
  const result = carryOutOnce(model, request, () => {
    const batch = new Batch(model);
    const letters = jobs.map((job) => batch.apply(job)).join("");
    const created = letters.replace(/[^rd]/g, "").length;
    const waiting = jobsIn(model, "ready").length + jobsIn(model, "delayed").length;
    const entering = created + batch.redriven;
    if (entering > 0 && waiting + entering > settings.maxLength) return undefined;
    batch.write(model, { created });
    count(model, "enqueued", created);
    count(model, "duplicates", letters.length - created);
    count(model, "redriven", batch.redriven);
    endEnqueue(model);
    return letters;
  });
  return result.status === "ok" ? { ...result, isRegistrationDue } : result;
}

const repeats = ({ mode }: NewJob) => mode === "again" || mode === "debounce";
const isWaiting = ({ state }: Job) => state === "ready" || state === "delayed";

/** Returns the number of bytes of the jobs that a request reads, since it may replace them. */
function countReplaced(model: Model, jobs: NewJob[]): number {
  const ids = [...new Set(jobs.map(({ id }) => id))];
  return ids.reduce((sum, id) => {
    const job = model.jobs.get(id);
    if (!job) return sum;
    const follower = job.follower ? Buffer.byteLength(formatFollower(job.follower)) : 0;
    const isEnded = job.state === "failed" || job.state === "done";
    const isRead = isWaiting(job) || (isEnded && jobs.some((each) => each.id === id && repeats(each)));
    const run = job.run ? Buffer.byteLength(formatRun(job, job.run)) : 0;
    return sum + follower + (isRead ? recordSize(job) + run : 0);
  }, 0);
}

/** The jobs of a batch on copies of the known ones, since the queue may refuse the whole batch. */
class Batch {
  /** The number of failed jobs that wait again. */
  redriven = 0;
  readonly #model: Model;
  /** The last tick, and the ids to remember, as the batch changes them. */
  readonly #draft: Model;
  readonly #changed = new Map<string, Job>();
  readonly #created = new Map<string, NewJob>();
  readonly #remembered = new Map<string, number>();
  readonly #payloads: string[] = [];
  readonly #freeTickAt: (time: number) => number;
  #hasNewFollower = false;

  constructor(model: Model) {
    this.#model = model;
    this.#draft = { ...model };
    this.#freeTickAt = createTickAllocator(model);
  }

  /** Applies a job to the one with its id. Returns its letter. */
  apply(job: NewJob): string {
    const { now, seen, jobs } = this.#model;
    const other = this.#changed.get(job.id) ?? jobs.get(job.id);
    if (!other && job.hasFixedId && (seen.get(job.id) ?? 0) > now) return "S";
    if (other && !repeats(job) && (job.mode === "keep" || !isWaiting(other))) return LETTERS[other.state];
    this.#payloads.push(job.payload);
    if (other?.state === "leased") return this.#follow(job, other);
    const placed = this.#place(job, other);
    if (!repeats(job) && job.hasFixedId && job.uniqueFor > 0) this.#remembered.set(job.id, now + job.uniqueFor);
    const isReady = placed.state === "ready";
    this.#changed.set(job.id, placed);
    if (!other || other.state === "done") {
      this.#created.set(job.id, job);
      return isReady ? "r" : "d";
    }
    if (other.state === "failed") this.redriven += 1;
    if (job.mode === "debounce" && other.state !== "failed") return isReady ? "i" : "j";
    return isReady ? "n" : "o";
  }

  #contentOf({ payload, priority, maxAttempts, timeout, ttl }: NewJob): JobContent {
    const { now } = this.#model;
    const expiresAt = ttl === undefined ? 0 : now + ttl;
    return { payload, priority, maxAttempts, timeout, expiresAt, createdAt: now, pushedUntil: undefined };
  }

  /** Returns the time at which a debounced job is due, and the time until which it may be pushed back. */
  #debounce({ when, longest }: NewJob, before: number | undefined): { due: number; pushedUntil: number | undefined } {
    const { now } = this.#model;
    const pushedUntil = before ?? (longest === undefined ? undefined : now + longest);
    return { due: Math.min(dueAt(this.#model, when), pushedUntil ?? Number.POSITIVE_INFINITY), pushedUntil };
  }

  #follow(job: NewJob, other: Job): string {
    const isDebounced = job.mode === "debounce";
    const { due, pushedUntil } = isDebounced
      ? this.#debounce(job, other.follower?.pushedUntil)
      : { due: dueAt(this.#model, job.when), pushedUntil: undefined };
    const isDelayed = isDebounced || due > this.#model.now;
    const follower = { ...this.#contentOf(job), pushedUntil, dueAt: isDelayed ? due : undefined };
    this.#changed.set(job.id, { ...other, follower });
    this.#hasNewFollower = true;
    return isDebounced ? "k" : "q";
  }

  /** Returns the job that replaces another one, or that is new. */
  #place(job: NewJob, other: Job | undefined): Job {
    const { now } = this.#model;
    const isDebounced = job.mode === "debounce";
    const debounced = isDebounced
      ? this.#debounce(job, other?.state === "delayed" ? other.pushedUntil : undefined)
      : undefined;
    let due = debounced?.due ?? dueAt(this.#model, job.when);
    if (isDebounced && other?.state === "ready") due = now;
    const isReady = isDebounced ? other?.state === "ready" : due <= now;
    const otherDue = other?.state === "delayed" ? timeOfTick(other.tick) : undefined;
    const staysReady = other?.state === "ready" && isReady && other.priority === job.priority;
    const staysDue = isDebounced && otherDue !== undefined && (otherDue <= now || otherDue === due);
    const tick = other && (staysReady || staysDue) ? other.tick : this.#newTick(isReady ? undefined : due);
    const runBefore = other?.state === "done" ? undefined : other?.run;
    const run =
      runBefore &&
      (other?.state === "failed"
        ? restartRun(runBefore)
        : { ...runBefore, isHeld: false, maxAttempts: 0, isReplaced: true });
    return {
      ...{ ...this.#contentOf(job), pushedUntil: debounced?.pushedUntil, id: job.id },
      ...{ state: isReady ? "ready" : "delayed", tick, firstTick: tick, time: 0, run },
    };
  }

  #newTick(due: number | undefined): number {
    const tick = issueTick(this.#draft);
    return due === undefined ? tick : this.#freeTickAt(due);
  }

  /** Writes the batch to the model. */
  write(model: Model, { created }: { created: number }): void {
    model.tick = this.#draft.tick;
    for (const payload of this.#payloads) noteSize(model, payload);
    if (this.#hasNewFollower) model.flags.add("g");
    for (const [id, job] of this.#changed) {
      const before = model.jobs.get(id);
      model.jobs.set(id, job);
      if (job.state === "leased") continue;
      if (job.state === "ready" && before?.state !== "ready") model.madeReady += 1;
      if (job.state === "delayed") {
        model.isDueSooner = true;
        lowerDue(model, timeOfTick(job.tick));
      }
      if (job.expiresAt > 0) lowerDue(model, job.expiresAt);
    }
    for (const { id, hasFixedId } of this.#created.values()) if (hasFixedId) model.results.delete(id);
    if (this.#remembered.size === 0) return;
    forgetSeen(model, { limit: created * 2 + 8, spared: new Set(this.#remembered.keys()) });
    for (const [id, until] of this.#remembered) model.seen.set(id, until);
  }
}
