// Leasing with a wait: sleeps until the queue is due or publishes a wake, and polls where no wakes arrive.

import { validateObject, validateSignal } from "../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import { type LeaseOptions, lease, leaseShared } from "../jobs/lease.ts";
import type { LeaseResult } from "../jobs/lease-reply.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { settle } from "../jobs/settle.ts";
import { News } from "./news.ts";

/** Options of a lease that waits for jobs. */
export interface WaitingLeaseOptions extends LeaseOptions {
  /** The time to wait for a job where none is ready; 0 unless set. */
  wait?: Duration;
  /** Ends the wait when the caller is gone. Jobs leased too late are given back, unless an idempotency key lets it ask again. */
  signal?: AbortSignal;
}

const LONGEST_WAIT = 60_000;
// The first interval of polling without a subscription; each further one is twice as long.
const FIRST_POLL = 1_000;
// The shortest pause before a queue that is due but gave nothing is asked again.
const LEAST_PAUSE = 100;

/** Leases jobs, and waits up to `wait` until some are ready. */
export async function leaseWaiting<T>(
  context: QueueContext<T>,
  options: WaitingLeaseOptions = {},
): Promise<LeaseResult<T>> {
  const { wait = 0, signal, ...rest } = validateObject(options, "options");
  if (signal !== undefined) validateSignal(signal);
  const longest = toMilliseconds(wait, "wait", { max: LONGEST_WAIT });
  if (longest === 0 && signal === undefined) return leaseShared(context, rest);
  const deadline = monotonicNow() + longest;
  const bell = new Bell();
  const news = new News(context, bell.ring, () => {}, rest.count);
  signal?.addEventListener("abort", bell.ring, { once: true });
  try {
    for (let poll = FIRST_POLL; ; poll *= 2) {
      bell.reset();
      news.asking();
      // A reply without jobs is not remembered, so the same idempotency key leases anew until there are some.
      const leased = await lease(context, rest);
      if (signal?.aborted && rest.idempotencyKey === undefined && leased.jobs.length > 0)
        return await withoutJobs(context, leased);
      if (leased.jobs.length > 0 || monotonicNow() >= deadline || signal?.aborted) return leased;
      news.listen();
      const untilDue = leased.nextWakeAt === undefined ? Number.POSITIVE_INFINITY : leased.nextWakeAt - leased.now;
      const due = Math.max(LEAST_PAUSE, untilDue);
      news.note(false, due);
      const idle = news.isHeard ? Number.POSITIVE_INFINITY : Math.min(due, poll);
      await bell.until(Math.min(deadline, monotonicNow() + idle));
      if (monotonicNow() >= deadline || signal?.aborted) return leased;
    }
  } finally {
    signal?.removeEventListener("abort", bell.ring);
    news.close();
  }
}

/**
 * Gives back jobs that arrived after their caller was gone: each would lose an attempt when its lease runs out, as it
 * does where Redis does not answer this request.
 */
async function withoutJobs<T>(context: QueueContext<T>, leased: LeaseResult<T>): Promise<LeaseResult<T>> {
  const given = leased.jobs.map((job) => ({ job, action: "release" as const }));
  await settle(context, given).catch(() => {});
  return { ...leased, jobs: [] };
}

/** An event that wakes one sleeper, at once if it rang before the sleep began. */
class Bell {
  #rang = false;
  #wake: (() => void) | undefined;

  readonly ring = (): void => {
    this.#rang = true;
    this.#wake?.();
  };

  reset(): void {
    this.#rang = false;
  }

  until(time: number): Promise<void> {
    if (this.#rang) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, time - monotonicNow()));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
