// The slots of schedules that a light clean found due, and the jobs that wait for others: it fires the slots, and lets jobs go on,
// with the requests that are left.
import { withDeadline } from "../base/deadline.ts";
import { monotonicNow } from "../base/monotonic.ts";
import type { QueueContext } from "../queue/jobs/queue-context.ts";
import { fireSlots } from "../queue/operate/clean.ts";
import type { RestLimits } from "./rest-limits.ts";

// One request fires slots, and another stores further ones. A queue with many schedules gets more, if there are some left.
const REQUESTS_PER_QUEUE = 2;
const MAX_CONCURRENT = 4;

/** Returns the number of requests that a clean leaves to the schedules of some queues, at most a third of its own. */
export function reservedForSlots(queues: number, maxRequests: number): number {
  return Math.min(queues * REQUESTS_PER_QUEUE, Math.floor(maxRequests / 3));
}

/** Fires the slots of queues that are due. Others fire with the next run, or with the next client of the queue. */
export function fireSchedules(queues: Iterable<string>, limits: RestLimits): Promise<void> {
  return handleQueues(queues, limits, fireSlots);
}

/** Lets the jobs of queues go on that have waited for others. */
export function letWaitingGoOn(queues: Iterable<string>, limits: RestLimits): Promise<void> {
  return handleQueues(queues, limits, async (context, options) => {
    const { resolveWaiting } = await import("../queue/follow-ups/operations.ts");
    await resolveWaiting(context, { scans: true, ...options });
  });
}

/** Calls an operation for queues, each with its share of the requests that are left. */
async function handleQueues(
  queues: Iterable<string>,
  limits: RestLimits,
  operation: (context: QueueContext<unknown>, options: { maxRounds: number }) => Promise<void>,
): Promise<void> {
  const { adapter, contextOf, counter, maxCount, deadline, replyDeadline } = limits;
  const left = [...queues];
  const requests = Math.max(REQUESTS_PER_QUEUE, Math.floor((maxCount - counter.count) / Math.max(1, left.length)));
  let planned = counter.count;
  const handleNext = async () => {
    while (monotonicNow() < deadline && planned + requests <= maxCount) {
      const name = left.shift();
      if (name === undefined) return;
      planned += requests;
      const handled = operation(contextOf(name, adapter), { maxRounds: requests });
      await withDeadline(handled, () => replyDeadline).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, handleNext));
}
