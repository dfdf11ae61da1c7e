// Leasing and settling, apart or in one request. A single script serves both.

import {
  toLeaseMilliseconds,
  validateBatch,
  validateCount,
  validateId,
  validateObject,
  validateOptions,
  validateWorkerName,
} from "../../base/arguments.ts";
import type { Duration } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { validatePayload } from "../../base/schema.ts";
import { batchOf } from "../../engine/batching.ts";
import { badReplyError, type Reply } from "../../engine/call.ts";
import { newRequest } from "../../engine/request.ts";
import { held } from "../../engine/scripts.gen.ts";
import type { Context } from "./context.ts";
import { Job, type JobRef } from "./job.ts";
import { readRecord, readSettled, type SettleResult, type StoredRecord } from "./record.ts";
import { settle } from "./settle.ts";
import { formatReference, prepareItems, type SettleItem } from "./settle-items.ts";
import { sendTurn, type Wanted } from "./turn.ts";

/** Options of a lease. */
export interface LeaseOptions {
  /** The most jobs to lease; 1 unless set. Fewer are leased where their payloads exceed 2 MB in total. */
  count?: number;
  /** The duration of the lease; the queue's own unless set. */
  for?: Duration;
  /** The name of the worker, for `workers()` and `failWorker()`. */
  worker?: string;
  /** A name for the request. The same idempotency key gets the first reply again. */
  idempotencyKey?: string;
}

/** The leased jobs, and when to ask again. */
export interface LeaseResult<T> {
  jobs: Job<T>[];
  /** The time by Redis's clock. */
  now: number;
  /** True where more jobs are ready. */
  more: boolean;
  /** The time before which nothing becomes due, which may be that of a lease that was settled early; undefined for none. */
  nextWakeAt: number | undefined;
  paused: boolean;
}

/** The items to settle and the jobs to lease in one request. */
export interface TurnOptions {
  settle?: readonly SettleItem[];
  /** Options of the lease; nothing is leased unless set. */
  lease?: Omit<LeaseOptions, "idempotencyKey"> | undefined;
  idempotencyKey?: string;
}

/** The outcome of each settled item, in order, and the leased jobs. */
export interface TurnResult<T> extends LeaseResult<T> {
  settled: SettleResult[];
}

/** Leases ready jobs. A call for one job, without an idempotency key, may share its request with others. */
export async function leaseShared<T>(context: Context<T>, options: LeaseOptions): Promise<LeaseResult<T>> {
  const { count, duration, worker } = validateLease(context, options);
  if (count > 1 || options.idempotencyKey !== undefined) return lease(context, options);
  const batch = batchOf(context, `lease ${duration} ${worker}`, ({ length }: 1[]) =>
    leaseEach(context, { count: length, duration, worker }),
  );
  return leasedFrom(context, await batch.add(1));
}

/** Leases ready jobs in a request of its own. */
export async function lease<T>(context: Context<T>, options: LeaseOptions = {}): Promise<LeaseResult<T>> {
  const { idempotencyKey, ...wanted } = validateObject(options, "options");
  const asked = { lease: wanted, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
  const { settled: _, ...leased } = await turn(context, asked, { operation: "lease" });
  return leased;
}

/** Leases a job for each of `count` calls. Those for whom the reply had no room are left to another request. */
async function leaseEach<T>(
  context: Context<T>,
  wanted: { count: number; duration: number; worker: string },
): Promise<Answer[]> {
  const answer = await send(context, { ...wanted, items: [], request: newRequest(context.keepRequests) });
  const { refs, records, more } = answer;
  const histories = answer.histories.values();
  return Array.from({ length: (more && refs.length) || wanted.count }, (_, i) => ({
    ...answer,
    refs: refs.slice(i, i + 1),
    records: records.slice(i, i + 1),
    histories: refs[i]?.hasHistory ? [histories.next().value ?? ""] : [],
  }));
}

/** Settles jobs and leases the next ones in one request. */
export async function turn<T>(
  context: Context<T>,
  options: TurnOptions,
  { operation = "turn" }: { operation?: "lease" | "turn" } = {},
): Promise<TurnResult<T>> {
  const { idempotencyKey, settle: items = [], lease } = validateOptions(options, "settle lease idempotencyKey");
  if (idempotencyKey !== undefined) validateId(idempotencyKey);
  validateBatch(items);
  const wanted = validateLease(context, lease);
  const prepared = prepareItems(context, items);
  const request = await context.request(idempotencyKey, [operation, wanted, prepared.map(({ content }) => content)]);
  return turnPrepared(context, { ...wanted, items: prepared, request });
}

/** Sends a turn of validated parts, for the first time or again. */
export async function turnPrepared<T>(context: Context<T>, wanted: Wanted): Promise<TurnResult<T>> {
  const answer = await send(context, wanted);
  const { letters } = answer;
  const settled = letters === "-" ? [] : readSettled(letters, wanted.items);
  return { settled, ...(await leasedFrom(context, answer)) };
}

const NAMES = new Set(["count", "for", "worker", "idempotencyKey"]);

/** Validates the options of a lease. */
function validateLease<T>(context: Context<T>, lease: LeaseOptions | undefined) {
  const {
    count = 1,
    for: length = context.lease,
    worker,
  } = lease === undefined ? {} : validateOptions(lease, NAMES, { label: "lease" });
  return {
    count: lease === undefined ? 0 : validateCount(count),
    duration: toLeaseMilliseconds(length, "for"),
    worker: validateWorkerName(worker),
  };
}

/** The answer to a turn before payloads are decoded. */
interface Answer extends Omit<LeaseResult<never>, "jobs"> {
  letters: string;
  refs: Ref[];
  records: string[];
  /** The progress and the errors of earlier attempts, of the jobs that have any. */
  histories: string[];
  held: { leasedUntil: number; worker: string };
}

function send<T>(context: Context<T>, wanted: Wanted): Promise<Answer> {
  return wanted.request.during(async () => readAnswer(context, await sendTurn(context, wanted), wanted));
}

// "now endsAt more due flags fence"; an absent time follows from the end of the leases.
const HEADER = /^(\d+|-) (\d+|-) ([01]) (\d+|-) -([a-z]*) (\d+|-)$/;
const NEVER = 9_999_999_999_999;

async function readAnswer<T>(context: Context<T>, reply: Reply, { duration, worker, items }: Wanted): Promise<Answer> {
  const lines = reply.values.slice(0, reply.values.length - reply.records.length);
  const [letters = "", header = "", ...heads] = lines;
  const [, told, until, more, due, flags = "", first] = HEADER.exec(header) ?? [];
  if (until === undefined || (letters === "-" ? 0 : letters.length) !== items.length) throw badReplyError(reply);
  const leasedUntil = Number(until);
  const now = told === "-" ? leasedUntil - duration : Number(told);
  let refs = heads.map((head, i) => readHead(head, Number(first) + i));
  let { records } = reply;
  if (reply.status === "again") ({ refs, records } = await fetchHeld(context, refs));
  const histories = records.splice(refs.length);
  if (records.length !== refs.length || histories.length !== refs.filter(hasHistory).length) throw badReplyError(reply);
  const wake = due === "-" || Number(due) >= NEVER ? undefined : Number(due);
  return {
    letters,
    refs,
    records,
    histories,
    held: { leasedUntil, worker },
    now,
    more: more === "1",
    nextWakeAt: more === "1" ? now : wake,
    paused: flags.includes("p"),
  };
}

/** Returns what an answer holds for its caller, with payloads decoded. */
async function leasedFrom<T>(context: Context<T>, answer: Answer): Promise<LeaseResult<T>> {
  const { jobs, broken } = await openAll(context, answer);
  // An unreadable payload never reaches a handler: its job fails, with the reason. If Redis does not answer, such jobs
  // become ready when their leases run out; the others are leased all the same.
  if (broken.length > 0) await settle(context, broken).catch(() => {});
  const { now, more, nextWakeAt, paused } = answer;
  return { jobs, now, more, nextWakeAt, paused };
}

type Ref = JobRef & { attempt: number; hasHistory: boolean };

function readHead(head: string, fence: number): Ref {
  const tab = head.indexOf("\t");
  return tab < 0
    ? { id: head, fence, attempt: 1, hasHistory: false }
    : { id: head.slice(tab + 1), fence, attempt: Number(head.slice(0, tab)), hasHistory: true };
}

const hasHistory = (ref: Ref): boolean => ref.hasHistory;

/** Returns the still held jobs of a lease whose reply was lost, with their records. */
async function fetchHeld<T>(context: Context<T>, asked: Ref[]) {
  // A job has a history here even where its first lease is told again.
  const refs = asked.map((ref) => ({ ...ref, hasHistory: true }));
  if (refs.length === 0) return { refs, records: [] };
  const reply = await context.call(held, { items: refs.map(formatReference) });
  const flags = reply.values[0] ?? "";
  return { refs: refs.filter((_, i) => flags[i] === "1"), records: reply.records };
}

/** Returns the jobs with readable payloads, and items that settle the others. */
async function openAll<T>(
  context: Context<T>,
  { refs, records, histories, held: { leasedUntil, worker } }: Answer,
): Promise<{ jobs: Job<T>[]; broken: SettleItem[] }> {
  const jobs: Job<T>[] = [];
  const broken: SettleItem[] = [];
  let next = 0;
  for (const [i, ref] of refs.entries()) {
    const history = ref.hasHistory ? histories[next++] : undefined;
    let opened = open(context, records[i] ?? "");
    if (context.schema && "data" in opened) opened = await checked(context, opened);
    if ("data" in opened) {
      const { id, fence, attempt } = ref;
      const { data, record } = opened;
      jobs.push(new Job(context, { id, fence, attempt, data, record, history, leasedUntil, worker }));
    } else {
      broken.push({ job: ref, ...opened });
    }
  }
  return { jobs, broken };
}

type Opened<T> = { data: T; record: StoredRecord } | { action: "fail" | "retry"; error: unknown };

function open<T>(context: Context<T>, stored: string): Opened<T> {
  try {
    const record = readRecord(stored);
    return { data: context.codec.decode(record.payload) as T, record };
  } catch {
    return { action: "fail", error: "the payload cannot be decoded" };
  }
}

async function checked<T>(context: Context<T>, opened: Opened<T> & { data: unknown }): Promise<Opened<T>> {
  try {
    return {
      ...opened,
      data: context.schema ? await validatePayload(context.schema, opened.data) : (opened.data as T),
    };
  } catch (error) {
    // An error of the schema itself, for example about an unreachable database, is no verdict on the payload.
    return { action: error instanceof LeaseholdError ? "fail" : "retry", error };
  }
}
