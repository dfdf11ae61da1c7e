// The cleaning of queues within a deadline and a number of requests, several queues in one request.
import { withDeadline } from "../base/deadline.ts";
import { type ErrorCode, LeaseholdError } from "../base/errors.ts";
import { monotonicNow } from "../base/monotonic.ts";
import type { QueueContext } from "../queue/jobs/queue-context.ts";
import { type CleanResult, cleanSlice as cleanLightly } from "../queue/operate/clean.ts";
import { type DeepCleanResult, deepCleanSlice } from "../queue/operate/deep-clean.ts";
import type { Adapter } from "../redis/adapter.ts";
import { BatchAdapter, MAX_BATCHED_CALLS } from "../redis/batch-adapter.ts";
import { cleanItems, type ItemCleaner } from "./clean-items.ts";
import { reservedRequests } from "./continue-bulk.ts";
import { addToSums, type CleanReport, codeOf } from "./cron-report.ts";
import { reservedForSlots } from "./fire-schedules.ts";

// A Worker has six connections; two stay free for the rest of the program.
const MAX_CONCURRENT = 4;
// The limit of entries for each script, so that it is short.
const SLICE = 250;

/** Returns a queue by its name, over an adapter. */
export type ContextOf = (name: string, redis: Adapter) => QueueContext<unknown>;

/** The queues of redis-work-queue, and the limits of a clean. */
export interface CleanLimits {
  adapter: Adapter;
  contextOf: ContextOf;
  itemQueues: ReadonlyMap<string, ItemCleaner>;
  /** Times of the monotonic clock: no request starts after the first, and no reply is awaited after the second. */
  deadline: number;
  replyDeadline: number;
  maxRequests: number;
  /** Receives the queues in which a bulk operation runs. */
  bulkQueues: Set<string>;
  /** Receives the queues with follow-ups in their outboxes. */
  outboxQueues: Set<string>;
  /** Receives the queues in which slots of schedules are due. */
  slotQueues: Set<string>;
  /** Receives the queues with jobs that wait for others. */
  flowQueues: Set<string>;
}

/** Cleans the queues in `report.left`, in order. Removes clean queues, and moves those with work left to the end. */
export async function cleanQueues(report: CleanReport, limits: CleanLimits): Promise<void> {
  const { adapter, contextOf, itemQueues, deadline, replyDeadline, maxRequests } = limits;
  const { bulkQueues, outboxQueues, slotQueues, flowQueues } = limits;
  const maxTogether = adapter.runMany ? MAX_BATCHED_CALLS : 1;
  // The queues that one script could not finish.
  const large = new Set<string>();
  let hasSucceeded = false;
  let databaseError: LeaseholdError | undefined;
  let sent = 0;

  /** Cleans a slice of a queue with one script, or several slices of a large one. Resolves with true if work is left. */
  const cleanSlices = async (context: QueueContext<unknown>, maxSlices: number): Promise<boolean> => {
    const isLarge = large.has(context.name);
    const cleanSlice = async () => {
      if (report.kind === "light") {
        const { result, hasBulk, hasOutbox, isSlotDue, hasFlows } = await cleanLightly(
          context,
          isLarge ? {} : { limit: SLICE },
        );
        if (hasBulk) bulkQueues.add(context.name);
        if (hasOutbox) outboxQueues.add(context.name);
        if (isSlotDue) slotQueues.add(context.name);
        if (hasFlows) flowQueues.add(context.name);
        return result;
      }
      return deepCleanSlice(context, SLICE, { mayBegin: !isLarge });
    };
    const slices = await Promise.all(Array.from({ length: isLarge ? maxSlices : 1 }, cleanSlice));
    return slices.map((slice) => addResult(report, slice)).at(-1) ?? true;
  };
  const recordOutcome = async (name: string, cleaned: Promise<boolean>) => {
    try {
      if (await withDeadline(cleaned, () => replyDeadline)) {
        report.left.push(name);
        large.add(name);
      }
      hasSucceeded = true;
    } catch (error) {
      report.errors.push({ queue: name, code: codeOf(error) });
      if (error instanceof LeaseholdError && DATABASE_ERRORS.has(error.code)) databaseError = error;
    }
  };
  /** Removes the first queue from the list, with others that fit into the same request. */
  const takeNext = (): string[] => {
    const { left } = report;
    const isItemQueue = itemQueues.has(left[0] ?? "");
    const names = isItemQueue ? left.slice(0, 1) : left.filter((name) => !itemQueues.has(name)).slice(0, maxTogether);
    for (const name of names) left.splice(left.indexOf(name), 1);
    return names;
  };
  const mostRequests = () =>
    maxRequests -
    (bulkQueues.size + outboxQueues.size > 0 ? reservedRequests(maxRequests) : 0) -
    reservedForSlots(slotQueues.size + flowQueues.size, maxRequests);
  const cleanNext = async () => {
    // The first queues are cleaned even after the deadline, so that every run makes progress.
    do {
      const names = takeNext();
      const [first] = names;
      if (first === undefined) return;
      sent += 1;
      const itemQueue = itemQueues.get(first);
      if (itemQueue) {
        await recordOutcome(first, cleanItems(report, itemQueue));
        continue;
      }
      const batch = new BatchAdapter(adapter);
      const maxSlices = Math.floor(maxTogether / names.length);
      const outcomes = names.map((name) => recordOutcome(name, cleanSlices(contextOf(name, batch), maxSlices)));
      batch.send();
      await Promise.all(outcomes);
    } while (monotonicNow() < deadline && sent < mostRequests());
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, maxRequests) }, cleanNext));
  if (!hasSucceeded && databaseError) throw databaseError;
}

// Errors of the database rather than of one queue. The run fails with such an error if no queue could be cleaned.
const DATABASE_ERRORS = new Set<ErrorCode>([
  "redis_unreachable",
  "redis_unauthorized",
  "redis_full",
  "redis_read_only",
  "redis_busy",
  "bad_reply",
]);

/** Adds the result of a script to the report. Returns true if work is left. */
function addResult(report: CleanReport, result: CleanResult | DeepCleanResult): boolean {
  if ("more" in result) {
    addToSums(report.moved, result);
    return result.more;
  }
  addToSums(report.repaired, result);
  return !result.finished;
}
