// Handles jobs for the lifetime of a process.

import { validateOptions } from "../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { monotonicNow, NEVER, sleep } from "../../base/monotonic.ts";
import { timeUntilDue } from "../jobs/lease-reply.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { Handler } from "./attempt.ts";
import { Loop } from "./loop.ts";
import { LOOP_OPTION_NAMES, type LoopOptions } from "./loop-options.ts";
import type { LoopReport } from "./outcomes.ts";
import { SAFETY_POLL, WakeSubscription } from "./wake-subscription.ts";

/** Options of a worker. */
export interface WorkOptions<T = unknown> extends LoopOptions<T> {
  /** The time that handlers may take after `stop`; then their jobs are released. 10 seconds unless set. */
  grace?: Duration;
  /**
   * The longest interval of polling while no wakes arrive, because the adapter supports no subscriptions or the subscription
   * is broken. 1.5 seconds unless set.
   */
  poll?: Duration;
}

/** A running worker. */
export interface WorkerHandle {
  /** Stops leasing, waits for the running jobs, and resolves with the totals. */
  stop(): Promise<LoopReport>;
}

const NAMES = new Set([...LOOP_OPTION_NAMES, "grace", "poll"]);

// The first interval of polling in ms, which doubles up to `poll`.
const FIRST_POLL = 500;
// In ms.
const PAUSE_AFTER_ERROR = 1_000;
// The longest time in ms for releasing jobs after `grace`.
const MAX_RELEASE = 5_000;

/** Handles jobs until `stop` of the returned object is called. */
export function work<T>(context: QueueContext<T>, handler: Handler<T>, options: WorkOptions<T> = {}): WorkerHandle {
  const { grace = "10s", poll: pollOption = "1.5s" } = validateOptions(options, NAMES);
  const graceMs = toMilliseconds(grace, "grace", { max: 3_600_000 });
  const maxPoll = toMilliseconds(pollOption, "poll", { min: 100, max: 3_600_000 });
  const loop = new Loop(context, handler, options);
  const onError = (error: unknown) => loop.reportError(error);
  const count = options.batch ?? options.concurrency;
  const wakes = new WakeSubscription(context, { onWake: loop.wake, onError, count });
  let stopping = false;

  const running = (async () => {
    let poll = FIRST_POLL / 2;
    // True if the last sleep ended without a wake.
    let wasSafetyPoll = false;
    while (!stopping) {
      try {
        wakes.cancelWake();
        const result = await loop.turn();
        const hasJobs = result === undefined || result.jobs.length > 0 || result.more;
        // Jobs that no wake announced mean that the subscription is broken.
        if (hasJobs && wasSafetyPoll) wakes.unsubscribe();
        if (result && !hasJobs) loop.emitDrained();
        wakes.subscribe();
        if (result?.more && loop.hasRoom) continue;
        poll = hasJobs ? FIRST_POLL : Math.min(poll * 2, maxPoll);
        const due = Math.max(1, timeUntilDue(result));
        if (result) wakes.noteReply({ hasJobs, due });
        const pause = wakes.isSubscribed ? SAFETY_POLL : Math.min(due, poll);
        const asleepAt = monotonicNow();
        await loop.waitForTurn(loop.hasRoom ? asleepAt + pause : NEVER);
        wasSafetyPoll = wakes.isSubscribed && monotonicNow() - asleepAt >= SAFETY_POLL;
      } catch (error) {
        onError(error);
        wakes.unsubscribe();
        await loop.pause(monotonicNow() + PAUSE_AFTER_ERROR);
      }
    }
  })();

  const stop = async (): Promise<LoopReport> => {
    stopping = true;
    const stopAt = monotonicNow();
    const endAt = stopAt + graceMs;
    loop.setDeadlines({ stopAt, endAt });
    loop.stop(loop.hasJobs ? endAt : stopAt);
    wakes.close();
    await running;
    while (loop.hasJobs && monotonicNow() < endAt) {
      try {
        await loop.waitForTurn(endAt);
        await loop.turn(endAt);
      } catch (error) {
        onError(error);
        await sleep(Math.min(PAUSE_AFTER_ERROR, endAt - monotonicNow()));
      }
    }
    // A job that cannot be released now returns when its lease expires.
    await loop.releaseAll(loop.hasJobs ? endAt + MAX_RELEASE : monotonicNow()).catch(onError);
    return loop.report;
  };
  let stopped: Promise<LoopReport> | undefined;
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
