// Working on a queue for a limited time: inside a request, in waitUntil, in a cron.
import type { Context } from "./context.ts";
import { type Duration, milliseconds } from "./duration.ts";
import { elapsed } from "./elapsed.ts";
import { isPassing } from "./insist.ts";
import { checkOptions, checkSignal } from "./limits.ts";
import { type Handler, Loop, type LoopOptions, type LoopReport } from "./loop.ts";

/** Options of a drain. */
export interface DrainOptions extends LoopOptions {
  /** The time after which unfinished jobs are given back. */
  budget: Duration;
  signal?: AbortSignal;
}

/** The totals of a drain, and the reason for its end. */
export interface DrainReport extends LoopReport {
  ended: "empty" | "paused" | "budget" | "aborted";
  /** The time when the queue is next due, where the drain emptied it or found it paused. */
  nextWakeAt: number | undefined;
}

const FIRST_LOOK = 100;
// With the last answer, a budget of 25 seconds ends within the 30 seconds of waitUntil.
const GIVING_BACK = 3_000;

/** Handles jobs until the queue is empty, paused, or the budget is used up. */
export async function drain<T>(context: Context<T>, handler: Handler<T>, options: DrainOptions): Promise<DrainReport> {
  const { budget, signal } = checkOptions(options);
  if (signal !== undefined) checkSignal(signal);
  const deadline = elapsed() + milliseconds(budget, "budget", 1, 24 * 3_600_000);
  const loop = new Loop(context, handler, options);
  let ended: DrainReport["ended"] = "budget";
  let nextWakeAt: number | undefined;
  let cutAt = deadline;
  const abort = () => {
    cutAt = 0;
    ended = "aborted";
    loop.stop();
  };
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    while (elapsed() < cutAt) {
      const turned = await loop.turn(cutAt).catch((error: unknown) => {
        // A request that is unanswered at the end is sent again by `releaseAll`.
        if (isPassing(error) && elapsed() >= cutAt) return undefined;
        throw error;
      });
      if (turned && turned.jobs.length === 0 && !turned.more && loop.isIdle) {
        ended = turned.paused ? "paused" : "empty";
        nextWakeAt = turned.nextWakeAt;
        break;
      }
      if (loop.isIdle || (turned?.more && loop.hasRoom)) continue;
      // With room for more jobs, the drain asks again when the queue is next due.
      const idle = turned?.nextWakeAt === undefined ? Number.POSITIVE_INFINITY : turned.nextWakeAt - turned.now;
      await loop.settleable(loop.hasRoom ? Math.min(cutAt, elapsed() + Math.max(FIRST_LOOK, idle)) : cutAt);
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    await loop.releaseAll(deadline + GIVING_BACK);
  }
  return { ...loop.report, ended, nextWakeAt };
}
