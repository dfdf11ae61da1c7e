// Cleaning all queues of a prefix within a time and a number of requests, each of which carries many scripts. Every
// queue is cleaned once before any is cleaned again, so that none waits for a large one; the next run goes on where this one
// has stopped.

import { invalidArgument, validateInteger, validateName, validateObject } from "../base/arguments.ts";
import { withDeadline } from "../base/deadline.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { type ErrorCode, LeaseholdError } from "../base/errors.ts";
import { monotonicNow } from "../base/monotonic.ts";
import { formatClock } from "../engine/call.ts";
import { callRegistry } from "../engine/registry.ts";
import { leave, round } from "../engine/scripts.gen.ts";
import { QueueContext } from "../queue/jobs/queue-context.ts";
import type { QueueOptions, QueueSettings } from "../queue/jobs/queue-options.ts";
import { type CleanResult, clean } from "../queue/operate/clean.ts";
import { type DeepCleanResult, deepCleanSlice } from "../queue/operate/deep-clean.ts";
import type { Adapter } from "../redis/adapter.ts";
import { BatchAdapter, MAX_BATCHED_CALLS } from "../redis/batch-adapter.ts";
import { cleanItems, type ItemCleaner, labelled, merged } from "./clean-items.ts";
import { readRound, Turns } from "./clean-order.ts";
import { add, type CleanReport, codeOf, type Kind, newReport } from "./cron-report.ts";
import { Meter } from "./request-counter.ts";
import { IDLE, retireIdle } from "./retire-idle.ts";

/** The queues to clean, and the limits of the run. */
export interface CleanOptions extends Pick<QueueOptions<unknown>, "redis" | "prefix" | "now"> {
  /** The time limit; 20 seconds for a light clean and 25 for a deep one, unless set. */
  budget?: Duration;
  /** The most requests to send; 45 unless set, since the free plan of Workers allows 50 in one invocation. */
  maxRequests?: number;
  /** Settings of queues by name; unset, ended jobs are kept by the policy that the queue's workers noted. */
  settings?: Readonly<Record<string, QueueSettings>>;
  /** Queues in the format of redis-work-queue to clean as well. */
  redisWorkQueues?: (redis: Adapter) => Readonly<Record<string, ItemCleaner>>;
}

// Workers have six connections at once; two stay free for the rest of the program.
const AT_ONCE = 4;
// The limit of each script, so that it is short.
const SLICE = 250;
const BUDGET: Record<Kind, Duration> = { light: "20s", deep: "25s" };
// The requests that read the names at the start and note the next run's first queue at the end.
const BESIDE = 2;
// The time in ms past the deadline for which an answer may still arrive.
const LAST_ANSWER = 2_000;

/** Cleans every queue. The failure of one queue is in the report's `errors`, that of the whole run is its `failed`. */
export async function cleanAll(kind: Kind, options: CleanOptions & { meter?: Meter }): Promise<CleanReport> {
  const { maxRequests = 45, prefix = "lh", now, meter = new Meter(options.redis) } = validateObject(options, "options");
  const { adapter, used: before } = meter;
  if (kind !== "light" && kind !== "deep") throw invalidArgument('a clean is "light" or "deep"');
  validateInteger(maxRequests, "maxRequests", { min: BESIDE + 1, max: 1_000_000 });
  const startedAt = monotonicNow();
  const deadline = startedAt + toMilliseconds(options.budget ?? BUDGET[kind], "budget", { min: 1, max: 3_600_000 });
  const contextOf = contexts(options);
  const registry = { adapter, prefix: validateName(prefix, "prefix"), clock: () => formatClock(now) };
  const inTime = <R>(answer: Promise<R>) => withDeadline(answer, () => deadline + LAST_ANSWER);
  const isDeclared = (name: string) => Object.hasOwn(options.settings ?? {}, name);
  const together = adapter.runMany ? MAX_BATCHED_CALLS : 1;
  const report = newReport(kind);
  try {
    const { note, entries } = readRound(await inTime(callRegistry(registry, round, { kind, idle: IDLE })));
    const items = labelled(options.redisWorkQueues?.(adapter) ?? {});
    report.queues = entries.length + items.size;
    const idle = entries.filter(({ name, stamp }) => stamp !== undefined && !isDeclared(name));
    const retired = await retireIdle(idle, {
      registry,
      contextOf,
      until: (startedAt + deadline) / 2,
      answerBy: deadline + LAST_ANSWER,
      requests: Math.floor((maxRequests - BESIDE) / 2),
    });
    report.retired = retired.size;
    const turns = new Turns(
      entries.filter(({ name }) => !retired.has(name)),
      isDeclared,
    );
    // One request is left for the note.
    const requests = maxRequests - (meter.used - before) - 1;
    const names = turns.inOrder(note, Math.ceil((requests * together) / 2));
    report.left = merged(names, [...items.keys()], { kind, now: Date.now() });
    await cleanInTurns(report, { adapter, contextOf, items, deadline, requests });
    const stopped = turns.noteOf(report.left);
    if (stopped !== "") await inTime(callRegistry(registry, leave, { kind, note: stopped }));
  } catch (error) {
    if (!(error instanceof LeaseholdError)) throw error;
    report.failed = error;
  }
  report.ms = Math.round(monotonicNow() - startedAt);
  report.requests = meter.used - before;
  return report;
}

type ContextOf = (name: string, redis: Adapter) => QueueContext<unknown>;

function contexts({ prefix, now, settings = {} }: CleanOptions): ContextOf {
  const shared = { ...(prefix === undefined ? {} : { prefix }), ...(now === undefined ? {} : { now }) };
  return (name, redis) =>
    new QueueContext(name, { ...(Object.hasOwn(settings, name) ? settings[name] : {}), ...shared, redis });
}

interface Limits {
  adapter: Adapter;
  contextOf: ContextOf;
  items: ReadonlyMap<string, ItemCleaner>;
  deadline: number;
  requests: number;
}

/** Cleans queues from the start of `left`, several at a time, and appends those with work left. */
async function cleanInTurns(report: CleanReport, limits: Limits): Promise<void> {
  const { adapter, contextOf, items, deadline, requests } = limits;
  const most = adapter.runMany ? MAX_BATCHED_CALLS : 1;
  // Queues that one script could not finish.
  const large = new Set<string>();
  let succeeded = false;
  let away: LeaseholdError | undefined;
  let sent = 0;

  const note = async (name: string, cleaned: Promise<boolean>) => {
    try {
      if (await withDeadline(cleaned, () => deadline + LAST_ANSWER)) {
        report.left.push(name);
        large.add(name);
      }
      succeeded = true;
    } catch (error) {
      report.errors.push({ queue: name, code: codeOf(error) });
      if (error instanceof LeaseholdError && OF_THE_DATABASE.has(error.code)) away = error;
    }
  };
  const cleanTogether = async (names: string[]) => {
    const batch = new BatchAdapter(adapter);
    const share = Math.floor(most / names.length);
    const cleaned = names.map((name) => {
      const context = contextOf(name, batch);
      return note(name, large.has(name) ? cleanMore(report, context, share) : cleanOnce(report, context));
    });
    batch.send();
    await Promise.all(cleaned);
  };
  const cleanSome = async () => {
    // The first queues are cleaned in any case, so that every run makes progress.
    do {
      const names = firstOf(report.left, items, most);
      const [name] = names;
      if (name === undefined) return;
      sent += 1;
      const queue = items.get(name);
      await (queue ? note(name, cleanItems(report, queue)) : cleanTogether(names));
    } while (monotonicNow() < deadline && sent < requests);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, requests) }, cleanSome));
  if (!succeeded && away) throw away;
}

/** Removes the first name from a list, with others that fit into the same request. */
function firstOf(left: string[], items: ReadonlyMap<string, ItemCleaner>, most: number): string[] {
  const isAlone = items.has(left[0] ?? "");
  const names = isAlone ? left.slice(0, 1) : left.filter((name) => !items.has(name)).slice(0, most);
  for (const name of names) left.splice(left.indexOf(name), 1);
  return names;
}

// Errors of the database rather than of one queue. Such an error fails the run if no clean succeeded.
const OF_THE_DATABASE = new Set<ErrorCode>([
  "redis_unreachable",
  "redis_unauthorized",
  "redis_full",
  "redis_read_only",
  "redis_busy",
  "bad_reply",
]);

/** Cleans a queue with one script. Resolves with true where work is left. */
async function cleanOnce(report: CleanReport, context: QueueContext<unknown>): Promise<boolean> {
  const slice = report.kind === "light" ? clean(context, { limit: SLICE }) : deepCleanSlice(context, SLICE);
  return count(report, await slice);
}

/** Continues the clean of a large queue with several scripts. Resolves with true where work is left. */
async function cleanMore(report: CleanReport, context: QueueContext<unknown>, times: number): Promise<boolean> {
  const goOn = () => (report.kind === "light" ? clean(context) : deepCleanSlice(context, SLICE, { mayBegin: false }));
  const slices = await Promise.all(Array.from({ length: times }, goOn));
  return slices.map((slice) => count(report, slice)).at(-1) ?? true;
}

/** Adds a result to the report. Returns true where work is left. */
function count(report: CleanReport, cleaned: CleanResult | DeepCleanResult): boolean {
  if ("more" in cleaned) {
    add(report.moved, cleaned);
    return cleaned.more;
  }
  add(report.repaired, cleaned);
  return !cleaned.finished;
}
