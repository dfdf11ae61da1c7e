// Enqueueing: one request for any number of jobs, all of them or none.

import {
  invalidArgument,
  validateBatch,
  validateByteLength,
  validateId,
  validateInteger,
  validateObject,
  validateOptions,
} from "../../base/arguments.ts";
import type { Duration } from "../../base/duration.ts";
import { MAX_DURATION, toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError, labelError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hex.ts";
import { newId } from "../../base/random.ts";
import { type StandardSchema, validatePayload } from "../../base/schema.ts";
import { batchOf } from "../../engine/batching.ts";
import { badReplyError, readLetters } from "../../engine/call.ts";
import { bucketDigits, bucketOf, type JobState } from "../../engine/keys.ts";
import { newRequest, type RequestIdentity, requestWithKey } from "../../engine/request.ts";
import { enqueuePlain, enqueue as enqueueScript } from "../../engine/scripts.gen.ts";
import { type Context, validateMaxAttempts } from "./context.ts";
import { formatOwnOptions, type OwnOptions } from "./own-options.ts";
import { readEnqueued } from "./record.ts";
import { isRegistered, isRegistrationDue, keepRegistered } from "./registration.ts";

/** Options of one job. */
export interface EnqueueOptions extends OwnOptions {
  /** The job's id; a known one creates nothing. Generated unless set. */
  id?: string;
  /** The time to wait before the job is ready. */
  delay?: Duration;
  /** The time when the job becomes ready, instead of a delay. */
  at?: Date | number;
  /** 0 is first, 9 is last; 5 unless set. */
  priority?: number;
  /** Overrides the queue's `maxAttempts`. */
  maxAttempts?: number;
  /** The largest age at which the job may be leased, for the first time or again; past it, it is dropped as expired. */
  ttl?: Duration;
  /** The time for which the id is remembered, even when the job is gone. */
  uniqueFor?: Duration;
}

/**
 * The result of enqueueing one job: created or not, and the state of the job with that id. "seen" stands for a job that
 * is gone and whose id is still remembered.
 */
export interface EnqueueResult {
  id: string;
  created: boolean;
  state: JobState | "seen";
}

/** A job to enqueue. */
export type NewJob<T> = { data: T } & EnqueueOptions;

/** Options of a request that its caller may send again. */
export interface RequestOptions {
  /** A name for the request. The same idempotency key gets the first reply again; enqueueing refuses it for other jobs. */
  idempotencyKey?: string | undefined;
}

// Redis needs less than 10 ms for one request of this size.
const MOST_BYTES = 4 * 1024 * 1024;

/** Returns the calls for one job each that wait to share a request. */
function batchFor(context: Context<unknown>) {
  return batchOf(context, "enqueue", (prepared: Prepared[]) =>
    sendAll(context, prepared, newRequest(context.keepRequests)),
  );
}

/** Enqueues one job, in a request that it may share with other calls. */
export async function enqueue(
  context: Context<unknown>,
  data: unknown,
  options: EnqueueOptions & RequestOptions = {},
): Promise<EnqueueResult> {
  const { idempotencyKey, ...own } = validateObject(options, "options");
  const jobs = [{ data, ...own }];
  if (idempotencyKey !== undefined) return (await enqueueMany(context, jobs, { idempotencyKey }))[0] as EnqueueResult;
  if (context.schema) await validateAll(context.schema, jobs);
  const [prepared] = prepareAll(context, jobs) as [Prepared];
  return batchFor(context).add(prepared, prepared.payload.length);
}

/** Enqueues jobs in one request, all of them or none. */
export async function enqueueMany(
  context: Context<unknown>,
  jobs: readonly NewJob<unknown>[],
  options: RequestOptions = {},
): Promise<EnqueueResult[]> {
  const { idempotencyKey } = validateOptions(options, "idempotencyKey");
  if (idempotencyKey !== undefined) validateId(idempotencyKey);
  validateBatch(jobs);
  if (jobs.length === 0) return [];
  if (context.schema) await validateAll(context.schema, jobs);
  // The id of a job adds to the idempotency key, and may not be longer than one.
  const base =
    idempotencyKey !== undefined && idempotencyKey.length > 200
      ? (await sha256Hex(idempotencyKey)).slice(0, 32)
      : idempotencyKey;
  const prepared = prepareAll(context, jobs, base);
  checkSize(prepared);
  batchFor(context).flush();
  // Nothing was awaited without an idempotency key and a schema, so requests leave in the order of the calls.
  const request =
    idempotencyKey === undefined
      ? newRequest(context.keepRequests)
      : await requestWithKey(idempotencyKey, {
          keep: context.keepKeys,
          content: ["enqueue", grouped(prepared, await fingerprints(context, prepared))],
        });
  return sendAll(context, prepared, request);
}

/** Returns for each job what is the same in every encoding of its payload. */
function fingerprints({ codec }: Context<unknown>, prepared: Prepared[]): Promise<string[]> {
  return Promise.all(prepared.map(({ payload }) => codec.fingerprint?.(payload) ?? payload));
}

/** Sends prepared jobs as one request. */
async function sendAll(
  context: Context<unknown>,
  prepared: Prepared[],
  request: RequestIdentity,
): Promise<EnqueueResult[]> {
  // One identity for both scripts: a late copy of the first cannot take effect after the second.
  const letters = await request.during(
    async () => (await enqueuePlainly(context, prepared, request)) ?? (await enqueueAny(context, prepared, request)),
  );
  if (letters === "") {
    throw new LeaseholdError(
      "queue_full",
      `the queue holds as many waiting jobs as its maxLength of ${context.maxLength}`,
    );
  }
  return prepared.map(({ id }, i) => ({ id, ...readEnqueued(letters[i] ?? "") }));
}

/** Validates the size of a batch, which cannot be split: one request is atomic. */
function checkSize(prepared: Prepared[]): void {
  const length = prepared.reduce((sum, { payload }) => sum + payload.length, 0);
  if (length > MOST_BYTES)
    throw new LeaseholdError("too_large", `the payloads of a batch may take ${MOST_BYTES} bytes together`);
}

/**
 * Enqueues jobs of the usual kind: ready at once, of one priority and one hash, with generated ids. Their own script
 * takes a third less of Redis's time. Returns undefined where the full script is needed.
 */
async function enqueuePlainly(
  context: Context<unknown>,
  prepared: Prepared[],
  request: RequestIdentity,
): Promise<string | undefined> {
  const [first] = prepared as [Prepared];
  if (request.number === "0" || context.maxLength !== undefined || !isRegistered(context)) return undefined;
  if (context.isOdd("enqueue")) return undefined;
  const bucket = bucketOf(first.id);
  const kind = /^\d - - - - -$/.test(first.kind) ? first.kind : undefined;
  if (!prepared.every((each) => each.kind === kind && bucketOf(each.id) === bucket)) return undefined;
  const items = prepared.flatMap(({ id, payload }) => [id, payload]);
  const args = { priority: first.kind.slice(0, 1), items };
  const reply = await context.call(enqueuePlain, args, { request, id: first.id });
  if (reply.status === "odd") {
    context.noteOdd("enqueue");
    return undefined;
  }
  if (reply.values.join() !== "-") throw badReplyError(reply);
  return "r".repeat(prepared.length);
}

/** Returns a letter for each job; none where the queue is full. */
async function enqueueAny(context: Context<unknown>, prepared: Prepared[], request: RequestIdentity): Promise<string> {
  const given = prepared.filter(({ isGiven }) => isGiven).map(({ id }) => id);
  const buckets = bucketDigits(prepared.map(({ id }) => id));
  const args = { buckets, maxLength: context.maxLength ?? "", items: grouped(prepared) };
  const reply = await context.call(enqueueScript, args, { request, buckets, results: given });
  if (reply.status === "full") return "";
  const letters = readLetters(reply, prepared.length);
  await keepRegistered(
    context,
    isRegistrationDue(context, { status: reply.status, isFlagged: reply.values[1] === "u" }),
  );
  return letters;
}

/** Groups consecutive jobs of one kind: the kind with their number, then id and payload of each, or what stands for it. */
function grouped(prepared: Prepared[], payloads = prepared.map(({ payload }) => payload)): string[] {
  const items: string[] = [];
  for (let from = 0; from < prepared.length; ) {
    const { kind } = prepared[from] as Prepared;
    let to = from;
    while (prepared[to]?.kind === kind) to += 1;
    items.push(`${kind.slice(0, 1)} ${to - from}${kind.slice(1)}`);
    for (; from < to; from++) items.push((prepared[from] as Prepared).id, payloads[from] as string);
  }
  return items;
}

interface Prepared {
  id: string;
  isGiven: boolean;
  /** "priority when window max ttl own", as src/lua/lib/steps/enqueue.lua takes them. */
  kind: string;
  payload: string;
}

/** Validates the payloads of jobs; an error names the job that it is about. */
async function validateAll(schema: StandardSchema, jobs: readonly NewJob<unknown>[]): Promise<void> {
  // The value is stored as it came: a schema that transforms could not read its own output when the job is leased.
  const checks = Array.from(jobs, async (job, i) => {
    try {
      await validatePayload(schema, validateObject(job, "a job").data);
    } catch (error) {
      throw aboutJob(jobs, i, error);
    }
  });
  await Promise.all(checks);
}

/** Encodes jobs. Their ids follow from an idempotency key, so that a request that its caller sends again has the same ones. */
function prepareAll(context: Context<unknown>, jobs: readonly NewJob<unknown>[], idempotencyKey?: string): Prepared[] {
  const now = context.now();
  return Array.from(jobs, (job, i) => {
    try {
      const newJobId = () => (idempotencyKey === undefined ? newId(now) : `${idempotencyKey}.${i}`);
      return prepare(context, validateOptions(job, NAMES, { label: "a job" }), newJobId, idempotencyKey);
    } catch (error) {
      throw aboutJob(jobs, i, error);
    }
  });
}

function aboutJob(jobs: readonly NewJob<unknown>[], i: number, error: unknown): unknown {
  const id = jobs[i]?.id;
  return labelError(`job ${i}${typeof id === "string" ? ` (${JSON.stringify(id.slice(0, 64))})` : ""}`, error);
}

const NAMES = new Set("data id delay at priority maxAttempts ttl uniqueFor timeout backoff".split(" "));

function prepare(
  context: Context<unknown>,
  { data, id, delay, at, priority = 5, maxAttempts, ttl, uniqueFor, timeout, backoff }: NewJob<unknown>,
  newJobId: () => string,
  idempotencyKey: string | undefined,
): Prepared {
  if (uniqueFor !== undefined && id === undefined) throw invalidArgument("uniqueFor needs an id");
  const payload = validateByteLength(context.codec.encode(data), "a payload", { max: context.maxPayloadBytes });
  const isGiven = id !== undefined || idempotencyKey !== undefined;
  const window = uniqueFor === undefined ? 0 : toMilliseconds(uniqueFor, "uniqueFor");
  const max = maxAttempts === undefined ? "-" : validateMaxAttempts(maxAttempts);
  const life = ttl === undefined ? "-" : toMilliseconds(ttl, "ttl", { min: 1 });
  const own = formatOwnOptions({
    ...(timeout !== undefined && { timeout }),
    ...(backoff !== undefined && { backoff }),
  });
  validateInteger(priority, "priority", { min: 0, max: 9 });
  const kind = `${priority} ${whenOf(context, delay, at)} ${isGiven ? window : "-"} ${max} ${life} ${own}`;
  return { id: validateId(id === undefined ? newJobId() : id), isGiven, kind, payload };
}

/** Formats the time when a job is ready: "-" for at once, "+ms" from Redis's now, "@ms" since the epoch. */
function whenOf<T>(context: Context<T>, delay: Duration | undefined, at: Date | number | undefined): string {
  if (delay !== undefined && at !== undefined) throw invalidArgument("a job has a delay or a time, not both");
  if (at === undefined) return delay === undefined ? "-" : `+${toMilliseconds(delay, "delay")}`;
  const time = at instanceof Date ? at.getTime() : at;
  if (!Number.isInteger(time) || time < 0) throw invalidArgument("at must be a Date, or whole ms since the epoch");
  if (time - context.now() > MAX_DURATION) throw invalidArgument("at must be within a year");
  return `@${time}`;
}
