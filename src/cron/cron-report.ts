// The report of a cron's run: numbers, and names of queues.
import { type ErrorCode, LeaseholdError } from "../base/errors.ts";
import type { CleanResult } from "../queue/operate/clean.ts";
import type { DeepCleanResult } from "../queue/operate/deep-clean.ts";
import type { LoopReport } from "../queue/work/outcomes.ts";

/** A kind of clean. Light moves jobs that are due; deep audits everything and repairs it. */
export type Kind = "light" | "deep";

/** Sums of light cleans. */
export type Moved = Omit<CleanResult, "more">;

/** Sums of deep cleans. */
export type Repaired = Omit<DeepCleanResult, "finished" | "examined">;

/** A queue that could not be cleaned or drained, and the code of the reason; "internal" for an error without one. */
export interface QueueError {
  queue: string;
  code: ErrorCode | "internal";
}

/** The report of cleaning all queues. */
export interface CleanReport {
  kind: Kind;
  /** The number of queues. */
  queues: number;
  moved: Moved;
  repaired: Repaired;
  /** The number of queues that were removed because they held nothing and nobody had used them for a week. */
  retired: number;
  /** Unreached or unfinished queues, with which the next run goes on. */
  left: string[];
  errors: QueueError[];
  ms: number;
  requests: number;
  /** The error of a run that could not clean at all: Redis is unreachable or refuses. */
  failed?: unknown;
}

/** The report of draining queues. */
export interface Drained {
  jobs: Omit<LoopReport, "leased">;
  /** Queues not emptied within the time or the number of requests. */
  left: string[];
  errors: QueueError[];
}

/** The report of a cron's run: its clean, its drain, and the errors of both. */
export interface CronReport extends CleanReport {
  drained?: Omit<Drained, "errors">;
}

/** Returns an empty report. */
export function newReport(kind: Kind): CleanReport {
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
export function add<N extends string>(sums: Record<N, number>, numbers: Record<NoInfer<N>, number>): void {
  for (const name of Object.keys(sums) as N[]) sums[name] += numbers[name];
}

/** Returns the code of an error; its message may hold anything. */
export function codeOf(error: unknown): QueueError["code"] {
  return error instanceof LeaseholdError ? error.code : "internal";
}
