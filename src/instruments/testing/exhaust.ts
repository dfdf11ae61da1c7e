// Runs a queue until it is empty: whenever no job is ready, the clock moves to the time at which the next one is due.

import type { Queue } from "../../queue/queue.ts";
import type { Handler } from "../../queue/work/attempt.ts";
import type { DrainReport } from "../../queue/work/drain.ts";
import type { LoopOptions } from "../../queue/work/loop-options.ts";
import { retryUnanswered } from "../../queue/work/retry-unanswered.ts";
import type { AnyQueue } from "./queue-internals.ts";
import { setClock, TestClock } from "./test-clock.ts";

/** Options of a run until the queue is empty. */
export interface ExhaustOptions extends Omit<LoopOptions, "worker" | "on" | "use"> {
  /**
   * The clock of the queue; it stands at the end of the run afterwards. Without it the queue has one for the run only.
   */
  clock?: TestClock;
  /** The maximum number of leases, so that a handler which always enqueues more is stopped; 10,000 unless set. */
  limit?: number;
}

/** The result of a run until the queue is empty. */
export interface Exhausted extends Omit<DrainReport, "ended" | "nextWakeAt"> {
  /** "paused" if the queue was paused before it was empty. */
  ended: "empty" | "paused";
  /** The queue's time in ms when nothing was left to do. */
  at: number;
  /** The time in ms that passed on the queue's clock. */
  took: number;
}

/**
 * Handles jobs until none is ready, delayed or leased, without sleeping. Whenever no job is ready, the clock moves to
 * the next time at which a retry or a delayed job is due, or at which the lease of a dead worker expires. Jobs whose
 * attempts are used up end as failed.
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
  // An empty turn leases nothing and returns the queue's time.
  const { now: start } = await queue.turn({});
  const time = clock ?? new TestClock(start);
  const restore = clock ? () => {} : setClock(queue, time);
  const sum = { leased: 0, completed: 0, retried: 0, failed: 0, released: 0, lost: 0 };
  let handled = 0;
  const endlessError = () => new Error(`exhaust: ${queue.name} is not empty after ${limit} leases`);
  const countingHandler: Handler<T> = (job, signal) => {
    handled += 1;
    if (handled > limit) throw endlessError();
    return handler(job, signal);
  };
  try {
    for (let round = 0; handled <= limit && round <= limit; round++) {
      const { ended, nextWakeAt, ...report } = await queue.drain(countingHandler, { ...options, budget: "1h" });
      for (const total of Object.keys(sum) as (keyof typeof sum)[]) sum[total] += report[total];
      if (handled > limit) break;
      // An empty queue may still name the end of a lease whose job was completed.
      if (ended === "paused" || nextWakeAt === undefined || (await isEmpty(queue)))
        return { ...sum, ended: ended === "paused" ? ended : "empty", at: time.time, took: time.time - start };
      time.time = Math.max(time.time, nextWakeAt);
    }
    throw endlessError();
  } finally {
    restore();
  }
}

const COUNTS_TIMEOUT = 10_000;

/** Reports whether no job is ready, delayed or leased. Repeats the question until a reply arrives. */
async function isEmpty(queue: AnyQueue): Promise<boolean> {
  const { ready, delayed, leased } = await retryUnanswered(() => queue.counts(), {
    replyTimeout: COUNTS_TIMEOUT,
    until: () => Number.POSITIVE_INFINITY,
  });
  return ready + delayed + leased === 0;
}
