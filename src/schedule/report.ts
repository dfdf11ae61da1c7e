// What a run of a cron has done, in numbers and names of queues.
import { type ErrorCode, LeaseholdError } from "../core/errors.ts";
import type { LoopReport } from "../core/loop.ts";
import type { Cleaned, DeepCleaned } from "../core/operate.ts";

/** Light: what is due is moved. Deep: everything is audited, and repaired. */
export type Kind = "light" | "deep";

/** What light cleans moved. */
export type Moved = Omit<Cleaned, "more">;

/** What deep cleans repaired. */
export type Repaired = Omit<DeepCleaned, "finished" | "examined">;

/** A queue that could not be cleaned or drained, and why; what has no code of ours is "internal". */
export interface QueueError {
  queue: string;
  code: ErrorCode | "internal";
}

/** What came of cleaning all queues. */
export interface CleanReport {
  kind: Kind;
  /** How many queues there are. */
  queues: number;
  moved: Moved;
  repaired: Repaired;
  /** Queues that were not reached, or not finished; the next run begins with the first of them. */
  left: string[];
  errors: QueueError[];
  ms: number;
  requests: number;
  /** What was thrown where nothing could be done: Redis is away, or refuses. */
  failed?: unknown;
}

/** What came of draining queues. */
export interface Drained {
  jobs: Omit<LoopReport, "leased">;
  /** Queues that were not emptied, because time or requests were used up. */
  left: string[];
  errors: QueueError[];
}

/** A run of a cron: its clean, and what was drained after it. The errors are those of both. */
export interface CronReport extends CleanReport {
  drained?: Omit<Drained, "errors">;
}

export function newReport(kind: Kind): CleanReport {
  return {
    kind,
    queues: 0,
    moved: { reclaimed: 0, failed: 0, promoted: 0, expired: 0, removed: 0, workers: 0 },
    repaired: { orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 },
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

/** The code of an error, whoever threw it; its text may hold anything. */
export function codeOf(error: unknown): QueueError["code"] {
  return error instanceof LeaseholdError ? error.code : "internal";
}
