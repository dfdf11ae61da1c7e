// The group of one job, as the script `get` reports it, and the limit that holds the job back.
import { type Limits, type QueueLimits, readLimits } from "../../jobs/options/limits.ts";
import { type GroupInfo, startTimeOf, toGroupInfo } from "./list-groups.ts";

/** The group and the cost of a job. */
export interface Membership {
  group?: string;
  cost: number;
  /** True if the job is delayed until its group's rate or pause lets it start. */
  isLimited: boolean;
  /** True if the job holds its ordered group back while it waits for its retry, or has failed. */
  holdsGroup: boolean;
}

/** The group of a job, and the limits of its queue. */
export interface GroupReport {
  group: GroupInfo;
  isOrdered: boolean;
  /** The number of blocked jobs of the group before it; undefined for a job that is not blocked. */
  before: number | undefined;
  /** The ids of the jobs that hold the group's slots, at most ten. */
  holders: string[];
}

/** Limits of a queue, and their use. */
export interface QueueReport extends Limits {
  leased: number;
  /** The time from which a job of cost 1 may start by the queue's rate. */
  startsFrom: number;
}

/** Reads the field of a job with a group or a cost, which src/lua/lib/groups/groups.lua describes. */
export function readMembership(text: string): Membership | undefined {
  const [, mark, cost, group] = /^(\S) (\d+) (.*)$/s.exec(text) ?? [];
  if (mark === undefined) return undefined;
  return { cost: Number(cost), ...(group && { group }), isLimited: mark === "t", holdsGroup: mark === "h" };
}

/** Reads a report of the script. Returns undefined for a job without a group. */
export function readGroupReport(text: string, now: number): { group?: GroupReport; queue?: QueueReport } {
  const [member = "", before, entry = "", override = "", limits = "", use = "", ...holders] = text.split("\n");
  const name = readMembership(member)?.group;
  const queue = readLimits(limits.slice(1));
  const [leased = 0, tat = 0] = use.split(" ").map(Number);
  return {
    ...(queue && { queue: toQueueReport(queue, { leased, tat }) }),
    ...(name !== undefined && {
      group: {
        group: toGroupInfo({ name, entry: entry.slice(1), override: override.slice(1), queue, now }),
        isOrdered: Boolean(queue?.groups?.ordered),
        before: before === "-" || before === undefined ? undefined : Number(before),
        holders,
      },
    }),
  };
}

/** Returns the limits of a queue, and their use. */
function toQueueReport(
  { concurrency, rate }: QueueLimits,
  { leased, tat }: { leased: number; tat: number },
): QueueReport {
  return {
    ...(concurrency !== undefined && { concurrency }),
    ...(rate && { rate }),
    leased,
    startsFrom: rate ? startTimeOf(rate, tat) : 0,
  };
}

/** The limits that may hold a job back. */
export const LIMITS = [
  "group_concurrency",
  "group_order",
  "group_rate",
  "group_pause",
  "queue_concurrency",
  "queue_rate",
] as const;

/** The limit that holds a job back. */
export interface HeldBackBy {
  limit: (typeof LIMITS)[number];
  /** The time since which the job waits. */
  since?: number;
  /** The earliest time at which the limit lets a job start; missing if that depends on other jobs. */
  until?: number;
  /** The ids of the jobs that hold the slots of the group, at most ten. */
  holders?: string[];
}

/** The parts of a job that decide which limit holds it back. */
interface WaitingJob {
  state: string;
  now: number;
  dueAt: number | undefined;
  isLimited: boolean;
  report: { group?: GroupReport; queue?: QueueReport };
}

/** Returns the limit that holds a waiting job back; undefined if none does. */
export function findLimit({ state, now, dueAt, isLimited, report }: WaitingJob): HeldBackBy | undefined {
  const { group, queue } = report;
  const isReady = state === "ready";
  if (group && (state === "blocked" || isReady || isLimited)) {
    const { paused, pausedUntil, limitedUntil, held, concurrency } = group.group;
    if (paused) return { limit: "group_pause", ...(pausedUntil !== undefined && { until: pausedUntil }) };
    if (isLimited) return { limit: "group_rate", ...(dueAt !== undefined && { until: dueAt }) };
    if (concurrency !== undefined && held >= concurrency) {
      return { limit: group.isOrdered ? "group_order" : "group_concurrency", holders: group.holders };
    }
    if (limitedUntil !== undefined) return { limit: "group_rate", until: limitedUntil };
  }
  if (queue && isReady) {
    if (queue.concurrency !== undefined && queue.leased >= queue.concurrency) return { limit: "queue_concurrency" };
    if (queue.startsFrom > now) return { limit: "queue_rate", until: queue.startsFrom };
  }
  return undefined;
}

/** Returns a sentence about the limit that holds a job back, which begins with a space. */
export function formatLimit({ limit, until, holders = [] }: HeldBackBy, report: WaitingJob["report"]): string {
  const { group, queue } = report;
  const name = JSON.stringify(group?.group.name ?? "");
  const from = until === undefined ? "" : ` until ${new Date(until).toISOString()}`;
  const others = (group?.group.held ?? 0) > holders.length ? " and others" : "";
  const list = holders.length === 0 ? "" : `: ${holders.map((id) => JSON.stringify(id)).join(", ")}${others}`;
  switch (limit) {
    case "group_pause":
      return ` Its group ${name} is paused${from}.`;
    case "group_rate":
      return ` The rate of its group ${name} lets no job start${from}.`;
    case "group_order":
      return ` Its group ${name} is ordered, and waits for a job before it${list}.`;
    case "group_concurrency":
      return ` Its group ${name} runs at most ${formatJobs(group?.group.concurrency ?? 0)} at a time, which hold its slots${list}.`;
    case "queue_concurrency":
      return ` The queue runs at most ${formatJobs(queue?.concurrency ?? 0)} at a time, and ${queue?.leased} are leased.`;
    case "queue_rate":
      return ` The rate of the queue lets no job start${from}.`;
  }
}

function formatJobs(number: number): string {
  return number === 1 ? "1 job" : `${number} jobs`;
}
