// Cleaning all queues of a prefix, within a time and a number of requests, each of which carries many scripts. Each queue
// is cleaned once before any is again, so that none waits for one that has much to clean; the next run begins with the
// first that is left.
import { Context, type QueueOptions, type QueueSettings } from "../core/context.ts";
import { type Duration, milliseconds } from "../core/duration.ts";
import { elapsed } from "../core/elapsed.ts";
import { type ErrorCode, LeaseholdError } from "../core/errors.ts";
import { within } from "../core/insist.ts";
import { checkOptions, checkWhole, invalid } from "../core/limits.ts";
import { type Cleaned, clean, type DeepCleaned, deepCleanSlice } from "../core/operate.ts";
import { namesIn } from "../core/queue.ts";
import { leave, round } from "../core/scripts.gen.ts";
import type { Adapter } from "../redis/adapter.ts";
import { Batch } from "./batch.ts";
import { cleanItems, type ItemCleaner, labelled, merged } from "./clean-items.ts";
import { Meter } from "./meter.ts";
import { add, type CleanReport, codeOf, type Kind, newReport } from "./report.ts";

/** What to clean, and how far. */
export interface CleanOptions extends Pick<QueueOptions<unknown>, "redis" | "prefix" | "now"> {
  /** How long it may take; 20 seconds for a light clean and 25 for a deep one, unless set. */
  budget?: Duration;
  /** How many requests it may send; 45 unless set, since the free plan of Workers allows 50 in one invocation. */
  maxRequests?: number;
  /** Settings of queues by name; what is kept of ended jobs is known from those who enqueue unless set. */
  settings?: Readonly<Record<string, QueueSettings>>;
  /** Queues in the format of redis-work-queue that are to be cleaned too. */
  redisWorkQueues?: (redis: Adapter) => Readonly<Record<string, ItemCleaner>>;
}

// Workers have six connections at once; two stay free for whatever else the program does.
const AT_ONCE = 4;
// Scripts in one request, and how far each goes. Redis reads a dozen of them at a time before others have their turn, so
// that each is kept well under a millisecond.
const TOGETHER = 256;
const SLICE = 250;
const BUDGET: Record<Kind, Duration> = { light: "20s", deep: "25s" };
// One request reads the names, and one notes where to go on.
const BESIDE = 2;
// How much longer than the budget is waited for an answer.
const LAST_ANSWER = 2_000;

/** Cleans every queue. What fails is in the report: of one queue among its errors, of all as `failed`. */
export async function cleanAll(kind: Kind, options: CleanOptions): Promise<CleanReport> {
  const { maxRequests = 45 } = checkOptions(options);
  if (kind !== "light" && kind !== "deep") throw invalid('a clean is "light" or "deep"');
  checkWhole(maxRequests, "maxRequests", BESIDE + 1, 1_000_000);
  const startedAt = elapsed();
  const deadline = startedAt + milliseconds(options.budget ?? BUDGET[kind], "budget", 1, 3_600_000);
  const meter = new Meter(options.redis);
  const contextOf = contexts(options);
  const all = contextOf("all", meter);
  const report = newReport(kind);
  try {
    const names = namesIn(await within(all.call(round, { kind }), () => deadline + LAST_ANSWER));
    const items = labelled(options.redisWorkQueues?.(meter) ?? {});
    report.left = merged(names, [...items.keys()], { kind, now: Date.now() });
    report.queues = report.left.length;
    await cleanInTurns(report, { meter, contextOf, items, deadline, requests: maxRequests - BESIDE });
    const name = report.left.find((left) => !items.has(left));
    if (name !== undefined) await within(all.call(leave, { kind, name }), () => deadline + LAST_ANSWER);
  } catch (error) {
    if (!(error instanceof LeaseholdError)) throw error;
    report.failed = error;
  }
  report.ms = Math.round(elapsed() - startedAt);
  report.requests = meter.used;
  return report;
}

type ContextOf = (name: string, redis: Adapter) => Context<unknown>;

function contexts({ prefix, now, settings = {} }: CleanOptions): ContextOf {
  const shared = { ...(prefix === undefined ? {} : { prefix }), ...(now === undefined ? {} : { now }) };
  return (name, redis) =>
    new Context(name, { ...(Object.hasOwn(settings, name) ? settings[name] : {}), ...shared, redis });
}

interface Limits {
  meter: Meter;
  contextOf: ContextOf;
  items: ReadonlyMap<string, ItemCleaner>;
  deadline: number;
  requests: number;
}

/** Takes the first of what is left, some at a time, and puts at the end again what has more. */
async function cleanInTurns(report: CleanReport, limits: Limits): Promise<void> {
  const { meter, contextOf, items, deadline, requests } = limits;
  const most = meter.runMany ? TOGETHER : 1;
  // Queues for which one script was not enough.
  const large = new Set<string>();
  let succeeded = false;
  let away: LeaseholdError | undefined;
  let sent = 0;

  const note = async (name: string, cleaned: Promise<boolean>) => {
    try {
      if (await within(cleaned, () => deadline + LAST_ANSWER)) {
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
    const batch = new Batch(meter);
    const share = Math.floor(most / names.length);
    const cleaned = names.map((name) => {
      const context = contextOf(name, batch);
      return note(name, large.has(name) ? cleanMore(report, context, share) : cleanOnce(report, context));
    });
    batch.send();
    await Promise.all(cleaned);
  };
  const cleanSome = async () => {
    // The first are cleaned in any case, so that a run gets further however little time it has.
    do {
      const names = firstOf(report.left, items, most);
      const [name] = names;
      if (name === undefined) return;
      sent += 1;
      const queue = items.get(name);
      await (queue ? note(name, cleanItems(report, queue)) : cleanTogether(names));
    } while (elapsed() < deadline && sent < requests);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, requests) }, cleanSome));
  if (!succeeded && away) throw away;
}

/** Takes the first name out of a list, with others that one request can carry along. */
function firstOf(left: string[], items: ReadonlyMap<string, ItemCleaner>, most: number): string[] {
  const isAlone = items.has(left[0] ?? "");
  const names = isAlone ? left.slice(0, 1) : left.filter((name) => !items.has(name)).slice(0, most);
  for (const name of names) left.splice(left.indexOf(name), 1);
  return names;
}

// Where no queue could be cleaned, for one of these reasons, it is not because of the queues.
const OF_THE_DATABASE = new Set<ErrorCode>([
  "redis_unreachable",
  "redis_unauthorized",
  "redis_full",
  "redis_read_only",
  "redis_busy",
  "bad_reply",
]);

/** Cleans a queue as far as one script does; true when there is more to do. */
async function cleanOnce(report: CleanReport, context: Context<unknown>): Promise<boolean> {
  const slice = report.kind === "light" ? clean(context, { limit: SLICE }) : deepCleanSlice(context, SLICE);
  return count(report, await slice);
}

/** Goes on with a clean of which more is known to be left. */
async function cleanMore(report: CleanReport, context: Context<unknown>, times: number): Promise<boolean> {
  const goOn = () => (report.kind === "light" ? clean(context) : deepCleanSlice(context, SLICE, { mayBegin: false }));
  const slices = await Promise.all(Array.from({ length: times }, goOn));
  return slices.map((slice) => count(report, slice)).at(-1) ?? true;
}

/** Adds up what was done; true when there is more to do. */
function count(report: CleanReport, cleaned: Cleaned | DeepCleaned): boolean {
  if ("more" in cleaned) {
    add(report.moved, cleaned);
    return cleaned.more;
  }
  add(report.repaired, cleaned);
  return !cleaned.finished;
}
