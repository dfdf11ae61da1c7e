// The limits of groups and of a queue, and their form in Redis.
import { invalidArgument, validateInteger, validateOptions } from "../../../base/arguments.ts";
import { type Duration, MAX_DURATION, toMilliseconds } from "../../../base/duration.ts";

/** A rate of starts, by a bucket of tokens: in any time `per`, at most `limit + burst` are spent. A job spends its cost. */
export interface Rate {
  limit: number;
  /** The time in which `limit` tokens are added. */
  per: Duration;
  /** The number of tokens that the bucket holds; a tenth of `limit` unless set, at least 1. */
  burst?: number;
}

/** Limits of the jobs that run at the same time, and of the rate at which they start. */
export interface Limits {
  /** The largest number of leased jobs; no limit unless set. */
  concurrency?: number;
  /** The rate at which jobs start; no limit unless set. */
  rate?: Rate;
}

/** The limits that hold for each group of a queue. */
export interface GroupLimits extends Limits {
  /**
   * Runs the jobs of a group strictly one after the other. A job that waits for its retry holds its group back. After a job
   * that has failed, the next one starts; with "stop" only when the failed one was redriven, or removed: by hand or by the retention.
   */
  ordered?: boolean | "stop";
}

/** The limits of a queue and of its groups. They are stored with the queue, and hold for each client. */
export interface QueueLimits extends Limits {
  groups?: GroupLimits;
  /**
   * A number to raise with each change of the limits. The highest version that any client has declared holds, so an earlier
   * deployment cannot change the limits of a later one; 1 unless set.
   */
  limitsVersion?: number;
}

const MAX_VERSION = 1_000_000_000;
const MAX_CONCURRENCY = 1_000_000;
const MAX_TOKENS = 1_000_000_000;

/** Formats the limits of a queue as src/lua/lib/groups/groups.lua reads them; "" if there are none. */
export function formatLimits({ concurrency, rate, groups, limitsVersion = 1 }: QueueLimits): string {
  const version = validateInteger(limitsVersion, "limitsVersion", { min: 1, max: MAX_VERSION });
  if (concurrency === undefined && rate === undefined && groups === undefined) return "";
  const group = groups === undefined ? {} : validateOptions(groups, "concurrency ordered rate", { label: "groups" });
  const { ordered = false } = group;
  if (ordered !== false && ordered !== true && ordered !== "stop") {
    throw invalidArgument('groups.ordered must be true, false or "stop"');
  }
  if (ordered && group.concurrency !== undefined && group.concurrency !== 1) {
    throw invalidArgument("an ordered group runs one job at a time, so groups.concurrency must be 1");
  }
  const order = ordered === "stop" ? "s" : ordered ? "o" : "-";
  return `${version} ${order} ${formatPair(group, "groups.")}|${formatPair({ concurrency, rate }, "")}`;
}

/** Formats a concurrency and a rate: "cap limit per burst", with - for what is not limited. */
export function formatPair(
  { concurrency, rate }: { concurrency?: number | undefined; rate?: Rate | undefined },
  label: string,
): string {
  const cap =
    concurrency === undefined
      ? "-"
      : validateInteger(concurrency, `${label}concurrency`, { min: 1, max: MAX_CONCURRENCY });
  return `${cap} ${rate === undefined ? "- - -" : formatRate(rate, `${label}rate`)}`;
}

/** Formats a rate: "limit per burst". */
function formatRate(rate: Rate, label: string): string {
  const { limit, per, burst } = validateOptions(rate, "limit per burst", { label });
  const max = { min: 1, max: MAX_TOKENS };
  const tokens = validateInteger(limit, `${label}.limit`, max);
  const time = toMilliseconds(per, `${label}.per`, { min: 1, max: MAX_DURATION });
  const bucket =
    burst === undefined ? Math.max(1, Math.floor(tokens / 10)) : validateInteger(burst, `${label}.burst`, max);
  return `${tokens} ${time} ${bucket}`;
}

/** Reads a concurrency and a rate from "cap limit per burst". */
export function readPair(text: string): Limits {
  const [cap = "-", limit = "-", per, burst] = text.split(" ");
  return {
    ...(cap !== "-" && { concurrency: Number(cap) }),
    ...(limit !== "-" && { rate: { limit: Number(limit), per: Number(per), burst: Number(burst) } }),
  };
}

/** Reads the stored limits of a queue. Returns undefined if there are none. */
export function readLimits(text: string): QueueLimits | undefined {
  const [, version, order, group = "", queue = ""] = /^(\d+) (\S) ([^|]+)\|(.+)$/.exec(text) ?? [];
  if (version === undefined) return undefined;
  const groups: GroupLimits = {
    ...readPair(group),
    ...(order !== "-" && { ordered: order === "s" ? ("stop" as const) : true }),
  };
  return {
    ...readPair(queue),
    ...(Object.keys(groups).length > 0 && { groups }),
    limitsVersion: Number(version),
  };
}
