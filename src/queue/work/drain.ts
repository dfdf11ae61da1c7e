// Working on a queue for a limited time: inside a request, in waitUntil, in a cron.

import { validateOptions, validateSignal } from "../../base/arguments.ts";
import { isTransient } from "../../base/deadline.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { Handler } from "./attempt.ts";
import { noticeOf } from "./held-job.ts";
import { Loop } from "./loop.ts";
import { LOOP_NAMES, type LoopOptions } from "./options.ts";
import type { LoopReport } from "./outcomes.ts";

/** Options of a drain. */
export interface DrainOptions<T = unknown> extends LoopOptions<T> {
  /**
   * The time after which unfinished jobs are given back. Shortly before it, `job.stopping` aborts and no more jobs are
   * leased: a tenth of the budget before its end, at most 2 seconds.
   */
  budget: Duration;
  /** Ends the drain early: `job.stopping` aborts, and after at most a second unfinished jobs are given back. */
  signal?: AbortSignal;
}

/** The totals of a drain, and the reason for its end. */
export interface DrainReport extends LoopReport {
  ended: "empty" | "paused" | "budget" | "aborted";
  /** The time before which the queue is not due again, where the drain emptied it or found it paused. */
  nextWakeAt: number | undefined;
}

const NAMES = new Set([...LOOP_NAMES, "budget", "signal"]);
// The shortest interval in ms of asking for jobs beside those in hand, and of asking `wasCalled`.
const LEAST_PAUSE = 100;
// The first interval of asking for jobs that are not announced. Each is twice as long as the one before.
const FIRST_POLL = 500;
// With the last answer, a budget of 25 seconds ends within the 30 seconds of waitUntil.
const GIVING_BACK = 3_000;
// The notice in ms of a drain that is aborted.
const ABORT_NOTICE = 1_000;

/**
 * Handles jobs until the queue is empty, paused, or the budget is used up. Rejects where Redis does not answer for up to
 * 3.5 seconds after that, or refuses everything. The jobs in hand return when their leases run out then. `wasCalled` is asked
 * now and then whether jobs were enqueued meanwhile, for handlers that are free.
 */
export async function drain<T>(
  context: QueueContext<T>,
  handler: Handler<T>,
  options: DrainOptions<T>,
  wasCalled?: () => boolean,
): Promise<DrainReport> {
  const { budget, signal } = validateOptions(options, NAMES);
  if (signal !== undefined) validateSignal(signal);
  const period = toMilliseconds(budget, "budget", { min: 1, max: 24 * 3_600_000 });
  const hardAt = monotonicNow() + period;
  const limits = { softAt: hardAt - noticeOf(period), hardAt };
  const loop = new Loop(context, handler, options);
  loop.limit(limits);
  let ended: DrainReport["ended"] = "budget";
  let nextWakeAt: number | undefined;
  let poll = FIRST_POLL;
  const abort = () => {
    ended = "aborted";
    limits.softAt = Math.min(limits.softAt, monotonicNow());
    limits.hardAt = Math.min(limits.hardAt, monotonicNow() + ABORT_NOTICE);
    loop.limit(limits);
    loop.stop();
  };
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const looking = wasCalled && setInterval(() => wasCalled() && loop.call(), LEAST_PAUSE);
  try {
    while (monotonicNow() < limits.softAt) {
      const turned = await loop.turn(limits.softAt).catch((error: unknown) => {
        // A request that is unanswered at the end is sent again by `releaseAll`.
        if (isTransient(error) && monotonicNow() >= limits.softAt) return undefined;
        throw error;
      });
      if (turned && turned.jobs.length === 0 && !turned.more && loop.isIdle && !loop.isCalled) {
        ended = turned.paused ? "paused" : "empty";
        nextWakeAt = turned.nextWakeAt;
        loop.noteDrained();
        break;
      }
      if (loop.isIdle || (turned?.more && loop.hasRoom)) continue;
      // With room for more jobs, the drain asks again when the queue is next due, and for those enqueued meanwhile.
      const due = turned?.nextWakeAt === undefined ? Number.POSITIVE_INFINITY : turned.nextWakeAt - turned.now;
      poll = turned?.jobs.length === 0 ? poll * 2 : FIRST_POLL;
      const idle = Math.min(due, poll);
      const { softAt } = limits;
      await loop.waitForTurn(loop.hasRoom ? Math.min(softAt, monotonicNow() + Math.max(LEAST_PAUSE, idle)) : softAt);
    }
    await loop.waitForHandlers(() => limits.hardAt);
  } finally {
    clearInterval(looking);
    signal?.removeEventListener("abort", abort);
    await loop.releaseAll(hardAt + GIVING_BACK);
  }
  return { ...loop.report, ended, nextWakeAt };
}
