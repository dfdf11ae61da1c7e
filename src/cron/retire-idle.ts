// Removing queues that hold nothing and that nobody has used for long, so that names are not kept for ever.

import { withDeadline } from "../base/deadline.ts";
import { monotonicNow } from "../base/monotonic.ts";
import { readNumbers } from "../engine/call.ts";
import { forgetQueues, NO_STAMP, type RegistryAccess } from "../engine/registry.ts";
import { retire } from "../engine/scripts.gen.ts";
import type { QueueContext } from "../queue/jobs/queue-context.ts";
import type { Adapter } from "../redis/adapter.ts";
import { BatchAdapter, MAX_BATCHED_CALLS } from "../redis/batch-adapter.ts";
import type { Entry } from "./clean-order.ts";

const DAY = 86_400_000;
/** The time in ms after which a queue that nobody has used is idle. */
export const IDLE = 7 * DAY;
// The most queues of one run, whose names one script removes from the registry.
const MOST = 1_000;

interface Limits {
  registry: RegistryAccess;
  contextOf(name: string, redis: Adapter): QueueContext<unknown>;
  /** Times of the monotonic clock: after the first no request is sent, after the second no answer is waited for. */
  until: number;
  answerBy: number;
  requests: number;
}

/** Removes those of the given queues that hold nothing and are idle. Resolves with their names. */
export async function retireIdle(entries: readonly Entry[], limits: Limits): Promise<Set<string>> {
  const { registry, contextOf, until, answerBy, requests } = limits;
  const { adapter } = registry;
  const together = adapter.runMany ? MAX_BATCHED_CALLS : 1;
  const gone = new Map<string, string>();
  const inTime = <R>(answer: Promise<R>) => withDeadline(answer, () => answerBy);
  // The last request takes the names out of the registry.
  const candidates = someOf(entries, Math.max(0, Math.min(MOST, together * (requests - 1))));
  while (candidates.length > 0 && monotonicNow() < until) {
    const batch = new BatchAdapter(adapter);
    const retired = candidates.splice(0, together).map(async ({ name, stamp = NO_STAMP }) => {
      const [isGone] = readNumbers(await inTime(contextOf(name, batch).call(retire, { idle: IDLE })));
      if (isGone === 1) gone.set(name, stamp);
    });
    batch.send();
    // A queue that fails here is cleaned, which reports the error.
    await Promise.allSettled(retired);
  }
  // A queue that was made again meanwhile has another stamp. Where this fails, a later run finds no queue of the name.
  if (gone.size > 0) await inTime(forgetQueues(registry, [...gone].flat())).catch(() => {});
  return new Set(gone.keys());
}

/** Returns some of the queues, each day the next ones: idle queues that hold something stay, and others follow them. */
function someOf(entries: readonly Entry[], count: number): Entry[] {
  const first = (Math.floor(Date.now() / DAY) * count) % Math.max(1, entries.length);
  return [...entries.slice(first), ...entries.slice(0, first)].slice(0, count);
}
