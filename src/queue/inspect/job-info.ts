// Information about a job, from its stored record and run.
import { withoutUndefined } from "../../base/without-undefined.ts";
import type { JobState } from "../../engine/keys.ts";
import { readScheduledRun, type ScheduledRun } from "../jobs/options/own-options.ts";
import { WAITING_TIME } from "../jobs/options/waiting.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { readRecord, timeOfDue } from "../jobs/stored/record.ts";
import { attemptsOf, type JobAttempt, type JobError, type Progress, readRun } from "../jobs/stored/run.ts";
import { readMembership } from "./groups/group-report.ts";

/** Information about a stored job. */
export interface JobInfo<T> {
  id: string;
  state: JobState;
  /** Undefined if the payload cannot be decoded. */
  data: T | undefined;
  priority: number;
  group?: string;
  /** The number of tokens that it spends of a rate, if that is not 1. */
  cost?: number;
  enqueuedAt: number;
  expiresAt?: number;
  /** The number of its leases since it was enqueued or redriven. */
  attempt: number;
  maxAttempts: number;
  /** The time when a delayed job becomes ready. */
  dueAt?: number;
  /** Set for a delayed job that becomes ready when others have ended: those of its option `after`, or of its batch. */
  waitsForOthers?: true;
  leasedUntil?: number;
  /** Its holder, or its last holder. */
  worker?: string;
  progress?: Progress;
  /** The time when it failed or was completed. */
  endedAt?: number;
  /** Its last errors, oldest first. */
  errors: JobError[];
  /** Its last ten attempts, oldest first; of a leased job with the one that holds it. */
  attempts: JobAttempt[];
  /** The run of a schedule that the job is, if a schedule has created it. */
  schedule?: ScheduledRun;
  /** Set if a newer payload waits for the end of the job, and runs after it. Lists and searches do not state it. */
  runsAgain?: true;
}

/** The stored parts of a job. */
export interface StoredJob {
  id: string;
  state: JobState;
  /** Its score in the sorted set of its state. */
  score: number;
  record: string;
  run: string;
  /** The field of a job with a group or a cost; "" for none. */
  member: string;
}

/** Returns information about a job from its stored parts. */
export function toJobInfo<T>(
  context: QueueContext<unknown, T>,
  { id, state, score, record, run, member }: StoredJob,
): JobInfo<T> {
  const storedRecord = readRecordOrDefault(record);
  const storedRun = readRun(run);
  const { group, cost = 1 } = readMembership(member) ?? {};
  return {
    id,
    state,
    data: decodeOrUndefined(context, storedRecord.payload),
    priority: storedRecord.priority,
    enqueuedAt: storedRecord.enqueuedAt,
    attempt: storedRun?.attempt ?? 0,
    maxAttempts: storedRecord.maxAttempts ?? (storedRun?.maxAttempts || context.maxAttempts),
    errors: storedRun?.errors ?? [],
    attempts: storedRun ? attemptsOf(storedRun, { state, score }) : [],
    ...withoutUndefined({
      group,
      cost: cost === 1 ? undefined : cost,
      expiresAt: storedRecord.expiresAt,
      dueAt: state === "delayed" && timeOfDue(score) < WAITING_TIME ? timeOfDue(score) : undefined,
      waitsForOthers: state === "delayed" && timeOfDue(score) >= WAITING_TIME ? (true as const) : undefined,
      leasedUntil: state === "leased" ? score : undefined,
      endedAt: state === "failed" || state === "done" ? score : undefined,
      worker: storedRun?.worker || undefined,
      progress: storedRun?.progress,
      schedule: readScheduledRun(id, storedRecord.own),
    }),
  };
}

/** Reads a record; a default one if it is damaged. */
function readRecordOrDefault(record: string) {
  try {
    return readRecord(record);
  } catch {
    return {
      enqueuedAt: 0,
      priority: 5,
      payload: undefined,
      expiresAt: undefined,
      maxAttempts: undefined,
      own: undefined,
    };
  }
}

/** Decodes a payload; undefined if there is none or it is damaged. */
function decodeOrUndefined<T>(context: QueueContext<unknown, T>, payload: string | undefined): T | undefined {
  try {
    return payload === undefined ? undefined : context.codec.decode(payload);
  } catch {
    return undefined;
  }
}
