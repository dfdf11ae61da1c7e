// Enqueues batches of which some jobs replace the ones with their ids, follow them, or are debounced.
import type { JobState } from "../../../../src/engine/keys.ts";
import { adoptLimits } from "../groups/limits.ts";
import { arrange } from "../state/arrange.ts";
import { BOUNDS } from "../state/bounds.ts";
import { type Member, slotOf } from "../state/groups.ts";
import type { Job, JobContent, Model } from "../state/model.ts";
import { count, lowerDue, makeDelayed, makeReady, noteSize } from "../state/moves.ts";
import { entryTickOf, isWaiting } from "../state/order.ts";
import { formatFollower, recordSize } from "../state/record.ts";
import { carryOutOnce, type Request, type RequestResult, refuseOrReplay } from "../state/requests.ts";
import type { ProgramSettings } from "../state/settings.ts";
import { createTickAllocator, issueTick, timeOfTick } from "../state/ticks.ts";
import { recordMove } from "../state/unit.ts";
import { dueAt, endEnqueue, forgetSeen, isRegistered, LETTERS, type NewJob } from "./enqueue.ts";
import { linkMoves, restartRun } from "./follow.ts";
import { formatRun } from "./run.ts";

interface KnownOptions {
  jobs: NewJob[];
  settings: ProgramSettings;
}

/**
 * Enqueues jobs, all or none. Replies with a letter for each: r, d or b if it is created, n, o or z if it replaces another, q if it
 * follows a leased one, i, j, y or k if it is debounced while the other is ready, delayed, blocked or leased; else the state of the
 * job that has its id.
 */
export function enqueueKnown(model: Model, request: Request, { jobs, settings }: KnownOptions): RequestResult {
  const known = refuseOrReplay(model, request);
  if (known) return known;
  const isRegistrationDue = !isRegistered(model);
  const isNew = !model.exists;
  const hasOtherLimits = adoptLimits(model, settings.limits);
  const hasAdopted = isNew && model.exists;
  if (model.flags.has("l") && countReplaced(model, jobs) > BOUNDS.settled) return { status: "large" };
  const result = carryOutOnce(model, request, () => {
    // The queue is new as long as it has no jobs.
    model.exists = !isNew;
    const batch = new Batch(model);
    const planned = jobs.map((job) => batch.apply(job)).join("");
    const created = planned.replace(/[^rd]/g, "").length;
    const waiting = [...model.jobs.values()].filter(isWaiting).length;
    const entering = created + batch.redriven;
    if (entering > 0 && waiting + entering > settings.maxLength) {
      model.exists ||= hasAdopted;
      return undefined;
    }
    const letters = batch.write(planned, jobs);
    count(model, "enqueued", created);
    count(model, "duplicates", letters.length - created);
    count(model, "redriven", batch.redriven);
    endEnqueue(model);
    return letters;
  });
  return result.status === "ok" ? { ...result, isRegistrationDue, hasOtherLimits } : result;
}

const repeats = ({ mode }: NewJob) => mode === "again" || mode === "debounce";
/** Reports whether a job is blocked, or the head of a group that has delayed it. */
const isInLine = ({ state, member }: Job) => state === "blocked" || (state === "delayed" && member?.mark === "t");
/** Returns the state of a job; ready for one in line, whose group decides where it is. */
const stateOf = (job: Job) => (isInLine(job) ? "ready" : job.state);

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
  /** The changed jobs, as they are before their groups are arranged. */
  readonly #changed = new Map<string, Job>();
  /** The ids of waiting jobs that have lost their place or their turn. */
  readonly #displaced = new Set<string>();
  readonly #created = new Map<string, NewJob>();
  readonly #remembered = new Map<string, number>();
  readonly #applied: NewJob[] = [];
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
    this.#applied.push(job);
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

  #contentOf({ payload, priority, maxAttempts, timeout, ttl, group, cost }: NewJob): JobContent {
    const { now } = this.#model;
    const expiresAt = ttl === undefined ? 0 : now + ttl;
    const member: Member | undefined = group === undefined && cost === 1 ? undefined : { group, cost, mark: "-" };
    return { payload, priority, maxAttempts, timeout, expiresAt, createdAt: now, pushedUntil: undefined, member };
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
    const state = other && stateOf(other);
    const debounced = isDebounced
      ? this.#debounce(job, state === "delayed" ? other?.pushedUntil : undefined)
      : undefined;
    let due = debounced?.due ?? dueAt(this.#model, job.when);
    if (isDebounced && state === "ready") due = now;
    const isReady = isDebounced ? state === "ready" : due <= now;
    const isAlike = other?.priority === job.priority && other.member?.group === job.group;
    const staysReady = state === "ready" && isReady && isAlike;
    const otherDue = other && state === "delayed" ? timeOfTick(entryTickOf(other)) : undefined;
    const staysDue = isDebounced && otherDue !== undefined && (otherDue <= now || otherDue === due);
    if (!staysReady) this.#displaced.add(job.id);
    const tick = other && (staysReady || staysDue) ? placeTickOf(other) : this.#newTick(isReady ? undefined : due);
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

  /** Writes the batch to the model, and arranges the groups of its jobs. Returns the letters of the jobs. */
  write(planned: string, jobs: NewJob[]): string {
    const model = this.#model;
    model.tick = this.#draft.tick;
    for (const { payload, group, cost } of this.#applied) {
      noteSize(model, payload);
      if (group !== undefined || cost !== 1) model.flags.add("g");
    }
    if (this.#hasNewFollower) model.flags.add("f");
    const wereReady = [...this.#changed.keys()].filter((id) => model.jobs.get(id)?.state === "ready");
    const inLine = new Set([...this.#changed.values()].filter(({ state }) => state === "ready").map(({ id }) => id));
    // Groups line them up in this order.
    for (const job of [...this.#changed.values()].sort((a, b) => a.tick - b.tick)) this.#writeJob(job);
    arrange(model);
    // They were ready before.
    for (const id of wereReady) if (model.jobs.get(id)?.state === "ready") model.madeReady -= 1;
    this.#remember(planned);
    const letters = jobs.map(({ id }, i) => {
      const letter = planned[i] ?? "";
      // A known job may have been the head of a group, whose place another job has taken.
      const { state = "ready" } =
        ((inLine.has(id) || (letter === "R" && !this.#changed.has(id))) && model.jobs.get(id)) || {};
      return LETTERS_IN_LINE[state]?.[letter] ?? letter;
    });
    return letters.join("");
  }

  #writeJob(job: Job): void {
    const model = this.#model;
    const { id } = job;
    const before = model.jobs.get(id);
    if (job.state === "leased") {
      model.jobs.set(id, job);
      return;
    }
    const staysInPlace = before !== undefined && stateOf(before) === "ready" && !this.#displaced.has(id);
    if (before && staysInPlace && before.state !== "delayed") {
      // Its group is written again.
      const { state, sequence } = before;
      recordMove(model, before, { to: state });
      Object.assign(job, { state, sequence });
      model.jobs.set(id, job);
      if (state === "ready") model.madeReady += 1;
      if (job.expiresAt > 0) lowerDue(model, job.expiresAt);
      return;
    }
    const isSameGroup = before?.member?.group === job.member?.group;
    const slot = before && isSameGroup && slotOf(before) === "held" ? "held" : undefined;
    if (before) recordMove(model, before, { to: undefined });
    model.jobs.delete(id);
    if (job.state === "ready") makeReady(model, job, job.tick);
    else makeDelayed(model, job, job.tick);
    model.jobs.set(id, job);
    linkMoves(model, { id, member: job.member, slot });
    const entered = model.unit.moves.at(-1);
    if (entered && staysInPlace) entered.staysHead = true;
  }

  #remember(planned: string): void {
    const model = this.#model;
    for (const { id, hasFixedId } of this.#created.values()) if (hasFixedId) model.results.delete(id);
    if (this.#remembered.size === 0) return;
    const created = planned.replace(/[^rd]/g, "").length;
    forgetSeen(model, { limit: created * 2 + 8, spared: new Set(this.#remembered.keys()) });
    for (const [id, until] of this.#remembered) model.seen.set(id, until);
  }
}

/** The letters of jobs that are ready, by those of jobs that their groups have blocked or delayed. */
const LETTERS_IN_LINE: Partial<Record<JobState, Record<string, string>>> = {
  blocked: { r: "b", n: "z", i: "y", R: "B" },
  delayed: { r: "d", n: "o", i: "j", R: "D" },
};

/** Returns the tick of the place of a job, which the score of one in line does not state. */
function placeTickOf(job: Job): number {
  return isInLine(job) ? job.tick : entryTickOf(job);
}
