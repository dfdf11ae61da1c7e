// A job as it is shown, from what is stored of it.
import { withoutUndefined } from "../../base/without-undefined.ts";
import type { JobState } from "../../engine/keys.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { readRecord, timeOfDue } from "../jobs/stored/record.ts";
import { type JobError, type Progress, readRun } from "../jobs/stored/run.ts";

/** A job as it is stored. */
export interface JobInfo<T> {
  id: string;
  state: JobState;
  /** Undefined when the payload cannot be decoded. */
  data: T | undefined;
  priority: number;
  enqueuedAt: number;
  expiresAt?: number;
  /** The number of its leases since it was enqueued or redriven. */
  attempt: number;
  maxAttempts: number;
  /** The time when a delayed job becomes ready. */
  dueAt?: number;
  leasedUntil?: number;
  /** Its holder, or its last one. */
  worker?: string;
  progress?: Progress;
  /** The time when it failed or was done. */
  endedAt?: number;
  /** Its last errors, oldest first. */
  errors: JobError[];
}

/** The stored parts of a job. */
interface StoredJob {
  id: string;
  state: JobState;
  /** Its score in the sorted set of its state. */
  score: number;
  record: string;
  run: string;
}

/** Returns a job from its stored record and run. */
export function toJobInfo<T>(
  context: QueueContext<unknown, T>,
  { id, state, score, record, run }: StoredJob,
): JobInfo<T> {
  const stored = readRecordOr(record);
  const ran = readRun(run);
  return {
    id,
    state,
    data: decodeOr(context, stored.payload),
    priority: stored.priority,
    enqueuedAt: stored.enqueuedAt,
    attempt: ran?.attempt ?? 0,
    maxAttempts: stored.maxAttempts ?? (ran?.maxAttempts || context.maxAttempts),
    errors: ran?.errors ?? [],
    ...withoutUndefined({
      expiresAt: stored.expiresAt,
      dueAt: state === "delayed" ? timeOfDue(score) : undefined,
      leasedUntil: state === "leased" ? score : undefined,
      endedAt: state === "failed" || state === "done" ? score : undefined,
      worker: ran?.worker || undefined,
      progress: ran?.progress,
    }),
  };
}

function readRecordOr(record: string) {
  try {
    return readRecord(record);
  } catch {
    return { enqueuedAt: 0, priority: 5, payload: undefined, expiresAt: undefined, maxAttempts: undefined };
  }
}

function decodeOr<T>(context: QueueContext<unknown, T>, payload: string | undefined): T | undefined {
  try {
    return payload === undefined ? undefined : context.codec.decode(payload);
  } catch {
    return undefined;
  }
}
