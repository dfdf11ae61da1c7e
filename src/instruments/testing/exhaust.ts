// Running a queue to its end: all that waits for a time is brought about by moving the clock.

import type { Queue } from "../../queue/queue.ts";
import type { Handler } from "../../queue/work/attempt.ts";
import type { DrainReport } from "../../queue/work/drain.ts";
import type { LoopOptions } from "../../queue/work/options.ts";
import { retryUnanswered } from "../../queue/work/retry-unanswered.ts";
import type { AnyQueue } from "./queue-internals.ts";
import { setClock, TestClock } from "./test-clock.ts";

/** How a queue is run to its end. */
export interface ExhaustOptions extends Omit<LoopOptions, "worker" | "on" | "use"> {
  /** The clock that the queue goes by, so that it stands at the end afterwards; without one the queue gets one meanwhile. */
  clock?: TestClock;
  /** How many leases it may take, so that a handler which enqueues for ever is found out; 10,000 unless set. */
  limit?: number;
}

/** What was done, and how it ended. */
export interface Exhausted extends Omit<DrainReport, "ended" | "nextWakeAt"> {
  /** "paused" where somebody has paused the queue. */
  ended: "empty" | "paused";
  /** The time at which nothing was left to do, and how long that took, by the queue's clock. */
  at: number;
  took: number;
}

/**
 * Handles jobs until none is ready, delayed or leased, without sleeping: retries come after their backoff, delayed jobs when
 * they are due, and what a dead worker holds when its lease has run out, because the clock moves to the next of these
 * times whenever nothing is ready. Jobs that still fail then are in `failed`.
 *
 * @example
 * await emails.enqueue(mail, { delay: "2h" });
 * const report = await exhaust(emails, send);
 * expect(report).toMatchObject({ completed: 1, took: 2 * 3_600_000 });
 */
export async function exhaust<T, Input>(
  queue: Queue<T, Input>,
  handler: Handler<T>,
  { clock, limit = 10_000, ...options }: ExhaustOptions = {},
): Promise<Exhausted> {
  // An empty turn leases nothing, and tells the queue's time.
  const { now: start } = await queue.turn({});
  const time = clock ?? new TestClock(start);
  const restore = clock ? () => {} : setClock(queue, time);
  const sum = { leased: 0, completed: 0, retried: 0, failed: 0, released: 0, lost: 0 };
  let begun = 0;
  const endless = () => new Error(`exhaust: ${queue.name} is not empty after ${limit} leases`);
  const counting: Handler<T> = (job, signal) => {
    begun += 1;
    if (begun > limit) throw endless();
    return handler(job, signal);
  };
  try {
    for (let round = 0; begun <= limit && round <= limit; round++) {
      const { ended, nextWakeAt, ...done } = await queue.drain(counting, { ...options, budget: "1h" });
      for (const total of Object.keys(sum) as (keyof typeof sum)[]) sum[total] += done[total];
      if (begun > limit) break;
      // An empty queue may still name the end of a lease whose job was completed.
      if (ended === "paused" || nextWakeAt === undefined || (await isEmpty(queue)))
        return { ...sum, ended: ended === "paused" ? ended : "empty", at: time.time, took: time.time - start };
      time.time = Math.max(time.time, nextWakeAt);
    }
    throw endless();
  } finally {
    restore();
  }
}

const ANSWERED_WITHIN = 10_000;

async function isEmpty(queue: AnyQueue): Promise<boolean> {
  const { ready, delayed, leased } = await retryUnanswered(() => queue.counts(), {
    answer: ANSWERED_WITHIN,
    until: () => Number.POSITIVE_INFINITY,
  });
  return ready + delayed + leased === 0;
}
