// The numbers of a queue: jobs by state, and totals.
import { badReplyError, readHeader } from "../../engine/call.ts";
import type { JobState } from "../../engine/keys.ts";
import { counts as countsScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

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

/** The number of jobs in each state, and totals. */
export type Counts = Record<JobState, number> & {
  workers: number;
  paused: boolean;
  /** The age in ms of the next ready job, counted from the time it became ready. */
  oldestReadyAge: number | undefined;
  totals: Totals;
};

/** The totals that change most are fields of the queue's head. */
const IN_HEAD = ["enqueued", "leased", "completed"] as const;
const BESIDE = TOTALS.filter((total) => !IN_HEAD.some((name) => name === total));
const COUNTS = /^\d+( \d+){6} (\d+|-)$/;
const HEAD = /^-[a-z]*( \d+){3}$/;
const COUNTED = new RegExp(`^\\d+( \\d+){${BESIDE.length - 1}}$`);

/** Returns the number of jobs in each state, and totals. */
export async function counts<T>(context: QueueContext<T>): Promise<Counts> {
  const reply = await context.call(countsScript, { names: BESIDE });
  const header = readHeader(reply, COUNTS);
  const [, head = "", beside = ""] = reply.values;
  if (!HEAD.test(head) || !COUNTED.test(beside)) throw badReplyError(reply);
  const [now = 0, ready = 0, delayed = 0, leased = 0, failed = 0, done = 0, workers = 0, since] = header
    .split(" ")
    .map(Number);
  const [flags = "", ...inHead] = head.split(" ");
  const values = new Map<string, string>();
  for (const [i, value] of inHead.entries()) values.set(IN_HEAD[i] as string, value);
  for (const [i, value] of beside.split(" ").entries()) values.set(BESIDE[i] as string, value);
  return {
    ready,
    delayed,
    leased,
    failed,
    done,
    workers,
    paused: flags.includes("p"),
    oldestReadyAge: since ? Math.max(0, now - since) : undefined,
    totals: Object.fromEntries(TOTALS.map((name) => [name, Number(values.get(name) ?? 0)])) as Totals,
  };
}
