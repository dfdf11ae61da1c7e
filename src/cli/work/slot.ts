// A place of the pool: it runs one job at a time, in a process of its own or in one that it keeps.
import type { LeasedJob, Outcome } from "../kit/lease-client.ts";

/** A job that a slot runs, and what the slot may ask for it. */
export interface RunningJob {
  job: LeasedJob;
  /** The time at which the lease was known, by the monotonic clock. */
  leasedAt: number;
  /** Extends the lease to `lease` ms from now on. Does nothing if it was extended a moment ago. */
  extend(): void;
  /** Notes the progress of the job. */
  progress(fraction: number, note: string | undefined): void;
  /** Aborts if the job is to end at once; the reason is the error of the attempt. */
  signal: AbortSignal;
}

/** A place of the pool. */
export interface Slot {
  /** The time in ms for which a job is leased at first. */
  readonly firstLease: number;
  /** Runs a job. Resolves with its outcome when the slot has room for the next one; never rejects. */
  run(running: RunningJob): Promise<Outcome>;
  /** Ends the process that the slot keeps. It may finish nothing more. */
  close(): Promise<void>;
}

/** Returns the outcome of an attempt that failed. */
export function failedAttempt(error: string): Outcome {
  return { action: "retry", error };
}

/** A program that cannot be started. It is the fault of no job. */
export class StartError extends Error {}
