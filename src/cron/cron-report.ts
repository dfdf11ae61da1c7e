// The report of a cron: numbers, and names of queues.
import { type ErrorCode, LeaseholdError } from "../base/errors.ts";
import type { CleanResult } from "../queue/operate/clean.ts";
import type { DeepCleanResult } from "../queue/operate/deep-clean.ts";
import type { LoopReport } from "../queue/work/outcomes.ts";

/** A kind of clean. A light one moves due jobs; a deep one audits all queues and repairs them. */
export type CleanKind = "light" | "deep";

/** Sums of light cleans. */
export type CleanSums = Omit<CleanResult, "more">;

/** Sums of deep cleans. */
export type DeepCleanSums = Omit<DeepCleanResult, "finished" | "examined">;

/** A queue that could not be cleaned or drained, and the code of the error; "internal" for an error without one. */
export interface QueueError {
  queue: string;
  code: ErrorCode | "internal";
}

/** The report of a clean of all queues. */
export interface CleanReport {
  kind: CleanKind;
  /** The number of queues. */
  queues: number;
  moved: CleanSums;
  repaired: DeepCleanSums;
  /** The number of queues that were removed because they were empty and unused for a week. */
  retired: number;
  /** The number of jobs that bulk operations changed, and the queues whose operations may still run; set if any ran. */
  bulk?: { changed: number; left: string[] };
  /** Queues that were not reached or not finished. The next run continues with them. */
  left: string[];
  errors: QueueError[];
  ms: number;
  requests: number;
  /** The error of a run that could not clean any queue: Redis is unreachable or refuses. */
  failed?: unknown;
}

/** The report of a drain of queues. */
export interface DrainedQueues {
  jobs: Omit<LoopReport, "leased">;
  /** Queues that were not emptied within the time or the number of requests. */
  left: string[];
  errors: QueueError[];
}

/** The report of a cron: its clean, its drain, and the errors of both. */
export interface CronReport extends CleanReport {
  drained?: Omit<DrainedQueues, "errors">;
}

/** Returns an empty report. */
export function newReport(kind: CleanKind): CleanReport {
  return {
    kind,
    queues: 0,
    moved: { reclaimed: 0, failed: 0, promoted: 0, expired: 0, removed: 0, workers: 0 },
    repaired: { orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 },
    retired: 0,
    left: [],
    errors: [],
    ms: 0,
    requests: 0,
  };
}

/** Adds numbers to the sums of the same names. */
export function addToSums<N extends string>(sums: Record<N, number>, numbers: Record<NoInfer<N>, number>): void {
  for (const name of Object.keys(sums) as N[]) sums[name] += numbers[name];
}

/** Returns the code of an error. Its message may contain any data. */
export function codeOf(error: unknown): QueueError["code"] {
  return error instanceof LeaseholdError ? error.code : "internal";
}
