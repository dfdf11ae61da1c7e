// The continuation of bulk operations by light cleans: a slice of each queue in turn, with the requests that the clean has left.
import { withDeadline } from "../base/deadline.ts";
import { monotonicNow } from "../base/monotonic.ts";
import { canContinue, continueStored } from "../queue/operate/bulk.ts";
import { listRunning, type StoredBulk } from "../queue/operate/bulk-storage.ts";
import { type CleanReport, codeOf } from "./cron-report.ts";
import { namesInTurn, type RestLimits } from "./rest-limits.ts";

// A slice sends up to five requests if other clients continue the same operation, and one more for large changes. The list of
// the operations is another one.
const SLICE_REQUESTS = 7;

/** Returns the number of requests that a clean leaves to bulk operations and outboxes: two slices, or a third of a small clean. */
export function reservedRequests(maxRequests: number): number {
  return Math.min(2 * SLICE_REQUESTS, Math.floor(maxRequests / 3));
}

/** Continues the oldest running operation of each queue that this client can continue. Each run begins with another queue. */
export async function continueBulkOperations(
  report: CleanReport,
  queues: ReadonlySet<string>,
  limits: RestLimits,
): Promise<void> {
  const { adapter, contextOf, counter, maxCount, deadline, replyDeadline } = limits;
  const turns = namesInTurn(queues);
  const current = new Map<string, StoredBulk>();
  const changed = { jobs: 0 };
  const continueOne = async (name: string): Promise<boolean> => {
    const context = contextOf(name, adapter);
    const stored = current.get(name) ?? (await listRunning(context)).find((each) => canContinue(context, each));
    if (!stored) return false;
    const next = await continueStored(context, stored, { slices: 1 });
    changed.jobs += Math.max(0, next.operation.changed - stored.operation.changed);
    if (next.operation.status === "running") current.set(name, next);
    else current.delete(name);
    return true;
  };
  do {
    const name = turns.shift();
    if (name === undefined) break;
    try {
      if (await withDeadline(continueOne(name), () => replyDeadline)) turns.push(name);
    } catch (error) {
      report.errors.push({ queue: name, code: codeOf(error) });
    }
  } while (monotonicNow() < deadline && counter.count + SLICE_REQUESTS <= maxCount);
  report.bulk = { changed: changed.jobs, left: [...new Set(turns)] };
}
