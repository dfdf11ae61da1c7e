// Schedules as the API returns them, and the outbox.
import { formatDuration, formatExact } from "./format.ts";

/** A run of a schedule. */
export interface ScheduleRun {
  slot: number;
  reason: "due" | "caughtUp" | "triggered" | "backfilled";
  /** The id of its job. */
  job: string;
  firedAt: number;
  /** The ending of its job; missing while it waits or is leased. */
  outcome?: string;
  endedAt?: number;
}

/** A schedule of a queue. */
export interface Schedule {
  id: string;
  times: { cron?: string; tz?: string; every?: number; at?: number; start?: number; end?: number };
  overlap: string;
  catchUp: number;
  jitter: number;
  limit?: number;
  nextSlots: number[];
  /** The slot that waits for the end of a run. */
  buffered?: number;
  paused: boolean;
  pausedAt?: number;
  note?: string;
  ended: boolean;
  runs: number;
  missed: number;
  skipped: number;
  lateness: number;
  lastRuns: ScheduleRun[];
}

/** A page of schedules. */
export interface SchedulePage {
  schedules: Schedule[];
  total: number;
  cursor?: string;
}

/** A page of follow-ups that other queues have not received. */
export interface OutboxPage {
  jobs: { id: string; queue: string; since: number }[];
  total: number;
  cursor?: string;
}

/** The words for the reasons of runs. */
export const REASONS: Record<ScheduleRun["reason"], string> = {
  due: "due",
  caughtUp: "caught up",
  triggered: "triggered",
  backfilled: "backfilled",
};

/** Formats the times of a schedule, such as "0 9 * * 1-5 Europe/Berlin" or "every 15 min". */
export function formatTimes({ cron, tz, every, at = 0 }: Schedule["times"]): string {
  if (cron !== undefined) return `${cron} ${tz}`;
  return every === undefined ? `at ${formatExact(at)}` : `every ${formatDuration(every)}`;
}
