// The group of one job, as the script `get` reports it, and the limit that holds the job back.
import { type Limits, type QueueLimits, readLimits } from "../../jobs/options/limits.ts";
import { timeOfDue, timeOfTick } from "../../jobs/stored/record.ts";
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
  /** The tick at which the bucket of its rate is full. */
  tat: number;
  /** The next job of the group, for a blocked one. */
  next?: NextJob;
  /** The jobs that hold the group's slots, at most ten. */
  holders: Holder[];
}

/** A job that holds a slot of its group, and the time since which it does. */
interface Holder {
  id: string;
  since: number;
}

/** The parts of the next job of a group that decide which limit holds the group back. */
type NextJob = Pick<WaitingJob, "cost" | "isLimited" | "dueAt">;

/** Limits of a queue, and their use. */
export interface QueueReport extends Limits {
  leased: number;
  /** The tick at which the bucket of its rate is full. */
  tat: number;
}

/** Reads the field of a job with a group or a cost, which src/lua/lib/groups/groups.lua describes. */
export function readMembership(text: string): Membership | undefined {
  const [, mark, cost, group] = /^(\S) (\d+) (.*)$/s.exec(text) ?? [];
  if (mark === undefined) return undefined;
  return { cost: Number(cost), ...(group && { group }), isLimited: mark === "t", holdsGroup: mark === "h" };
}

/** Reads a report of the script, and its text about the next job of the group. Returns undefined for a job without a group. */
export function readGroupReport(
  text: string,
  { nextText, now }: { nextText: string; now: number },
): { group?: GroupReport; queue?: QueueReport } {
  const [member = "", before, entry = "", override = "", limits = "", use = "", ...holders] = text.split("\n");
  const name = readMembership(member)?.group;
  const next = readNextJob(nextText);
  const queue = readLimits(limits.slice(1));
  const [leased = 0, tat = 0] = use.split(" ").map(Number);
  return {
    ...(queue && { queue: { ...limitsOf(queue), leased, tat } }),
    ...(name !== undefined && {
      group: {
        group: toGroupInfo({ name, entry: entry.slice(1), override: override.slice(1), queue, now }),
        isOrdered: Boolean(queue?.groups?.ordered),
        before: before === "-" || before === undefined ? undefined : Number(before),
        tat: Number(entry.split(" ")[2] ?? 0),
        ...(next && { next }),
        holders: holders.map(readHolder),
      },
    }),
  };
}

function readHolder(line: string): Holder {
  const [id = "", fence] = line.split("\t");
  return { id, since: timeOfTick(Number(fence)) };
}

/** Returns the limits of a queue as a whole. */
function limitsOf({ concurrency, rate }: QueueLimits): Limits {
  return { ...(concurrency !== undefined && { concurrency }), ...(rate && { rate }) };
}

/** Reads the score among the delayed jobs, the mark, the cost and the group of a job. */
function readNextJob(text: string): NextJob | undefined {
  const space = text.indexOf(" ");
  const member = readMembership(text.slice(space + 1));
  const score = Number(text.slice(0, space));
  return (
    member && {
      cost: member.cost,
      isLimited: member.isLimited,
      dueAt: Number.isNaN(score) ? undefined : timeOfDue(score),
    }
  );
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
  /**
   * The time since which the limit holds the job back: known for the concurrency or order of a group with at most ten jobs that
   * hold its slots.
   */
  since?: number;
  /** The time since which the job waits: that of its enqueueing, or the end of its last attempt. */
  waitsSince?: number;
  /** The earliest time at which the limit lets a job start; missing if that depends on other jobs. */
  until?: number;
  /** The ids of the jobs that hold the slots of the group, at most ten. */
  holders?: string[];
}

/** The parts of a job that decide which limit holds it back. */
interface WaitingJob {
  state: string;
  now: number;
  cost: number;
  dueAt: number | undefined;
  /** True if it is delayed until its group's rate or pause lets it start. */
  isLimited: boolean;
  report: { group?: GroupReport; queue?: QueueReport };
}

/** Returns the limit that holds a waiting job back; undefined if none does. A blocked job waits for the next one of its group. */
export function findLimit(job: WaitingJob): HeldBackBy | undefined {
  const { state, now, report } = job;
  const { group, queue } = report;
  const isInTurn = state === "ready" || state === "blocked";
  const next = (state === "blocked" && group?.next) || job;
  if (group && (isInTurn || job.isLimited)) {
    const { paused, pausedUntil, held, concurrency } = group.group;
    if (paused) return { limit: "group_pause", ...(pausedUntil !== undefined && { until: pausedUntil }) };
    const until = findEndOfGroupRate(group, next, now);
    const byRate = until === undefined ? undefined : ({ limit: "group_rate", until } as const);
    if (byRate && job.isLimited) return byRate;
    if (concurrency !== undefined && held >= concurrency) {
      const full = held === group.holders.length ? { since: Math.max(...group.holders.map(({ since }) => since)) } : {};
      return {
        limit: group.isOrdered ? "group_order" : "group_concurrency",
        ...full,
        holders: group.holders.map(({ id }) => id),
      };
    }
    if (byRate) return byRate;
  }
  if (queue && isInTurn) {
    const { concurrency = Number.POSITIVE_INFINITY, leased, rate, tat } = queue;
    if (leased >= concurrency) return { limit: "queue_concurrency" };
    const until = rate ? startTimeOf(rate, { tat, cost: next.cost }) : now;
    if (until > now) return { limit: "queue_rate", until };
  }
  return undefined;
}

/** Returns the time until which the rate of a group lets its next job not start; undefined if it may start now. */
function findEndOfGroupRate({ group: { rate }, tat }: GroupReport, next: NextJob, now: number): number | undefined {
  if (!rate) return undefined;
  const { cost, isLimited, dueAt = 0 } = next;
  const until = isLimited && dueAt > now ? dueAt : startTimeOf(rate, { tat, cost });
  return until > now ? until : undefined;
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
