// Groups and limits: the responses of the API, and limits as people read and type them.
import { formatNumber } from "./format.ts";

/** A rate of starts: `limit` tokens in each time of `per` ms, and as many as `burst` at once. */
export interface Rate {
  limit: number;
  per: number | string;
  burst?: number;
}

/** A limit of the leased jobs, and one of the starts. */
export interface Limits {
  concurrency?: number;
  rate?: Rate;
}

/** The limits of each group of a queue. */
export interface GroupLimits extends Limits {
  ordered?: boolean | "stop";
}

/** The limits of a queue and of its groups. */
export interface QueueLimits extends Limits {
  groups?: GroupLimits;
  /** The version of the limits; 0 if the queue has never had any. */
  version: number;
}

/** A group and the limits that hold for it. */
export interface GroupInfo extends Limits {
  name: string;
  held: number;
  /** The id of its job that is in line, or waits for its rate or for the end of its pause. */
  next?: string;
  blocked: number;
  paused: boolean;
  pausedUntil?: number;
  limitedUntil?: number;
  /** The version of its own limits; absent if it has none. */
  version?: number;
}

/** A page of groups. */
export interface GroupPage {
  groups: GroupInfo[];
  cursor?: string;
}

/** Limits as they are typed; an empty text is no limit. */
export interface LimitTexts {
  concurrency: string;
  limit: string;
  per: string;
  burst: string;
}

/** The pattern of a field that takes a duration. */
export const DURATION = String.raw`\d+(\.\d+)?(ms|s|m|h|d)`;

const UNITS: [unit: string, ms: number][] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
];

/** Formats a duration as it is typed, without loss. */
export function formatExactDuration(duration: number | string): string {
  if (typeof duration === "string") return duration;
  const [unit, length] = UNITS.find(([, ms]) => duration > 0 && duration % ms === 0) ?? ["ms", 1];
  return `${duration / length}${unit}`;
}

/** Formats a rate. */
function formatRate({ limit, per, burst }: Rate): string {
  const text = `${formatNumber(limit)} per ${formatExactDuration(per)}`;
  return burst === undefined ? text : `${text}, burst ${formatNumber(burst)}`;
}

/** Formats limits as people read them. */
export function formatLimits({ concurrency, rate }: Limits): string {
  const parts = [
    ...(concurrency === undefined ? [] : [`${formatNumber(concurrency)} at a time`]),
    ...(rate ? [formatRate(rate)] : []),
  ];
  return parts.join("; ") || "no limit";
}

/** Returns limits as texts. */
export function textsOf({ concurrency, rate }: Limits): LimitTexts {
  return {
    concurrency: concurrency === undefined ? "" : String(concurrency),
    limit: rate ? String(rate.limit) : "",
    per: rate ? formatExactDuration(rate.per) : "",
    burst: rate?.burst === undefined ? "" : String(rate.burst),
  };
}

/** Returns the limits that were typed. */
export function limitsOf({ concurrency, limit, per, burst }: LimitTexts): Limits {
  return {
    ...(concurrency !== "" && { concurrency: Number(concurrency) }),
    ...(limit !== "" && { rate: { limit: Number(limit), per, ...(burst !== "" && { burst: Number(burst) }) } }),
  };
}

/** Returns those limits of a group that differ from the limits of its queue's groups. */
export function ownLimitsOf(group: GroupInfo, groups: GroupLimits = {}): Limits {
  if (group.version === undefined) return {};
  const { concurrency, rate } = group;
  const isOwnRate = rate && (groups.rate === undefined || formatRate(rate) !== formatRate(groups.rate));
  return {
    ...(concurrency !== undefined && concurrency !== groups.concurrency && !groups.ordered && { concurrency }),
    ...(isOwnRate && { rate }),
  };
}

/**
 * Returns the change of a group's own limits from some texts to others: null for a limit that the group no longer has of its
 * own. A limit whose text is as before is not in it, and stays.
 */
export function changeOf(before: LimitTexts, after: LimitTexts): { concurrency?: number | null; rate?: Rate | null } {
  const { concurrency = null, rate = null } = limitsOf(after);
  const isOtherRate = (["limit", "per", "burst"] as const).some((name) => before[name] !== after[name]);
  return {
    ...(before.concurrency !== after.concurrency && { concurrency }),
    ...(isOtherRate && { rate }),
  };
}
