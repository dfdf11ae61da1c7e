// The forwarding of outboxes by light cleans: a page of each queue in turn, with the requests that the clean has left.
import { withDeadline } from "../base/deadline.ts";
import { monotonicNow } from "../base/monotonic.ts";
import { type CleanReport, codeOf } from "./cron-report.ts";
import { namesInTurn, type RestLimits } from "./rest-limits.ts";

// A page of one queue sends a request to read, one for each queue that receives entries, three if that is new, and one to remove.
const PAGE_REQUESTS = 7;

/** Forwards a page of the outbox of each queue. Each run begins with another queue. Queues that are held back are reported. */
export async function forwardOutboxes(
  report: CleanReport,
  queues: ReadonlySet<string>,
  { adapter, contextOf, counter, maxCount, deadline, replyDeadline }: RestLimits,
): Promise<void> {
  const { forwardPages } = await import("../queue/follow-ups/forward.ts");
  for (const name of namesInTurn(queues)) {
    try {
      const { held } = await withDeadline(forwardPages(contextOf(name, adapter), 1), () => replyDeadline);
      for (const error of held.values()) report.errors.push({ queue: name, code: codeOf(error) });
    } catch (error) {
      report.errors.push({ queue: name, code: codeOf(error) });
    }
    if (monotonicNow() >= deadline || counter.count + PAGE_REQUESTS > maxCount) return;
  }
}
