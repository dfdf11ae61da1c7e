// The removal of queues that are empty and were not used for long, so that the registry does not grow forever.

import { withDeadline } from "../base/deadline.ts";
import { monotonicNow } from "../base/monotonic.ts";
import { readNumbers } from "../engine/call.ts";
import { forgetQueues, NO_STAMP, type RegistryAccess } from "../engine/registry.ts";
import { retire } from "../engine/scripts.gen.ts";
import { BatchAdapter, MAX_BATCHED_CALLS } from "../redis/batch-adapter.ts";
import type { RegisteredQueue } from "./clean-order.ts";
import type { ContextOf } from "./clean-queues.ts";

const DAY = 86_400_000;
/** The time in ms after which an unused queue is idle. */
export const IDLE_TIME = 7 * DAY;
// The maximum number of queues in one run. One script removes their names from the registry.
const MAX_QUEUES = 1_000;

interface RetireLimits {
  registry: RegistryAccess;
  contextOf: ContextOf;
  /** Times of the monotonic clock: no request starts after the first, and no reply is awaited after the second. */
  deadline: number;
  replyDeadline: number;
  maxRequests: number;
}

/** Removes the queues of a list that are empty and idle. Resolves with their names. */
export async function retireIdle(queues: readonly RegisteredQueue[], limits: RetireLimits): Promise<Set<string>> {
  const { registry, contextOf, deadline, replyDeadline, maxRequests } = limits;
  const { adapter } = registry;
  const maxTogether = adapter.runMany ? MAX_BATCHED_CALLS : 1;
  const retired = new Map<string, string>();
  const beforeDeadline = <R>(reply: Promise<R>) => withDeadline(reply, () => replyDeadline);
  // The last request removes the names from the registry.
  const candidates = chooseOfDay(queues, Math.max(0, Math.min(MAX_QUEUES, maxTogether * (maxRequests - 1))));
  while (candidates.length > 0 && monotonicNow() < deadline) {
    const batch = new BatchAdapter(adapter);
    const pending = candidates.splice(0, maxTogether).map(async ({ name, stamp = NO_STAMP }) => {
      const [isRetired] = readNumbers(await beforeDeadline(contextOf(name, batch).call(retire, { idle: IDLE_TIME })));
      if (isRetired === 1) retired.set(name, stamp);
    });
    batch.send();
    // A queue that fails here is not retired but cleaned, and the clean reports its error.
    await Promise.allSettled(pending);
  }
  // A queue that was created again meanwhile has another stamp, so its name stays. If this request fails, a later run retires
  // the names, whose queues do not exist.
  if (retired.size > 0) await beforeDeadline(forgetQueues(registry, [...retired].flat())).catch(() => {});
  return new Set(retired.keys());
}

/** Returns `count` of the queues, each day the next ones. So idle queues that are not empty do not block the others. */
function chooseOfDay(queues: readonly RegisteredQueue[], count: number): RegisteredQueue[] {
  const first = (Math.floor(Date.now() / DAY) * count) % Math.max(1, queues.length);
  return [...queues.slice(first), ...queues.slice(0, first)].slice(0, count);
}
