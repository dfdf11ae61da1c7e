// Looking at a queue without changing it: one job, many, counts, workers, and why a job is not running.
import { headerOf } from "./call.ts";
import type { Context } from "./context.ts";
import { type Duration, milliseconds } from "./duration.ts";
import { LeaseholdError } from "./errors.ts";
import { STATES, type State } from "./keys.ts";
import { checkCount, checkId, checkOptions, checkWhole, invalid } from "./limits.ts";
import { type JobError, readEnd, readRecord, readRun, type StoredEnd } from "./record.ts";
import {
  counts as countsScript,
  get as getScript,
  list as listScript,
  workers as workersScript,
} from "./scripts.gen.ts";

/** A job as it is stored. */
export interface JobInfo<T> {
  id: string;
  state: State;
  /** Undefined when the payload cannot be decoded. */
  data: T | undefined;
  priority: number;
  enqueuedAt: number;
  expiresAt?: number;
  /** How often it was leased. */
  attempt: number;
  maxAttempts: number;
  /** When it becomes ready, if it is delayed. */
  dueAt?: number;
  leasedUntil?: number;
  /** Who holds it, or held it last. */
  worker?: string;
  progress?: { fraction: number; note?: string };
  /** When it failed or was done. */
  endedAt?: number;
  /** Its last errors, oldest first. */
  errors: JobError[];
}

/** All that one script tells of a job. */
interface Looked<T> {
  now: number;
  paused: boolean;
  seen: boolean;
  place: number | undefined;
  /** How often it was given back unused. */
  released: number;
  info: JobInfo<T> | undefined;
  end: StoredEnd | undefined;
}

async function look<T>(context: Context<unknown, T>, id: string): Promise<Looked<T>> {
  const reply = await context.call(getScript, { clock: context.clock(), id: checkId(id) }, { ids: [id] });
  const [, record = "", run = "", ended = ""] = reply.rest;
  const [now, paused, ...fields] = headerOf(getScript, reply).split(" ");
  const place = fields[STATES.length];
  const index = STATES.findIndex((_, i) => fields[i] !== "-");
  const state = STATES[index];
  return {
    now: Number(now),
    paused: paused === "1",
    seen: fields[STATES.length + 1] === "1",
    place: place === undefined || place === "-" ? undefined : Number(place),
    released: readRun(run)?.released ?? 0,
    info: state && record ? jobInfo(context, id, state, Number(fields[index]), record, run) : undefined,
    end: readEnd(ended),
  };
}

function jobInfo<T>(
  context: Context<unknown, T>,
  id: string,
  state: State,
  score: number,
  record: string,
  run: string,
): JobInfo<T> {
  const stored = readRecordOr(record);
  const ran = readRun(run);
  return {
    id,
    state,
    data: decodeOr(context, stored.payload),
    priority: stored.priority,
    enqueuedAt: stored.enqueuedAt,
    attempt: ran?.attempt ?? 0,
    maxAttempts: stored.maxAttempts ?? ran?.maxAttempts ?? context.maxAttempts,
    errors: ran?.errors ?? [],
    ...(stored.expiresAt === undefined ? {} : { expiresAt: stored.expiresAt }),
    ...(state === "delayed" ? { dueAt: Math.floor(score) } : {}),
    ...(state === "leased" ? { leasedUntil: score } : {}),
    ...(state === "failed" || state === "done" ? { endedAt: score } : {}),
    ...(ran?.worker ? { worker: ran.worker } : {}),
    ...(ran?.progress ? { progress: ran.progress } : {}),
  };
}

function readRecordOr(record: string) {
  try {
    return readRecord(record);
  } catch {
    return { enqueuedAt: 0, priority: 5, payload: undefined, expiresAt: undefined, maxAttempts: undefined };
  }
}

function decodeOr<T>(context: Context<unknown, T>, payload: string | undefined): T | undefined {
  try {
    return payload === undefined ? undefined : context.codec.decode(payload);
  } catch {
    return undefined;
  }
}

export async function get<T>(context: Context<unknown, T>, id: string): Promise<JobInfo<T> | undefined> {
  return (await look(context, id)).info;
}

/** A result, once the job is done and for as long as results are kept. */
export async function result<T>(context: Context<T>, id: string): Promise<unknown> {
  const { end } = await look(context, id);
  return end?.state === "done" && end.result ? JSON.parse(end.result) : undefined;
}

/** How waiting for a job came out. */
export type Outcome =
  | { state: "done"; result: unknown }
  | { state: "failed"; errors: JobError[] }
  | { state: "cancelled" | "unknown" | "timeout" };

/** Waits until a job has ended. Asks again after 50 ms, then less and less often, up to once a second. */
export async function wait<T>(context: Context<T>, id: string, options: { timeout?: Duration } = {}): Promise<Outcome> {
  const { timeout = "20s" } = checkOptions(options);
  const deadline = Date.now() + milliseconds(timeout, "timeout", 0, 3_600_000);
  let wasThere = false;
  for (let pause = 50; ; pause = Math.min(pause * 1.5, 1_000)) {
    const { info, end } = await look(context, id);
    if (info?.state === "failed") return { state: "failed", errors: info.errors };
    // An end is of this job only if the job has ended: its id may have been enqueued again since.
    const ended = info ? info.state : end?.state;
    if (ended === "done") return { state: "done", result: end?.result ? JSON.parse(end.result) : undefined };
    if (ended === "cancelled") return { state: "cancelled" };
    // A job that was completed without a result, and is not kept, leaves nothing behind.
    if (!info) return wasThere ? { state: "done", result: undefined } : { state: "unknown" };
    wasThere = true;
    const left = deadline - Date.now();
    if (left <= 0) return { state: "timeout" };
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)));
  }
}

/** Why a job is not running, in a word for programs and a sentence for people. */
export interface Explanation {
  id: string;
  state: State | "cancelled" | "seen" | "unknown";
  /** One sentence. */
  why: string;
  paused: boolean;
  /** How many ready jobs are before it. */
  place?: number;
  dueAt?: number;
  worker?: string;
  leasedUntil?: number;
  attemptsLeft?: number;
  endedAt?: number;
  lastError?: JobError;
}

export async function explain<T>(context: Context<T>, id: string): Promise<Explanation> {
  const looked = await look(context, id);
  const { info, end, paused, place, seen, now, released } = looked;
  if (!info) return { id, paused, ...explainAbsent(end, seen) };
  const lastError = info.errors.at(-1);
  return {
    id,
    state: info.state,
    why: whyNot(looked, info, now),
    paused,
    attemptsLeft: Math.max(0, info.maxAttempts - info.attempt + released),
    ...(place === undefined ? {} : { place }),
    ...(info.dueAt === undefined ? {} : { dueAt: info.dueAt }),
    ...(info.leasedUntil === undefined ? {} : { leasedUntil: info.leasedUntil }),
    ...(info.worker === undefined ? {} : { worker: info.worker }),
    ...(info.endedAt === undefined ? {} : { endedAt: info.endedAt }),
    ...(lastError ? { lastError } : {}),
  };
}

function explainAbsent(end: StoredEnd | undefined, seen: boolean): Pick<Explanation, "state" | "why" | "endedAt"> {
  if (end) return { state: end.state, why: `It was ${end.state} at ${iso(end.at)}.`, endedAt: end.at };
  if (seen)
    return { state: "seen", why: "It is gone; its id is remembered, so the same id enqueued again creates nothing." };
  return {
    state: "unknown",
    why: "No job has this id: it was never enqueued here, or it is gone and left nothing behind.",
  };
}

function whyNot<T>({ paused, place, released }: Looked<T>, info: JobInfo<T>, now: number): string {
  switch (info.state) {
    case "ready":
      if (paused) return "The queue is paused.";
      return place === 0 ? "It is next; nobody has leased it yet." : `It is ready, with ${place} jobs before it.`;
    case "delayed":
      return `It is delayed until ${iso(info.dueAt ?? 0)}.`;
    case "leased": {
      const holder = info.worker ? `worker ${info.worker}` : "a worker without a name";
      const until = info.leasedUntil ?? 0;
      return until > now
        ? `It is running: ${holder} holds it until ${iso(until)}.`
        : `${holder} held it until ${iso(until)}; the next lease or clean brings it back.`;
    }
    case "failed":
      return `It failed at ${iso(info.endedAt ?? 0)}, after ${info.attempt - released} of ${info.maxAttempts} attempts; redrive tries it again.`;
    case "done":
      return `It was done at ${iso(info.endedAt ?? 0)}.`;
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
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

export async function counts<T>(context: Context<T>): Promise<Counts> {
  const reply = await context.call(countsScript, { clock: context.clock(), names: TOTALS });
  const header = headerOf(countsScript, reply);
  const totals = reply.rest[1] ?? "";
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
  const args = { clock: context.clock(), offset: cursor, limit: checkCount(limit, "limit") };
  const reply = await context.call(listScript, args, { state });
  const [, ...entries] = reply.rest;
  const total = Number(headerOf(listScript, reply).split(" ")[1]);
  const jobs: JobInfo<T>[] = [];
  for (let i = 0; i + 2 < entries.length + 0.5; i += 3) {
    const [, score, id] = /^(\S+) (.+)$/s.exec(entries[i] ?? "") ?? [];
    if (id === undefined) throw new LeaseholdError("bad_reply", "list: a job without an id");
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
    const reply = await context.call(workersScript, { clock: context.clock(), offset, limit });
    const [, ...entries] = reply.rest;
    offset = headerOf(workersScript, reply).split(" ")[1] ?? "-";
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
