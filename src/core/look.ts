// One job as it is stored: its record, its run, where it stands, and how it ended.
import { headerOf } from "./call.ts";
import type { Context } from "./context.ts";
import { STATES, type State } from "./keys.ts";
import { checkId } from "./limits.ts";
import { present } from "./present.ts";
import { type JobError, readEnd, readRecord, readRun, type StoredEnd } from "./record.ts";
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
  seen: boolean;
  place: number | undefined;
  /** How often it was given back unused. */
  released: number;
  info: JobInfo<T> | undefined;
  end: StoredEnd | undefined;
}

const HEADER = /^\d+ \d( (-|[\d.e+-]+)){5} (-|\d+) \d$/;

/** Everything about a job, in one request. */
export async function look<T>(context: Context<unknown, T>, id: string): Promise<Looked<T>> {
  const reply = await context.call(getScript, { id: checkId(id) }, { ids: [id] });
  const [, record = "", run = "", ended = ""] = reply.rest;
  const [now, paused, ...fields] = headerOf(reply, HEADER).split(" ");
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
    maxAttempts: stored.maxAttempts ?? ran?.maxAttempts ?? context.maxAttempts,
    errors: ran?.errors ?? [],
    ...present({
      expiresAt: stored.expiresAt,
      dueAt: state === "delayed" ? Math.floor(score) : undefined,
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
