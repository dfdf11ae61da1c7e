// The types of jobs that wait for others.
import type { EndState } from "../stored/ending.ts";

/** The action of a job that waits for others as soon as one of them has ended and did not succeed. */
export type AfterFailure = "run" | "fail" | "cancel";

/** Options of a job that waits for others. */
export interface AfterOptions {
  /**
   * The ids of jobs of the same queue. The job is delayed until each of them has ended, whichever way. At most 1,000. Jobs that are
   * enqueued together may wait for those before them.
   */
  after?: readonly string[];
  /**
   * The action of the job if one of these jobs fails for good, or is cancelled, expired or purged: it runs when all have ended,
   * which is the default; or it fails or is cancelled at once.
   */
  afterFailure?: AfterFailure;
}

/** A job for which another one waits, or has waited. */
export interface Child {
  id: string;
  /** The way in which it has ended; "unknown" if it is no longer known; undefined if it has not ended. */
  state: EndState | "unknown" | undefined;
  /** The time when it ended, or when that was noticed if its ending is no longer known. */
  endedAt: number | undefined;
}

/** The jobs for which a job waits, a page of them. */
export interface Children {
  /** The number of all of them. */
  total: number;
  /** The number of those that have ended. */
  ended: number;
  /** True if one of them has ended and did not succeed. */
  hasFailures: boolean;
  /** True if the job is a batch to which further jobs may be added. */
  isOpen: boolean;
  /** Those that have not ended come first. */
  children: Child[];
  /** The cursor of the next page; undefined after the last one. */
  cursor: string | undefined;
}

/** Options of a list of children. */
export interface ChildrenOptions {
  cursor?: string;
  /** The largest number of children of a page; 100 unless set. */
  limit?: number;
}

/** The time from which on nothing is due: jobs that wait for others are delayed until then or later. */
export const WAITING_TIME = 2_490_000_000_000;
