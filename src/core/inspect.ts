// Looking at a queue without changing it: one job, many, counts, workers.
import { badReply, headerOf } from "./call.ts";
import type { Context } from "./context.ts";
import { STATES, type State } from "./keys.ts";
import { checkCount, checkOptions, checkWhole, invalid } from "./limits.ts";
import { type JobInfo, jobInfo, look } from "./look.ts";
import { counts as countsScript, list as listScript, workers as workersScript } from "./scripts.gen.ts";

export async function get<T>(context: Context<unknown, T>, id: string): Promise<JobInfo<T> | undefined> {
  return (await look(context, id)).info;
}

const TOTALS = [
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

/** How many of each since the queue was made. */
export type Totals = Record<(typeof TOTALS)[number], number>;

/** How many jobs are where. */
export type Counts = Record<State, number> & {
  workers: number;
  paused: boolean;
  /** How long the job that is next has waited since it was enqueued, in ms. */
  oldestReadyAge: number | undefined;
  totals: Totals;
};

const COUNTS = /^\d+( \d+){6} (\d+|-) \d$/;
const COUNTED = new RegExp(`^\\d+( \\d+){${TOTALS.length - 1}}$`);

export async function counts<T>(context: Context<T>): Promise<Counts> {
  const reply = await context.call(countsScript, { names: TOTALS });
  const header = headerOf(reply, COUNTS);
  const totals = reply.rest[1] ?? "";
  if (!COUNTED.test(totals)) throw badReply(reply);
  const [now = 0, ready = 0, delayed = 0, leased = 0, failed = 0, done = 0, workers = 0, oldest, paused] = header
    .split(" ")
    .map(Number);
  const values = totals.split(" ").map(Number);
  return {
    ready,
    delayed,
    leased,
    failed,
    done,
    workers,
    paused: paused === 1,
    oldestReadyAge: oldest ? Math.max(0, now - oldest) : undefined,
    totals: Object.fromEntries(TOTALS.map((name, i) => [name, values[i] ?? 0])) as Totals,
  };
}

/** A page of jobs; `cursor` is undefined on the last one. */
export interface Page<T> {
  jobs: JobInfo<T>[];
  total: number;
  cursor: string | undefined;
}

export async function list<T>(
  context: Context<unknown, T>,
  state: State,
  options: { cursor?: string; limit?: number } = {},
): Promise<Page<T>> {
  const { cursor = "0", limit = 50 } = checkOptions(options);
  if (!STATES.includes(state)) throw invalid(`a state is one of ${STATES.join(", ")}`);
  if (typeof cursor !== "string" || !/^\d{1,12}$/.test(cursor))
    throw invalid("cursor must be the one that the page before gave");
  const reply = await context.call(listScript, { offset: cursor, limit: checkCount(limit, "limit") }, { state });
  const [, ...entries] = reply.rest;
  const total = Number(headerOf(reply, /^\d+ \d+$/).split(" ")[1]);
  const jobs: JobInfo<T>[] = [];
  for (let i = 0; i < entries.length; i += 3) {
    const [, score, id] = /^([\d.e+-]+) (.+)$/s.exec(entries[i] ?? "") ?? [];
    if (id === undefined) throw badReply(reply);
    jobs.push(jobInfo(context, id, state, Number(score), entries[i + 1] ?? "", entries[i + 2] ?? ""));
  }
  const next = Number(cursor) + jobs.length;
  return { jobs, total, cursor: jobs.length > 0 && next < total ? String(next) : undefined };
}

/** A worker that leased something. */
export interface WorkerInfo {
  worker: string;
  /** When it last leased or extended; undefined when that was too long ago, though it still holds jobs. */
  lastSeen: number | undefined;
  busy: boolean;
  holds: { id: string; fence: number; leasedUntil: number }[];
}

/** Everybody who was seen, and what each holds. Reads the leased jobs a thousand at a time. */
export async function workers<T>(context: Context<T>, slice = 1_000): Promise<WorkerInfo[]> {
  const limit = checkWhole(slice, "slice", 1, 1_000);
  const found = new Map<string, WorkerInfo>();
  const of = (worker: string): WorkerInfo => {
    const known = found.get(worker) ?? { worker, lastSeen: undefined, busy: false, holds: [] };
    found.set(worker, known);
    return known;
  };
  for (let offset = "0"; offset !== "-"; ) {
    const reply = await context.call(workersScript, { offset, limit });
    const [, ...entries] = reply.rest;
    const next = headerOf(reply, /^\d+ (\d+|-)$/).split(" ")[1] ?? "-";
    if (Number(next) <= Number(offset)) throw badReply(reply);
    offset = next;
    for (const entry of entries) {
      const [, seen, name] = /^W (\d+) (.*)$/s.exec(entry) ?? [];
      if (name !== undefined) of(name).lastSeen = Number(seen);
      const [, ends, fence, id, holder] = /^H (\d+) (\d+) ([^\n]+)\n(.*)$/s.exec(entry) ?? [];
      if (id === undefined || !holder) continue;
      const info = of(holder);
      info.busy = true;
      info.holds.push({ id, fence: Number(fence), leasedUntil: Number(ends) });
    }
  }
  return [...found.values()].sort((a, b) => (a.worker < b.worker ? -1 : 1));
}
