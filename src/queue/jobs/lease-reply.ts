// Reads the reply of a turn: the letters of the settled items, and the leased jobs with their payloads decoded.

import { LeaseholdError } from "../../base/errors.ts";
import { NEVER } from "../../base/monotonic.ts";
import { validatePayload } from "../../base/schema.ts";
import { badReplyError, type Reply } from "../../engine/call.ts";
import { held } from "../../engine/scripts.gen.ts";
import { Job, type JobRef } from "./job.ts";
import { WAITING_TIME } from "./options/waiting.ts";
import type { QueueContext } from "./queue-context.ts";
import { settle } from "./settle.ts";
import { formatReference, type SettleItem } from "./settle-items.ts";
import { type LeasedHead, parseHead } from "./stored/head.ts";
import { readRecord, type StoredRecord } from "./stored/record.ts";
import type { TurnRequest } from "./turn.ts";

/** The leased jobs, and the time for the next lease. */
export interface LeaseResult<T> {
  jobs: Job<T>[];
  /** The time by Redis's clock. */
  now: number;
  /** True if more jobs are ready. */
  more: boolean;
  /** The time before which nothing becomes due; undefined for none. It may be the end of a lease that was settled early. */
  nextWakeAt: number | undefined;
  paused: boolean;
}

/** Returns the time in ms until something is due; NEVER if that is unknown. */
export function timeUntilDue(leased: Pick<LeaseResult<unknown>, "now" | "nextWakeAt"> | undefined): number {
  return leased?.nextWakeAt === undefined ? NEVER : leased.nextWakeAt - leased.now;
}

/** The reply of a turn before the payloads are decoded. */
export interface TurnReply extends Omit<LeaseResult<never>, "jobs"> {
  /** The letters of the settled items; "-" for none. */
  letters: string;
  refs: LeasedRef[];
  records: string[];
  /** The progress and the errors of earlier attempts, of the jobs that have any. */
  histories: string[];
  leasedUntil: number;
  worker: string;
  /** True if the queue has or had groups or limits, which may hold jobs back. */
  hasLimits: boolean;
  /** True if follow-ups wait in the outbox. */
  hasOutbox: boolean;
  /** True if slots of schedules were due, which the client has fired since. */
  wasSlotDue: boolean;
}

type LeasedRef = JobRef & LeasedHead;

// "now endsAt more due flags fence"; an absent time follows from the end of the leases.
const HEADER = /^(\d+|-) (\d+|-) ([01]) (\d+|-) -([a-z]*) (\d+|-)$/;

/** Reads the reply of a turn. If it is a remembered one, fetches the records of the jobs that are still held. */
export async function readTurnReply<T>(context: QueueContext<T>, reply: Reply, turn: TurnRequest): Promise<TurnReply> {
  const { duration, worker, items } = turn;
  const lines = reply.values.slice(0, reply.values.length - reply.records.length);
  const [letters = "", header = "", ...heads] = lines;
  const [, time, end, more, due, flags = "", firstFence] = HEADER.exec(header) ?? [];
  if (end === undefined || (letters === "-" ? 0 : letters.length) !== items.length) throw badReplyError(reply);
  const leasedUntil = Number(end);
  const now = time === "-" ? leasedUntil - duration : Number(time);
  let refs = heads.map((head, i): LeasedRef => ({ ...parseHead(head), fence: Number(firstFence) + i }));
  let { records } = reply;
  if (reply.status === "again") ({ refs, records } = await fetchHeldJobs(context, refs));
  const histories = records.splice(refs.length);
  const historyCount = refs.filter(({ hasHistory }) => hasHistory).length;
  if (records.length !== refs.length || histories.length !== historyCount) throw badReplyError(reply);
  const wakeAt = due === "-" || Number(due) >= WAITING_TIME ? undefined : Number(due);
  return {
    letters,
    refs,
    records,
    histories,
    leasedUntil,
    worker,
    now,
    more: more === "1",
    nextWakeAt: more === "1" ? now : wakeAt,
    paused: flags.includes("p"),
    hasLimits: flags.includes("g"),
    hasOutbox: flags.includes("q"),
    wasSlotDue: flags.includes("t"),
  };
}

/** Resolves with the jobs of a lease with a lost reply that are still held, and with their records. */
async function fetchHeldJobs<T>(context: QueueContext<T>, leased: LeasedRef[]) {
  // The script returns a history for each job, also on its first lease.
  const refs = leased.map((ref) => ({ ...ref, hasHistory: true }));
  if (refs.length === 0) return { refs, records: [] };
  const reply = await context.call(held, { items: refs.map(formatReference) });
  const flags = reply.values[0] ?? "";
  return { refs: refs.filter((_, i) => flags[i] === "1"), records: reply.records };
}

/** Decodes the payloads of a reply. */
export async function toLeaseResult<T>(context: QueueContext<T>, reply: TurnReply): Promise<LeaseResult<T>> {
  const { jobs, unreadable } = await decodeJobs(context, reply);
  // A payload that cannot be read never reaches a handler: its job fails with the reason. If Redis does not answer, such jobs
  // become ready when their leases expire. The others are leased in any case.
  if (unreadable.length > 0) await settle(context, unreadable).catch(() => {});
  const { now, more, nextWakeAt, paused } = reply;
  return { jobs, now, more, nextWakeAt, paused };
}

/** Resolves with the jobs whose payloads can be read, and with items that settle the others. */
async function decodeJobs<T>(
  context: QueueContext<T>,
  { refs, records, histories, leasedUntil, worker }: TurnReply,
): Promise<{ jobs: Job<T>[]; unreadable: SettleItem[] }> {
  const jobs: Job<T>[] = [];
  const unreadable: SettleItem[] = [];
  let next = 0;
  for (const [i, ref] of refs.entries()) {
    const history = ref.hasHistory ? histories[next++] : undefined;
    let decoded = decodeRecord(context, records[i] ?? "");
    if (context.schema && "data" in decoded) decoded = await validateData(context, decoded);
    if ("data" in decoded) {
      const { id, fence, attempt, group, cost } = ref;
      const { data, record } = decoded;
      jobs.push(new Job(context, { id, fence, attempt, group, cost, data, record, history, leasedUntil, worker }));
    } else {
      unreadable.push({ job: ref, ...decoded });
    }
  }
  return { jobs, unreadable };
}

/** A decoded payload with its record, or the action that settles a job whose payload cannot be read. */
type DecodedRecord<T> = { data: T; record: StoredRecord } | { action: "fail" | "retry"; error: unknown };

/** Decodes the payload of a record. A job whose payload cannot be decoded fails. */
function decodeRecord<T>(context: QueueContext<T>, stored: string): DecodedRecord<T> {
  try {
    const record = readRecord(stored);
    return { data: context.codec.decode(record.payload) as T, record };
  } catch {
    return { action: "fail", error: "the payload cannot be decoded" };
  }
}

/** Resolves with the schema's output as the data. A job whose payload the schema rejects fails. */
async function validateData<T>(
  context: QueueContext<T>,
  decoded: DecodedRecord<T> & { data: unknown },
): Promise<DecodedRecord<T>> {
  try {
    return {
      ...decoded,
      data: context.schema ? await validatePayload(context.schema, decoded.data) : (decoded.data as T),
    };
  } catch (error) {
    // An error of the schema itself, for example because its database is unreachable, says nothing about the payload.
    return { action: error instanceof LeaseholdError ? "fail" : "retry", error };
  }
}
