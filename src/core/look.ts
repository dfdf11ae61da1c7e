// Reading one stored job: its record, its run, its position and its ending.
import { headerOf } from "./call.ts";
import type { Context } from "./context.ts";
import { type JobState, STATES } from "./keys.ts";
import { checkId } from "./limits.ts";
import { present } from "./present.ts";
import {
  type JobError,
  type Progress,
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
  state: JobState;
  /** Undefined when the payload cannot be decoded. */
  data: T | undefined;
  priority: number;
  enqueuedAt: number;
  expiresAt?: number;
  /** The number of its leases since it was enqueued or redriven. */
  attempt: number;
  maxAttempts: number;
  /** The time when a delayed job becomes ready. */
  dueAt?: number;
  leasedUntil?: number;
  /** Its holder, or its last one. */
  worker?: string;
  progress?: Progress;
  /** The time when it failed or was done. */
  endedAt?: number;
  /** Its last errors, oldest first. */
  errors: JobError[];
}

/** A snapshot of one job, read by one script. */
export interface Looked<T> {
  now: number;
  paused: boolean;
  /** The time until which its id is remembered. */
  seenUntil: number | undefined;
  place: number | undefined;
  /** The number of attempts that were given back unused. */
  released: number;
  /** The number of retries that used up no attempt. */
  postponed: number;
  /** The number of releases after it had begun. */
  unfinished: number;
  /** False before the first lease of a large job, whose record is not read to find its own `maxAttempts`. */
  isLimitKnown: boolean;
  info: JobInfo<T> | undefined;
  /** The last ending of a job with this id that is gone. */
  end: StoredEnd | undefined;
  result: StoredResult | undefined;
}

const HEADER = /^\d+ -[a-z]*( (-|[\d.e+-]+)){5} (-|\d+) (-|\d+)$/;

/**
 * Reads a job in one request: its record (`payload`), the head of its record (`head`) and its result (`result`) only
 * where asked for.
 */
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
    postponed: ran?.postponed ?? 0,
    unfinished: ran?.unfinished ?? 0,
    isLimitKnown: record !== "" || (ran?.maxAttempts ?? 0) > 0,
    info: state && jobInfo(context, id, state, Number(fields[index]), record, run),
    end: readEnd(reply.rest[1] ?? ""),
    result: readResult(kept),
  };
}

/** Returns a job from its stored record and run. */
export function jobInfo<T>(
  context: Context<unknown, T>,
  id: string,
  state: JobState,
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
