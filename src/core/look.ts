// One job as it is stored: its record, its run, where it stands, and how it ended.
import { headerOf } from "./call.ts";
import type { Context } from "./context.ts";
import { STATES, type State } from "./keys.ts";
import { checkId } from "./limits.ts";
import { present } from "./present.ts";
import {
  type JobError,
  readEnd,
  readRecord,
  readResult,
  readRun,
  type StoredEnd,
  type StoredResult,
  timeOfDue,
} from "./record.ts";
import { get as getScript } from "./scripts.gen.ts";

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
export interface Looked<T> {
  now: number;
  paused: boolean;
  /** Until when its id is remembered. */
  seenUntil: number | undefined;
  place: number | undefined;
  /** How often it was given back unused. */
  released: number;
  /** Whether its own `maxAttempts` is known: a large record is not read for that before the first lease. */
  isLimitKnown: boolean;
  info: JobInfo<T> | undefined;
  /** How the last job of this id ended that is gone. */
  end: StoredEnd | undefined;
  result: StoredResult | undefined;
}

const HEADER = /^\d+ -[a-z]*( (-|[\d.e+-]+)){5} (-|\d+) (-|\d+)$/;

/** Everything about a job, in one request; its record, the head of its record, and its result only where asked for. */
export async function look<T>(
  context: Context<unknown, T>,
  id: string,
  { payload = false, head = false, result = false }: { payload?: boolean; head?: boolean; result?: boolean } = {},
): Promise<Looked<T>> {
  const parts = `${payload ? "d" : ""}${head ? "h" : ""}${result ? "r" : ""}`;
  const reply = await context.call(getScript, { id: checkId(id), parts }, { id });
  const [now, flags = "", ...fields] = headerOf(reply, HEADER).split(" ");
  const [record = "", run = "", kept = ""] = reply.records;
  const [place, seen] = fields.slice(STATES.length);
  const index = STATES.findIndex((_, i) => fields[i] !== "-");
  const state = STATES[index];
  const numberOr = (field: string | undefined) => (field === undefined || field === "-" ? undefined : Number(field));
  const ran = readRun(run);
  return {
    now: Number(now),
    paused: flags.includes("p"),
    seenUntil: numberOr(seen),
    place: numberOr(place),
    released: ran?.released ?? 0,
    isLimitKnown: record !== "" || (ran?.maxAttempts ?? 0) > 0,
    info: state && jobInfo(context, id, state, Number(fields[index]), record, run),
    end: readEnd(reply.rest[1] ?? ""),
    result: readResult(kept),
  };
}

export function jobInfo<T>(
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
    maxAttempts: stored.maxAttempts ?? (ran?.maxAttempts || context.maxAttempts),
    errors: ran?.errors ?? [],
    ...present({
      expiresAt: stored.expiresAt,
      dueAt: state === "delayed" ? timeOfDue(score) : undefined,
      leasedUntil: state === "leased" ? score : undefined,
      endedAt: state === "failed" || state === "done" ? score : undefined,
      worker: ran?.worker || undefined,
      progress: ran?.progress,
    }),
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
