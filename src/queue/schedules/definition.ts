// The definition of a schedule: its times, its policies, and the jobs that it creates.
import {
  invalidArgument,
  validateByteLength,
  validateId,
  validateInteger,
  validateOptions,
} from "../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { sha256Hex } from "../../base/hex.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import type { OwnOptions } from "../jobs/options/own-options.ts";
import { prepareJobs, validatePayloads } from "../jobs/prepare-jobs.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { CronTimes } from "./calendar/times.ts";
import { loadFiring } from "./firing/on-demand.ts";
import type { StoredTimes } from "./firing/refill.ts";

/**
 * The times of a schedule: a cron expression in a time zone, an interval, or one time. An expression has five fields, or six with
 * seconds first; names such as MON and JAN, `L` for the last day of a month, `5L` for its last Friday and `5#2` for its second one.
 */
export type ScheduleTiming =
  | (Omit<CronTimes, "tz"> & {
      /** The time zone by its IANA name; UTC unless set. */
      tz?: string;
    })
  | {
      /** The interval, of at least a second. */
      every: Duration;
      /** A time from which the intervals are counted; 1970-01-01T00:00Z unless set. */
      anchor?: Date | number;
    }
  | { at: Date | number };

/** The policies of a schedule. */
export interface SchedulePolicies {
  /**
   * The policy if a run has not ended when the next slot is due: `skip` that slot, `buffer` one slot until the run has ended,
   * `cancel` the run, or `allow` both. `skip` unless set.
   */
  overlap?: "skip" | "buffer" | "cancel" | "allow";
  /** The largest lateness with which a slot is still caught up; an hour unless set, at least a minute. */
  catchUp?: Duration;
  /** The largest number of slots to catch up at once, the last ones; 10 unless set. */
  maxCatchUp?: number;
  /** The longest time by which the job of a slot is delayed. Each slot has its own delay. None unless set. */
  jitter?: Duration;
  /** Slots before this time do not count. */
  start?: Date | number;
  /** Slots after this time do not count. */
  end?: Date | number;
  /** The largest number of runs; no limit unless set. Runs by `trigger` and `backfill` do not count. */
  limit?: number;
}

/** A schedule: the payload and the options of its jobs, and its policies. */
export interface ScheduleOptions<T> extends SchedulePolicies, OwnOptions {
  data: T;
  /** As of an enqueued job. */
  priority?: number;
  maxAttempts?: number;
  ttl?: Duration;
  group?: string;
  cost?: number;
}

/** A schedule in the form of the scripts. */
export interface Definition {
  id: string;
  text: string;
}

const MIN_INTERVAL = 1_000;
// The id of a job has a colon and the 13 digits of its slot more.
const MAX_ID_BYTES = 242;
const MAX_SCHEDULE_PAYLOAD = 65_536;
const DEFAULT_CATCH_UP = "1h";
const DEFAULT_MAX_CATCH_UP = 10;
// Slots have 13 digits, from 2001 to 2286.
const FIRST_INSTANT = 1_000_000_000_000;
const LAST_INSTANT = 9_999_999_999_998;

const TIMING_NAMES = "cron tz missingHour repeatedHour every anchor at";
const OPTION_NAMES =
  "data priority maxAttempts ttl timeout backoff group cost overlap catchUp maxCatchUp jitter start end limit";

/** The letters of the policies of overlaps in definitions. */
export const OVERLAP_LETTERS = { skip: "s", buffer: "b", cancel: "c", allow: "a" } as const;

/** Validates the id of a schedule. */
export function validateScheduleId(id: string): string {
  return validateByteLength(validateId(id), "the id of a schedule", { max: MAX_ID_BYTES });
}

/** Formats a schedule as the scripts store it. */
export async function formatDefinition<Input>(
  context: QueueContext<unknown, Input>,
  { id, timing, options }: { id: string; timing: ScheduleTiming; options: ScheduleOptions<Input> },
): Promise<Definition> {
  validateScheduleId(id);
  validateOptions(options, OPTION_NAMES);
  const {
    overlap = "skip",
    catchUp = DEFAULT_CATCH_UP,
    maxCatchUp = DEFAULT_MAX_CATCH_UP,
    jitter,
    start,
    end,
    limit,
    ...jobOptions
  } = options;
  if (!Object.hasOwn(OVERLAP_LETTERS, overlap)) {
    throw invalidArgument('overlap must be "skip", "buffer", "cancel" or "allow"');
  }
  const times: StoredTimes = {
    ...readTiming(timing),
    ...withoutUndefined({
      start: start === undefined ? undefined : toInstant(start, "start"),
      end: end === undefined ? undefined : toInstant(end, "end"),
      jitter: jitter === undefined ? undefined : toMilliseconds(jitter, "jitter") || undefined,
    }),
  };
  const { validateTimes } = await loadFiring();
  try {
    validateTimes(times);
  } catch (error) {
    throw invalidArgument((error as Error).message);
  }
  const { kind, payload } = await prepareRun(context as QueueContext<unknown>, { ...jobOptions, id });
  const [priority, , , max, ttl, own, ...member] = kind.split(" ");
  const head = [
    OVERLAP_LETTERS[overlap],
    toMilliseconds(catchUp, "catchUp"),
    validateInteger(maxCatchUp, "maxCatchUp", { min: 1, max: 1_000 }),
    limit === undefined ? "-" : validateInteger(limit, "limit", { min: 1 }),
    ...[priority, max, ttl, own, ...member],
  ].join(" ");
  const lines = `${head}\n${JSON.stringify(times)}\n`;
  // An encrypted payload differs each time, its fingerprint does not.
  const digest = (await sha256Hex(lines + ((await context.codec.fingerprint?.(payload)) ?? payload))).slice(0, 32);
  return { id, text: `${digest} ${lines}${payload}` };
}

/** Prepares a job with the payload and the options of a schedule. */
async function prepareRun(context: QueueContext<unknown>, job: { data: unknown; id: string }) {
  if (context.schema) await validatePayloads(context.schema, [job]);
  const [prepared] = prepareJobs(context, [job]);
  const { kind = "", payload = "" } = prepared ?? {};
  return { kind, payload: validateByteLength(payload, "the payload of a schedule", { max: MAX_SCHEDULE_PAYLOAD }) };
}

/** Validates times and returns them as they are stored. */
function readTiming(timing: ScheduleTiming): StoredTimes {
  const all = validateOptions(timing, TIMING_NAMES, { label: "the times of a schedule" });
  const kinds = ["cron", "every", "at"].filter((name) => (all as Record<string, unknown>)[name] !== undefined);
  if (kinds.length !== 1) throw invalidArgument("a schedule has cron, every or at, one of them");
  if ("cron" in all && all.cron !== undefined) {
    const { cron, tz = "UTC", missingHour, repeatedHour } = all;
    if (typeof cron !== "string" || cron.length > 200)
      throw invalidArgument("cron must be a text of at most 200 characters");
    if (typeof tz !== "string") throw invalidArgument("tz must be the name of a time zone, such as Europe/Berlin");
    validateChoice(missingHour, "missingHour", ["after", "skip"]);
    validateChoice(repeatedHour, "repeatedHour", ["once", "twice"]);
    return { cron: cron.trim().replace(/\s+/g, " "), tz, ...withoutUndefined({ missingHour, repeatedHour }) };
  }
  if ("every" in all && all.every !== undefined) {
    const { every, anchor } = all;
    return {
      every: toMilliseconds(every, "every", { min: MIN_INTERVAL }),
      anchor: anchor === undefined || anchor === 0 ? 0 : toInstant(anchor, "anchor"),
    };
  }
  return { at: toInstant((all as { at: Date | number }).at, "at") };
}

function validateChoice(value: unknown, label: string, choices: readonly string[]): void {
  if (value === undefined || choices.includes(value as string)) return;
  throw invalidArgument(`${label} must be ${choices.map((choice) => JSON.stringify(choice)).join(" or ")}`);
}

/** Validates a time and returns it in ms since the epoch. */
export function toInstant(time: Date | number, label: string): number {
  const instant = time instanceof Date ? time.getTime() : time;
  if (Number.isInteger(instant) && instant >= FIRST_INSTANT && instant <= LAST_INSTANT) return instant;
  throw invalidArgument(`${label} must be a Date, or whole ms since the epoch, after 2001-09`);
}
