// The counts of a queue: jobs in each state, and totals.
import { badReplyError, readHeader } from "../../engine/call.ts";
import type { JobState } from "../../engine/keys.ts";
import { counts as countsScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { timeOfTick } from "../jobs/stored/record.ts";
import { type Latency, parseLatencies } from "./latency.ts";

/** The names of the totals. */
export const TOTALS = [
  "enqueued",
  "duplicates",
  "leased",
  "completed",
  "retried",
  "failed",
  "released",
  "reclaimed",
  "expired",
  "cancelled",
  "purged",
  "redriven",
  "replayed",
  "stale",
] as const;

/** Totals since the queue was created. */
export type Totals = Record<(typeof TOTALS)[number], number>;

/** The numbers of the groups of a queue. */
export interface GroupCounts {
  /** The groups with jobs that are leased, next in line or blocked, or with tokens spent. */
  active: number;
  /** The groups with blocked jobs, and those that have had some and no free slot since. */
  blocked: number;
  /** The groups that are paused; of a queue with more than 1,000 groups that have limits of their own, about the first 1,000. */
  paused: number;
  /**
   * The time in ms for which the group that has had blocked jobs for longest has had some. It may have run jobs meanwhile, and it may
   * wait for its turn as well as for a limit. Undefined if no job is blocked.
   */
  longestBlocked: number | undefined;
}

/** The follow-ups that wait for other queues to receive them. */
export interface OutboxCounts {
  waiting: number;
  /** The time in ms for which the first of them has waited. */
  longest: number;
}

/** The slots of the schedules of a queue, since its creation. */
export interface ScheduleCounts {
  /** The slots that have become jobs, without runs by `trigger` and `backfill`. */
  fired: number;
  /** The slots that passed unnoticed for longer than `catchUp`, or were too many to catch up. */
  missed: number;
  /** The slots that were skipped because a run had not ended. */
  skipped: number;
  /** The lateness of the last ones that were fired, in ms. */
  lateness: number;
}

/** The number of jobs in each state, the state of the queue, and totals. */
export type Counts = Record<JobState, number> & {
  workers: number;
  paused: boolean;
  /** The time in ms for which the next ready job has been ready. */
  oldestReadyAge: number | undefined;
  /** The number of due delayed jobs, and of expired leases, that no lease or clean has moved yet. */
  overdue: { delayed: number; leased: number };
  /** The times from ready to leased. The leases of jobs whose earlier lease expired are not counted. */
  waits: Latency;
  /** The times from leased to completed, retried or failed. */
  runTimes: Latency;
  totals: Totals;
  /** The groups; missing for a queue that has never had groups or limits. */
  groups?: GroupCounts;
  /** The slots of its schedules; missing for a queue that has never had any. */
  schedules?: ScheduleCounts;
  /** The follow-ups that wait for other queues to receive them; missing if there are none. */
  outbox?: OutboxCounts;
};

// The totals that change most are in the head of the queue; the others are fields of their own.
const HEAD_TOTALS = ["enqueued", "leased", "completed"] as const;
const FIELD_TOTALS = TOTALS.filter((total) => !HEAD_TOTALS.some((name) => name === total));
// The numbers of schedules, and their fields. A queue without schedules has none of these fields.
const SLOT_FIELDS = ["firedSlots", "missedSlots", "skippedSlots", "lateness"] as const;
const FIELD_NAMES = [...FIELD_TOTALS, ...SLOT_FIELDS];
const COUNTS = /^\d+( \d+){7} (\d+|-)$/;
const HEAD = /^-[a-z]*( \d+){3}$/;
const OVERDUE = /^\d+ \d+$/;
const OUTBOX = /^-(\d+) (\d+)$/;
const GROUPS = /^\d+ \d+ \d+ (\d+|-)$/;
const FIELDS = new RegExp(`^\\d+( \\d+){${FIELD_NAMES.length - 1}}$`);

/** Resolves with the number of jobs in each state, and totals. */
export async function readCounts<T>(context: QueueContext<T>): Promise<Counts> {
  const reply = await context.call(countsScript, { names: FIELD_NAMES });
  const header = readHeader(reply, COUNTS);
  const [, head = "", fields = "", overdue = "", latencyText = "", ...others] = reply.values;
  const [, waiting, firstTick] = OUTBOX.exec(others.at(-1) ?? "") ?? [];
  const [groupText] = waiting === undefined ? others : others.slice(0, -1);
  const latencies = latencyText.startsWith("-") ? parseLatencies(latencyText.slice(1)) : undefined;
  if (!HEAD.test(head) || !FIELDS.test(fields) || !OVERDUE.test(overdue) || !latencies) throw badReplyError(reply);
  if (groupText !== undefined && !GROUPS.test(groupText)) throw badReplyError(reply);
  const [delayedOverdue = 0, leasedOverdue = 0] = overdue.split(" ").map(Number);
  const [now = 0, ready = 0, delayed = 0, blocked = 0, leased = 0, failed = 0, done = 0, workers = 0, since] = header
    .split(" ")
    .map(Number);
  const [flags = "", ...headValues] = head.split(" ");
  const values = [...headValues, ...fields.split(" ")].map(Number);
  const [fired = 0, missed = 0, skipped = 0, lateness = 0] = values.slice(-SLOT_FIELDS.length);
  const totals = new Map([...HEAD_TOTALS, ...FIELD_TOTALS].map((name, i) => [name, values[i]]));
  return {
    ready,
    delayed,
    blocked,
    leased,
    failed,
    done,
    workers,
    paused: flags.includes("p"),
    oldestReadyAge: since ? Math.max(0, now - since) : undefined,
    overdue: { delayed: delayedOverdue, leased: leasedOverdue },
    ...latencies,
    totals: Object.fromEntries(TOTALS.map((name) => [name, totals.get(name)])) as Totals,
    ...(flags.includes("c") && { schedules: { fired, missed, skipped, lateness } }),
    ...(groupText !== undefined && { groups: readGroupCounts(groupText, now) }),
    ...(waiting !== undefined && {
      outbox: { waiting: Number(waiting), longest: Math.max(0, now - timeOfTick(Number(firstTick))) },
    }),
  };
}

/** Reads the numbers of groups: "active blocked paused since". */
function readGroupCounts(text: string, now: number): GroupCounts {
  const [active = 0, blocked = 0, paused = 0, since = Number.NaN] = text.split(" ").map(Number);
  return { active, blocked, paused, longestBlocked: Number.isNaN(since) ? undefined : Math.max(0, now - since) };
}
