// Reading a queue without changing it: one job, many jobs, counts, workers.
import { badReply, headerOf } from "./call.ts";
import type { Context } from "./context.ts";
import { type JobState, STATES } from "./keys.ts";
import { checkCount, checkOptions, checkWhole, invalid } from "./limits.ts";
import { type JobInfo, jobInfo, look } from "./look.ts";
import { counts as countsScript, list as listScript, workers as workersScript } from "./scripts.gen.ts";

/** Returns a job as it is stored, or undefined. */
export async function get<T>(context: Context<unknown, T>, id: string): Promise<JobInfo<T> | undefined> {
  return (await look(context, id, { payload: true })).info;
}

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
export async function counts<T>(context: Context<T>): Promise<Counts> {
  const reply = await context.call(countsScript, { names: BESIDE });
  const header = headerOf(reply, COUNTS);
  const [, head = "", beside = ""] = reply.rest;
  if (!HEAD.test(head) || !COUNTED.test(beside)) throw badReply(reply);
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

/** A page of jobs; `cursor` is undefined on the last one. */
export interface Page<T> {
  jobs: JobInfo<T>[];
  total: number;
  cursor: string | undefined;
}

/** Lists the jobs of a state, a page at a time. */
export async function list<T>(
  context: Context<unknown, T>,
  state: JobState,
  options: { cursor?: string; limit?: number } = {},
): Promise<Page<T>> {
  const { cursor = "0", limit = 50 } = checkOptions(options, "options", "cursor limit");
  if (!STATES.includes(state)) throw invalid(`a state is one of ${STATES.join(", ")}`);
  if (typeof cursor !== "string" || !/^\d{1,12}$/.test(cursor))
    throw invalid("cursor must be the one that the page before gave");
  const reply = await context.call(listScript, { from: cursor, limit: checkCount(limit, "limit") }, { state });
  const { records } = reply;
  const total = Number(headerOf(reply, /^\d+ \d+$/).split(" ")[1]);
  const entries = reply.rest.slice(1, reply.rest.length - records.length);
  if (records.length !== entries.length * 2) throw badReply(reply);
  const jobs = entries.map((entry, i): JobInfo<T> => {
    const [, score, id] = /^([\d.e+-]+) (.+)$/s.exec(entry) ?? [];
    if (id === undefined) throw badReply(reply);
    return jobInfo(context, id, state, Number(score), records[i * 2] ?? "", records[i * 2 + 1] ?? "");
  });
  const next = Number(cursor) + jobs.length;
  return { jobs, total, cursor: jobs.length > 0 && next < total ? String(next) : undefined };
}

/** A worker that has leased jobs. */
export interface WorkerInfo {
  worker: string;
  /** The time of its last lease or extension; undefined where that is no longer noted but the worker holds jobs. */
  lastSeen: number | undefined;
  busy: boolean;
  holds: { id: string; fence: number; leasedUntil: number }[];
}

/** Lists the workers that were seen or hold jobs, reading `slice` leased jobs at a time, in at most `slices` requests. */
export async function workers<T>(context: Context<T>, slice = 1_000, slices = 1_000_000): Promise<WorkerInfo[]> {
  const limit = checkWhole(slice, "slice", 1, 1_000);
  const found = new Map<string, WorkerInfo>();
  const of = (worker: string): WorkerInfo => {
    const known = found.get(worker) ?? { worker, lastSeen: undefined, busy: false, holds: [] };
    found.set(worker, known);
    return known;
  };
  for (let offset = "0", read = 0; offset !== "-" && read < slices; read++) {
    const reply = await context.call(workersScript, { from: offset, limit });
    const [, ...entries] = reply.rest;
    const next = headerOf(reply, /^\d+ (\d+|-)$/).split(" ")[1] ?? "-";
    if (Number(next) <= Number(offset)) throw badReply(reply);
    offset = next;
    for (const [i, entry] of entries.entries()) {
      const [, seen, name] = /^W (\d+) (.*)$/s.exec(entry) ?? [];
      if (name !== undefined) of(name).lastSeen = Number(seen);
      const [, ends, fence, id] = /^H (\d+) (\d+) (.+)$/s.exec(entry) ?? [];
      // The next line names the holder, after a dash.
      const holder = entries[i + 1]?.slice(1);
      if (id === undefined || !holder) continue;
      const info = of(holder);
      info.busy = true;
      info.holds.push({ id, fence: Number(fence), leasedUntil: Number(ends) });
    }
  }
  return [...found.values()].sort((a, b) => (a.worker < b.worker ? -1 : 1));
}
