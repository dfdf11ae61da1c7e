// Leases jobs: the part of a turn after the choice of the jobs.
import { BOUNDS } from "../state/bounds.ts";
import type { Job, Model } from "../state/model.ts";
import { count, lowerDue, makeLeased, removeJob } from "../state/moves.ts";
import { recordSize } from "../state/record.ts";
import type { LeasedHead } from "../state/requests.ts";
import type { ProgramSettings } from "../state/settings.ts";
import { issueTick, timeOfTick } from "../state/ticks.ts";
import { takeOver } from "./follow.ts";
import { addLatencies } from "./latency.ts";

/** The lease of a turn. */
export interface TurnLease {
  /** 0 to lease nothing. */
  count: number;
  duration: number;
  worker: string;
  /** The version of the worker's deployment; "" for none. */
  version: string;
  /** True to note the worker and the retention of its program. */
  hasBeat: boolean;
  /**
   * True if the plain script replies. It notes no listener, takes the due time from the head, and may report that more
   * jobs are ready although it completes the only other one itself.
   */
  isPlain: boolean;
  /** True if a script for queues with groups replies. */
  isGrouped: boolean;
}

/** The leased jobs. */
export interface TakenJobs {
  heads: LeasedHead[];
  /** The number of jobs past their time to live. */
  expired: number;
  /** True if more jobs are ready. */
  hasMore: boolean;
}

interface TakeOptions {
  max: number;
  lease: TurnLease;
  settings: ProgramSettings;
}

/** Leases the first jobs of a list. Removes those past their time to live on the way. */
export function takeFirst(model: Model, ready: Job[], { max, lease, settings }: TakeOptions): TakenJobs {
  const jobs: Job[] = [];
  const overtaken: Job[] = [];
  let [bytes, read, expired, isFull] = [0, 0, 0, false];
  while (ready.length > 0 && jobs.length < max && !isFull) {
    const page = ready.splice(0, max - jobs.length);
    const readable = model.flags.has("l") ? countReadable(page, { bytes, min: read === 0 ? 1 : 0 }) : page.length;
    isFull = readable < page.length;
    read += readable;
    for (const job of page.slice(0, readable)) {
      bytes += recordSize(job);
      if (job.expiresAt === 0 || job.expiresAt > model.now) jobs.push(job);
      else {
        expired += 1;
        if (job.follower) overtaken.push(job);
        else removeJob(model, job, "E");
        if (!job.follower || lease.isGrouped) count(model, "expired");
      }
    }
  }
  count(model, "leased", jobs.length);
  // A job that was given back is at its earlier place.
  const waiting = jobs.filter(({ run }) => !run?.isHeld && !/[gbw]/.test(run?.attempts.at(-1)?.letter ?? ""));
  addLatencies(
    model.waits,
    waiting.map(({ tick }) => model.now - timeOfTick(tick)),
  );
  const heads = jobs.map((job) => leaseJob(model, job, { lease, settings }));
  for (const job of overtaken) endOvertaken(model, job, lease);
  return { heads, expired, hasMore: isFull || ready.length > 0 };
}

/** Lets the follower of a job past its time to live take over: now in a queue with groups, else by the next heal. */
function endOvertaken(model: Model, job: Job, { isGrouped }: TurnLease): void {
  const { follower } = job;
  if (follower && isGrouped) {
    removeJob(model, job, "E");
    takeOver(model, job, { follower });
  } else {
    job.state = "delayed";
    lowerDue(model, 0);
  }
}

function leaseJob(model: Model, job: Job, { lease, settings }: Omit<TakeOptions, "max">): LeasedHead {
  const { duration, worker, version } = lease;
  const { attempt: attempts, ...before } = job.run ?? NO_RUN;
  const [fence, attempt, isFirst] = [issueTick(model), attempts + 1, !job.run];
  const maxAttempts = job.maxAttempts ?? settings.maxAttempts;
  job.run = { ...before, isHeld: true, fence, attempt, maxAttempts, worker, version };
  makeLeased(model, job, model.now + duration);
  const member = job.member && { group: job.member.group, cost: job.member.cost };
  return { id: job.id, fence, attempt, isFirst, member };
}

const NO_RUN = { attempt: 0, released: 0, postponed: 0, unfinished: 0, progress: "", attempts: [] };

/** Counts the first jobs, at least `min`, whose records one request may read after `bytes` of other records. */
function countReadable(page: Job[], { bytes, min }: { bytes: number; min: number }): number {
  let sum = bytes;
  const fitting = page.findIndex((job) => {
    sum += recordSize(job);
    return sum > BOUNDS.read;
  });
  return fitting < 0 ? page.length : Math.max(fitting, min);
}
