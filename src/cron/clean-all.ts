// The clean of all queues of a prefix, within a time and a number of requests. Every queue is cleaned once before any is
// cleaned again, so that none waits for a large one. The next run continues where this one stopped.

import { invalidArgument, validateInteger, validateName, validateObject } from "../base/arguments.ts";
import { withDeadline } from "../base/deadline.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { LeaseholdError } from "../base/errors.ts";
import { monotonicNow } from "../base/monotonic.ts";
import { withoutUndefined } from "../base/without-undefined.ts";
import { formatClock } from "../engine/call.ts";
import { callRegistry } from "../engine/registry.ts";
import { listForClean } from "../engine/scripts.gen.ts";
import { QueueContext } from "../queue/jobs/queue-context.ts";
import type { QueueOptions, QueueSettings } from "../queue/jobs/queue-options.ts";
import type { Adapter } from "../redis/adapter.ts";
import { MAX_BATCHED_CALLS } from "../redis/batch-adapter.ts";
import { type ItemCleaner, interleaveNames, labelItemQueues } from "./clean-items.ts";
import { CleanOrder, parseCleanList } from "./clean-order.ts";
import { type ContextOf, cleanQueues } from "./clean-queues.ts";
import { continueBulkOperations, reservedRequests } from "./continue-bulk.ts";
import { type CleanKind, type CleanReport, newReport } from "./cron-report.ts";
import { fireSchedules, letWaitingGoOn } from "./fire-schedules.ts";
import { forwardOutboxes } from "./forward-outboxes.ts";
import { RequestCounter } from "./request-counter.ts";
import { IDLE_TIME, retireIdle } from "./retire-idle.ts";
import { storeRound } from "./stored-report.ts";

/** The queues to clean, and the limits of the run. */
export interface CleanOptions extends Pick<QueueOptions<unknown>, "redis" | "prefix" | "now"> {
  /** The time limit; 20 seconds for a light clean and 25 for a deep one, unless set. */
  budget?: Duration;
  /** The maximum number of requests; 45 unless set, since the free plan of Workers allows 50 in one invocation. */
  maxRequests?: number;
  /** Settings of queues by name. For other queues, the retention is the one that their workers stored. */
  settings?: Readonly<Record<string, QueueSettings>>;
  /** Queues in the format of redis-work-queue to clean as well. */
  redisWorkQueues?: (redis: Adapter) => Readonly<Record<string, ItemCleaner>>;
}

const BUDGET: Record<CleanKind, Duration> = { light: "20s", deep: "25s" };
// The requests that list the queues at the start, and store the report and the cursor at the end.
const OVERHEAD_REQUESTS = 2;
// The time in ms past the deadline for which a reply may still arrive.
const REPLY_GRACE = 2_000;

/** Cleans every queue. The report has the failures of single queues in `errors`, and that of the whole run in `failed`. */
export async function cleanAll(
  kind: CleanKind,
  options: CleanOptions & { counter?: RequestCounter },
): Promise<CleanReport> {
  const {
    maxRequests = 45,
    prefix = "lh",
    now,
    counter = new RequestCounter(options.redis),
  } = validateObject(options, "options");
  const { adapter, count: countBefore } = counter;
  if (kind !== "light" && kind !== "deep") throw invalidArgument('the kind of a clean must be "light" or "deep"');
  validateInteger(maxRequests, "maxRequests", { min: OVERHEAD_REQUESTS + 1, max: 1_000_000 });
  const startedAt = monotonicNow();
  const deadline = startedAt + toMilliseconds(options.budget ?? BUDGET[kind], "budget", { min: 1, max: 3_600_000 });
  const replyDeadline = deadline + REPLY_GRACE;
  const contextOf = contextFactory(options);
  const registry = { adapter, prefix: validateName(prefix, "prefix"), clock: () => formatClock(now) };
  const beforeDeadline = <R>(reply: Promise<R>) => withDeadline(reply, () => replyDeadline);
  const isDeclared = (name: string) => Object.hasOwn(options.settings ?? {}, name);
  const maxTogether = adapter.runMany ? MAX_BATCHED_CALLS : 1;
  const report = newReport(kind);
  try {
    const list = await beforeDeadline(callRegistry(registry, listForClean, { kind, idle: IDLE_TIME }));
    const { cursor, queues } = parseCleanList(list);
    const itemQueues = labelItemQueues(options.redisWorkQueues?.(adapter) ?? {});
    report.queues = queues.length + itemQueues.size;
    const idle = queues.filter(({ name, stamp }) => stamp !== undefined && !isDeclared(name));
    const retired = await retireIdle(idle, {
      registry,
      contextOf,
      deadline: (startedAt + deadline) / 2,
      replyDeadline,
      maxRequests: Math.floor((maxRequests - OVERHEAD_REQUESTS) / 2),
    });
    report.retired = retired.size;
    const order = new CleanOrder(
      queues.filter(({ name }) => !retired.has(name)),
      isDeclared,
    );
    // One request is left for the report and the cursor.
    const requestsLeft = maxRequests - (counter.count - countBefore) - 1;
    const names = order.namesFrom(cursor, Math.ceil((requestsLeft * maxTogether) / 2));
    report.left = interleaveNames(names, [...itemQueues.keys()], { kind, now: Date.now() });
    const found = {
      bulkQueues: new Set<string>(),
      outboxQueues: new Set<string>(),
      slotQueues: new Set<string>(),
      flowQueues: new Set<string>(),
    };
    const limits = { adapter, contextOf, itemQueues, deadline, replyDeadline, maxRequests: requestsLeft, ...found };
    await cleanQueues(report, limits);
    const maxCount = countBefore + maxRequests - 1;
    const rest = { ...limits, counter, maxCount };
    const reserved = found.bulkQueues.size + found.outboxQueues.size > 0 ? reservedRequests(requestsLeft) : 0;
    const beforeBulk = { ...rest, maxCount: maxCount - reserved };
    if (found.slotQueues.size > 0) await fireSchedules(found.slotQueues, beforeBulk);
    if (found.flowQueues.size > 0) await letWaitingGoOn(found.flowQueues, beforeBulk);
    if (found.outboxQueues.size > 0) await forwardOutboxes(report, found.outboxQueues, rest);
    if (found.bulkQueues.size > 0) await continueBulkOperations(report, found.bulkQueues, rest);
    const nextCursor = order.cursorFor(report.left);
    report.ms = Math.round(monotonicNow() - startedAt);
    report.requests = counter.count - countBefore + 1;
    // Without queues there is nothing to report, and an unused prefix stays without keys.
    const stored =
      report.queues > 0 ? beforeDeadline(storeRound(registry, { report, cursor: nextCursor })) : Promise.resolve();
    // A run that needs no cursor has done all of its work, even if its report is not stored.
    await (nextCursor === "" ? stored.catch(() => {}) : stored);
  } catch (error) {
    if (!(error instanceof LeaseholdError)) throw error;
    report.failed = error;
  }
  report.ms = Math.round(monotonicNow() - startedAt);
  report.requests = counter.count - countBefore;
  return report;
}

/** Returns a function that creates the context of a queue, with the settings that the options have for it. */
function contextFactory({ prefix, now, settings = {} }: CleanOptions): ContextOf {
  const shared = withoutUndefined({ prefix, now });
  return (name, redis) =>
    new QueueContext(name, { ...(Object.hasOwn(settings, name) ? settings[name] : {}), ...shared, redis });
}
