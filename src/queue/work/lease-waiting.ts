// Leases jobs, and waits while none is ready: sleeps until a job is due or a wake arrives, and polls without a subscription.

import { validateObject, validateSignal } from "../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { monotonicNow, NEVER } from "../../base/monotonic.ts";
import { type LeaseOptions, lease, leaseShared } from "../jobs/lease.ts";
import { type LeaseResult, timeUntilDue } from "../jobs/lease-reply.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { settle } from "../jobs/settle.ts";
import { Sleeper } from "./sleeper.ts";
import { WakeSubscription } from "./wake-subscription.ts";

/** Options of a lease that waits for jobs. */
export interface WaitingLeaseOptions extends LeaseOptions {
  /** The longest time to wait for a job if none is ready; 0 unless set. */
  wait?: Duration;
  /** Ends the wait. Jobs that are leased too late are released, unless an idempotency key allows the caller to ask again. */
  signal?: AbortSignal;
}

const MAX_WAIT = 60_000;
// The first interval of polling without a subscription, which doubles.
const FIRST_POLL = 1_000;
// The shortest pause before a queue that is due but had no job is asked again.
const MIN_PAUSE = 100;

/** Leases jobs, and waits up to `wait` until some are ready. */
export async function leaseWaiting<T>(
  context: QueueContext<T>,
  options: WaitingLeaseOptions = {},
): Promise<LeaseResult<T>> {
  const { wait = 0, signal, ...rest } = validateObject(options, "options");
  if (signal !== undefined) validateSignal(signal);
  const maxWait = toMilliseconds(wait, "wait", { max: MAX_WAIT });
  if (maxWait === 0 && signal === undefined) return leaseShared(context, rest);
  const deadline = monotonicNow() + maxWait;
  const sleeper = new Sleeper();
  const wakes = new WakeSubscription(context, { onWake: sleeper.wake, onError: () => {}, count: rest.count });
  signal?.addEventListener("abort", sleeper.wake, { once: true });
  try {
    for (let poll = FIRST_POLL; ; poll *= 2) {
      sleeper.isWoken = false;
      wakes.cancelWake();
      // A reply without jobs is not remembered, so a request with an idempotency key is made anew until there are some.
      const leased = await lease(context, rest);
      if (signal?.aborted && rest.idempotencyKey === undefined && leased.jobs.length > 0)
        return await releaseAll(context, leased);
      if (leased.jobs.length > 0 || monotonicNow() >= deadline || signal?.aborted) return leased;
      wakes.subscribe();
      const due = Math.max(MIN_PAUSE, timeUntilDue(leased));
      wakes.noteReply({ hasJobs: false, due });
      const pause = wakes.isSubscribed ? NEVER : Math.min(due, poll);
      if (!sleeper.isWoken) await sleeper.sleepUntil(Math.min(deadline, monotonicNow() + pause));
      if (monotonicNow() >= deadline || signal?.aborted) return leased;
    }
  } finally {
    signal?.removeEventListener("abort", sleeper.wake);
    wakes.close();
  }
}

/**
 * Releases jobs that were leased after their caller was gone. Each would lose an attempt when its lease expires, as it does if
 * Redis does not reply to this request.
 */
async function releaseAll<T>(context: QueueContext<T>, leased: LeaseResult<T>): Promise<LeaseResult<T>> {
  const items = leased.jobs.map((job) => ({ job, action: "release" as const }));
  await settle(context, items).catch(() => {});
  return { ...leased, jobs: [] };
}
