// The options that `drain` and `work` share.
import type { Listeners, Middleware } from "../jobs/listeners.ts";
import type { AfterError } from "./attempt.ts";

/** Options of handling the jobs of a queue. */
export interface LoopOptions<T = unknown> {
  /** The number of jobs handled at once; 1 unless set. */
  concurrency?: number;
  /** The number of jobs leased in one request; the concurrency unless set. */
  batch?: number;
  /** The name of the worker, for `workers()` and `failWorker()`. */
  worker?: string;
  /**
   * The version of the worker's deployment, for the attempts of its jobs, at most 64 bytes; that of the platform's variables
   * unless set, such as VERCEL_GIT_COMMIT_SHA.
   */
  version?: string;
  /** The effect of a thrown error: "retry", after the backoff, unless set to "fail". */
  afterError?: AfterError;
  /** Functions that are called with the events of this loop. */
  on?: Listeners<T>;
  /** Functions around the handler, inside those of the queue. */
  use?: readonly Middleware<T>[];
}

/** The names of the options of every loop. */
export const LOOP_OPTION_NAMES = ["concurrency", "batch", "worker", "version", "afterError", "on", "use"];
