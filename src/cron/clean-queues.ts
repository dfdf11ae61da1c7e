// The cleaning of queues within a deadline and a number of requests, several queues in one request.
import { withDeadline } from "../base/deadline.ts";
import { type ErrorCode, LeaseholdError } from "../base/errors.ts";
import { monotonicNow } from "../base/monotonic.ts";
import type { QueueContext } from "../queue/jobs/queue-context.ts";
import { type CleanResult, clean } from "../queue/operate/clean.ts";
import { type DeepCleanResult, deepCleanSlice } from "../queue/operate/deep-clean.ts";
import type { Adapter } from "../redis/adapter.ts";
import { BatchAdapter, MAX_BATCHED_CALLS } from "../redis/batch-adapter.ts";
import { cleanItems, type ItemCleaner } from "./clean-items.ts";
import { addToSums, type CleanReport, codeOf } from "./cron-report.ts";

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
}

/** Cleans the queues in `report.left`, in order. Removes clean queues, and moves those with work left to the end. */
export async function cleanQueues(report: CleanReport, limits: CleanLimits): Promise<void> {
  const { adapter, contextOf, itemQueues, deadline, replyDeadline, maxRequests } = limits;
  const maxTogether = adapter.runMany ? MAX_BATCHED_CALLS : 1;
  // The queues that one script could not finish.
  const large = new Set<string>();
  let hasSucceeded = false;
  let databaseError: LeaseholdError | undefined;
  let sent = 0;

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
  const cleanTogether = async (names: string[]) => {
    const batch = new BatchAdapter(adapter);
    const slices = Math.floor(maxTogether / names.length);
    const outcomes = names.map((name) => {
      const context = contextOf(name, batch);
      const cleaned = large.has(name) ? continueClean(context, { report, slices }) : startClean(context, report);
      return recordOutcome(name, cleaned);
    });
    batch.send();
    await Promise.all(outcomes);
  };
  const cleanNext = async () => {
    // The first queues are cleaned even after the deadline, so that every run makes progress.
    do {
      const names = takeNext(report.left, { itemQueues, maxTogether });
      const [name] = names;
      if (name === undefined) return;
      sent += 1;
      const itemQueue = itemQueues.get(name);
      await (itemQueue ? recordOutcome(name, cleanItems(report, itemQueue)) : cleanTogether(names));
    } while (monotonicNow() < deadline && sent < maxRequests);
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, maxRequests) }, cleanNext));
  if (!hasSucceeded && databaseError) throw databaseError;
}

/** Removes the first name from a list, with others whose queues fit into the same request. */
function takeNext(
  left: string[],
  { itemQueues, maxTogether }: { itemQueues: ReadonlyMap<string, ItemCleaner>; maxTogether: number },
): string[] {
  const isItemQueue = itemQueues.has(left[0] ?? "");
  const names = isItemQueue ? left.slice(0, 1) : left.filter((name) => !itemQueues.has(name)).slice(0, maxTogether);
  for (const name of names) left.splice(left.indexOf(name), 1);
  return names;
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

/** Cleans a queue with one script. Resolves with true if work is left. */
async function startClean(context: QueueContext<unknown>, report: CleanReport): Promise<boolean> {
  const slice = report.kind === "light" ? clean(context, { limit: SLICE }) : deepCleanSlice(context, SLICE);
  return addResult(report, await slice);
}

/** Continues the clean of a large queue with several scripts. Resolves with true if work is left. */
async function continueClean(
  context: QueueContext<unknown>,
  { report, slices }: { report: CleanReport; slices: number },
): Promise<boolean> {
  const cleanSlice = () =>
    report.kind === "light" ? clean(context) : deepCleanSlice(context, SLICE, { mayBegin: false });
  const results = await Promise.all(Array.from({ length: slices }, cleanSlice));
  return results.map((result) => addResult(report, result)).at(-1) ?? true;
}

/** Adds the result of a script to the report. Returns true if work is left. */
function addResult(report: CleanReport, result: CleanResult | DeepCleanResult): boolean {
  if ("more" in result) {
    addToSums(report.moved, result);
    return result.more;
  }
  addToSums(report.repaired, result);
  return !result.finished;
}
