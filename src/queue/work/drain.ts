// Handles jobs for a limited time: inside a request, in waitUntil, in a cron.

import { validateOptions, validateSignal } from "../../base/arguments.ts";
import { isTransient } from "../../base/deadline.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import { timeUntilDue } from "../jobs/lease-reply.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { Handler } from "./attempt.ts";
import { stopNotice } from "./held-job.ts";
import { Loop } from "./loop.ts";
import { LOOP_OPTION_NAMES, type LoopOptions } from "./loop-options.ts";
import type { LoopReport } from "./outcomes.ts";

/** Options of a drain. */
export interface DrainOptions<T = unknown> extends LoopOptions<T> {
  /**
   * The time after which unfinished jobs are released. Shortly before its end, `job.stopping` aborts and no more jobs are
   * leased: a tenth of the budget before, at most 2 seconds.
   */
  budget: Duration;
  /** Ends the drain early: `job.stopping` aborts, and after at most a second unfinished jobs are released. */
  signal?: AbortSignal;
}

/** The totals of a drain, and the reason for its end. */
export interface DrainReport extends LoopReport {
  /** "empty" if no job could be leased: jobs that are delayed, or that a limit holds back for longer, may be left. */
  ended: "empty" | "paused" | "budget" | "aborted";
  /** The time before which nothing is due, if the drain emptied the queue or found it paused. */
  nextWakeAt: number | undefined;
}

const NAMES = new Set([...LOOP_OPTION_NAMES, "budget", "signal"]);
// The shortest pause in ms between turns that look for jobs while others are running, and between calls of `hasNewJobs`.
const MIN_PAUSE = 100;
// The first interval in ms of looking for jobs that no due time announces. It doubles.
const FIRST_POLL = 500;
// The longest time in ms for which a drain without jobs waits for the next ones of a queue with limits. A reply does not tell
// whether it is a rate or a delay that holds a job back.
const MAX_LIMIT_WAIT = 1_000;
// The shortest such time, so that the job is due by Redis's clock, too.
const MIN_LIMIT_WAIT = 5;
// The number of such waits without a job after which a drain ends: other workers may take the tokens or slots each time.
const MAX_VAIN_WAITS = 3;
// The longest time in ms for releasing jobs after the budget. With the last reply, a budget of 25 seconds ends within the 30
// seconds of waitUntil.
const MAX_RELEASE = 3_000;
// The time in ms between the abort of a drain and the end of its handlers.
const ABORT_NOTICE = 1_000;

/**
 * Handles jobs until the queue is empty, paused, or the budget is used up. Waits for jobs that limits may hold back for up to a
 * second. Rejects if Redis rejects everything, or does not
 * reply for up to 3.5 seconds after the budget; the unfinished jobs then return when their leases expire. While handlers are
 * free, `hasNewJobs` is called at intervals; it returns true if jobs were enqueued meanwhile.
 */
export async function drain<T>(
  context: QueueContext<T>,
  handler: Handler<T>,
  options: DrainOptions<T>,
  hasNewJobs?: () => boolean,
): Promise<DrainReport> {
  const { budget, signal } = validateOptions(options, NAMES);
  if (signal !== undefined) validateSignal(signal);
  const period = toMilliseconds(budget, "budget", { min: 1, max: 24 * 3_600_000 });
  const endAt = monotonicNow() + period;
  const deadlines = { stopAt: endAt - stopNotice(period), endAt };
  const loop = new Loop(context, handler, options);
  loop.setDeadlines(deadlines);
  let ended: DrainReport["ended"] = "budget";
  let nextWakeAt: number | undefined;
  let poll = FIRST_POLL;
  let vainWaits = 0;
  // A test clock stands still while a drain waits.
  const mayWait = context.testClock === undefined;
  const abort = () => {
    ended = "aborted";
    deadlines.stopAt = Math.min(deadlines.stopAt, monotonicNow());
    deadlines.endAt = Math.min(deadlines.endAt, monotonicNow() + ABORT_NOTICE);
    loop.setDeadlines(deadlines);
    loop.stop();
  };
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const newJobsTimer = hasNewJobs && setInterval(() => hasNewJobs() && loop.wake(), MIN_PAUSE);
  try {
    while (monotonicNow() < deadlines.stopAt) {
      const result = await loop.turn(deadlines.stopAt).catch((error: unknown) => {
        // `releaseAll` repeats a turn that is unanswered at the end.
        if (isTransient(error) && monotonicNow() >= deadlines.stopAt) return undefined;
        throw error;
      });
      if (result && result.jobs.length > 0) vainWaits = 0;
      if (result && result.jobs.length === 0 && !result.more && loop.isIdle && !loop.isWoken) {
        const due = monotonicNow() + Math.max(MIN_LIMIT_WAIT, timeUntilDue(result));
        const isSoon = timeUntilDue(result) <= MAX_LIMIT_WAIT && due < deadlines.stopAt;
        if (mayWait && isSoon && result.hasLimits && !result.paused && vainWaits < MAX_VAIN_WAITS) {
          vainWaits += 1;
          await loop.waitForTurn(due);
          continue;
        }
        ended = result.paused ? "paused" : "empty";
        nextWakeAt = result.nextWakeAt;
        loop.emitDrained();
        break;
      }
      if (loop.isIdle || (result?.more && loop.hasRoom)) continue;
      // With room for more jobs, the drain asks again when the queue is due, and polls for jobs that were enqueued meanwhile.
      poll = result?.jobs.length === 0 ? poll * 2 : FIRST_POLL;
      const pause = Math.max(MIN_PAUSE, Math.min(timeUntilDue(result), poll));
      const { stopAt } = deadlines;
      await loop.waitForTurn(loop.hasRoom ? Math.min(stopAt, monotonicNow() + pause) : stopAt);
    }
    await loop.waitForHandlers(() => deadlines.endAt);
  } finally {
    clearInterval(newJobsTimer);
    signal?.removeEventListener("abort", abort);
    await loop.releaseAll(endAt + MAX_RELEASE);
  }
  return { ...loop.report, ended, nextWakeAt };
}
