// The forwarding of outboxes by light cleans: a page of each queue in turn, with the requests that the clean has left.
import { withDeadline } from "../base/deadline.ts";
import { monotonicNow } from "../base/monotonic.ts";
import type { Adapter } from "../redis/adapter.ts";
import type { ContextOf } from "./clean-queues.ts";
import { type CleanReport, codeOf } from "./cron-report.ts";
import type { RequestCounter } from "./request-counter.ts";

// A page of one queue sends a request to read, one for each queue that receives entries, three if that is new, and one to remove.
const PAGE_REQUESTS = 7;
const MINUTE = 60_000;

interface ForwardLimits {
  adapter: Adapter;
  contextOf: ContextOf;
  counter: RequestCounter;
  /** The value of the counter from which no page begins. */
  maxCount: number;
  /** Times of the monotonic clock: no page but the first begins after the first, and none is awaited after the second. */
  deadline: number;
  replyDeadline: number;
}

/** Forwards a page of the outbox of each queue. Each run begins with another queue. Queues that are held back are reported. */
export async function forwardOutboxes(
  report: CleanReport,
  queues: ReadonlySet<string>,
  { adapter, contextOf, counter, maxCount, deadline, replyDeadline }: ForwardLimits,
): Promise<void> {
  const { forwardPages } = await import("../queue/follow-ups/forward.ts");
  const names = [...queues].sort();
  const first = Math.floor(Date.now() / MINUTE) % names.length;
  for (const name of [...names.slice(first), ...names.slice(0, first)]) {
    try {
      const { held } = await withDeadline(forwardPages(contextOf(name, adapter), 1), () => replyDeadline);
      for (const error of held.values()) report.errors.push({ queue: name, code: codeOf(error) });
    } catch (error) {
      report.errors.push({ queue: name, code: codeOf(error) });
    }
    if (monotonicNow() >= deadline || counter.count + PAGE_REQUESTS > maxCount) return;
  }
}
