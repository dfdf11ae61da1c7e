// Preparation of jobs to enqueue: validates their payloads and options, and encodes them as the scripts take them.

import {
  invalidArgument,
  validateByteLength,
  validateGroup,
  validateId,
  validateInteger,
  validateObject,
  validateOptions,
} from "../../base/arguments.ts";
import { type Duration, MAX_DURATION, toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError, labelError } from "../../base/errors.ts";
import { newId } from "../../base/random.ts";
import { type StandardSchema, validatePayload } from "../../base/schema.ts";
import { type DuplicateOptions, formatDuplicates, toWaitMilliseconds } from "./options/duplicates.ts";
import { formatOwnOptions, type OwnOptions } from "./options/own-options.ts";
import { type QueueContext, validateMaxAttempts } from "./queue-context.ts";

/** Options of one job. */
export interface EnqueueOptions extends OwnOptions, DuplicateOptions {
  /** The job's id; an id that is known creates nothing, unless `onDuplicate` or `debounce` is set. Generated unless set. */
  id?: string;
  /** The time to wait before the job is ready. */
  delay?: Duration;
  /** The time when the job becomes ready, instead of a delay. */
  at?: Date | number;
  /** 0 is first, 9 is last; 5 unless set. */
  priority?: number;
  /** Overrides the queue's `maxAttempts`. */
  maxAttempts?: number;
  /** The largest age at which the job may be leased, for the first time or again. An older job is removed as expired. */
  ttl?: Duration;
  /** The time for which the id is remembered, even when the job is gone. */
  uniqueFor?: Duration;
  /** The group of the job, such as a customer: the queue limits the jobs of each group, and serves groups in turns. */
  group?: string;
  /** The number of tokens that the job spends of a rate; 1 unless set. */
  cost?: number;
}

/** A job to enqueue. */
export type NewJob<T> = { data: T } & EnqueueOptions;

/** A queue to which follow-ups are sent: a `Producer`, `Consumer` or `Queue`. */
export interface TargetQueue {
  readonly name: string;
}

/** A job to add when another one is completed or fails. */
export type FollowUp = Omit<NewJob<unknown>, keyof DuplicateOptions> & {
  /**
   * The queue of the job, in the same database: that of the job before it unless set. A queue that is stated by its name gets the
   * payload as this queue's codec encodes it.
   */
  queue?: string | TargetQueue;
};

/** A follow-up as the scripts take it. */
export interface PreparedFollowUp {
  /** The queue to which it is sent; undefined for the queue of the job before it. */
  queue: string | undefined;
  id: string;
  hasChosenId: boolean;
  /** Its fields, as src/lua/lib/follow-ups/add-follow-ups.lua takes them after the number of the job. */
  fields: [target: string, kind: string, id: string, payload: string];
  /** The fields without anything that differs between encodings of one payload. */
  content: string[];
}

/** A job as the scripts take it. */
export interface PreparedJob {
  id: string;
  /** The time from which a generated id has its bucket. */
  idTime: number;
  /** True if the caller chose the id, itself or by an idempotency key. */
  hasChosenId: boolean;
  /**
   * The options: "priority when duplicates max ttl own" and perhaps "cost group", as src/lua/lib/steps/add-jobs.lua takes
   * them.
   */
  kind: string;
  payload: string;
  /** True if it has a group or a cost other than 1. */
  isMember: boolean;
  group: string | undefined;
}

// Redis needs less than 10 ms for one request of this size.
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_COST = 1_000_000;

const NAMES = new Set(
  "data id delay at priority maxAttempts ttl uniqueFor timeout backoff group cost onDuplicate debounce".split(" "),
);

/** Validates the payloads of jobs by a schema. An error names the job. */
export async function validatePayloads(schema: StandardSchema, jobs: readonly NewJob<unknown>[]): Promise<void> {
  // The output is not stored: a schema that transforms could not read it when the job is leased.
  const validations = Array.from(jobs, async (job, i) => {
    try {
      await validatePayload(schema, validateObject(job, "a job").data);
    } catch (error) {
      throw labelJobError(error, { jobs, i });
    }
  });
  await Promise.all(validations);
}

/**
 * Prepares jobs. An error names the job. The ids of jobs of a request with an idempotency key follow from the key, so that a
 * repeated request has the same ids; others are generated as those of the time `idTime`.
 */
export function prepareJobs(
  context: QueueContext<unknown>,
  jobs: readonly NewJob<unknown>[],
  { idempotencyKey, idTime = context.now() }: { idempotencyKey?: string | undefined; idTime?: number | undefined } = {},
): PreparedJob[] {
  return Array.from(jobs, (job, i) => {
    try {
      validateOptions(job, NAMES, { label: "a job" });
      const keyedId = idempotencyKey === undefined ? undefined : `${idempotencyKey}.${i}`;
      return prepareJob(context, job, { keyedId, idTime });
    } catch (error) {
      throw labelJobError(error, { jobs, i });
    }
  });
}

/** Returns an error whose message begins with the index of the job, and with its id if it has one. */
function labelJobError(error: unknown, { jobs, i }: { jobs: readonly NewJob<unknown>[]; i: number }): unknown {
  const id = jobs[i]?.id;
  return labelError(`job ${i}${typeof id === "string" ? ` (${JSON.stringify(id.slice(0, 64))})` : ""}`, error);
}

/**
 * Validates a job and encodes it as the scripts take it. A job without an id gets `keyedId`, which the caller's idempotency key
 * determines, or else a generated one.
 */
function prepareJob(
  context: QueueContext<unknown>,
  {
    data,
    id,
    priority = 5,
    maxAttempts,
    ttl,
    uniqueFor,
    timeout,
    backoff,
    group,
    cost = 1,
    ...others
  }: NewJob<unknown>,
  { keyedId, idTime }: { keyedId: string | undefined; idTime: number },
): PreparedJob {
  if (uniqueFor !== undefined && id === undefined) throw invalidArgument("uniqueFor needs an id");
  const payload = validateByteLength(context.codec.encode(data), "a payload", { max: context.maxPayloadBytes });
  const hasChosenId = (id ?? keyedId) !== undefined;
  const { debounce, delay = debounce && toWaitMilliseconds(debounce), at } = others;
  const duplicates = formatDuplicates(others, {
    hasId: id !== undefined,
    isDelayed: others.delay !== undefined || at !== undefined,
    uniqueFor,
  });
  const max = maxAttempts === undefined ? "-" : validateMaxAttempts(maxAttempts);
  const lifetime = ttl === undefined ? "-" : toMilliseconds(ttl, "ttl", { min: 1 });
  const own = formatOwnOptions({
    ...(timeout !== undefined && { timeout }),
    ...(backoff !== undefined && { backoff }),
  });
  validateInteger(priority, "priority", { min: 0, max: 9 });
  const member = formatMember(group, cost);
  const readyTime = formatReadyTime(context, { delay, at });
  const kind = `${priority} ${readyTime} ${hasChosenId ? duplicates : "-"} ${max} ${lifetime} ${own}${member}`;
  return {
    id: validateId(id === undefined ? (keyedId ?? newId(idTime)) : id),
    idTime,
    hasChosenId,
    kind,
    payload,
    isMember: member !== "",
    group,
  };
}

/** Formats the group and the cost of a job; "" for a job without a group that costs 1. */
function formatMember(group: string | undefined, cost: number): string {
  validateInteger(cost, "cost", { min: 1, max: MAX_COST });
  if (group === undefined) return cost === 1 ? "" : ` ${cost} `;
  return ` ${cost} ${validateGroup(group)}`;
}

/** Formats the time when a job becomes ready: "-" for now, "+" and a delay in ms, "@" and ms since the epoch. */
function formatReadyTime(
  context: QueueContext<unknown>,
  { delay, at }: { delay: Duration | undefined; at: Date | number | undefined },
): string {
  if (delay !== undefined && at !== undefined) throw invalidArgument("a job has a delay or a time, not both");
  if (at === undefined) return delay === undefined ? "-" : `+${toMilliseconds(delay, "delay")}`;
  const time = at instanceof Date ? at.getTime() : at;
  if (!Number.isInteger(time) || time < 0) throw invalidArgument("at must be a Date, or whole ms since the epoch");
  if (time - context.now() > MAX_DURATION) throw invalidArgument("at must be within a year");
  return `@${time}`;
}

/** Validates the size of a batch. A batch cannot be split, since one request is atomic. */
export function validateBatchSize(jobs: readonly PreparedJob[]): void {
  const length = jobs.reduce((sum, { payload }) => sum + payload.length, 0);
  if (length > MAX_BYTES)
    throw new LeaseholdError("too_large", `the payloads of a batch must be at most ${MAX_BYTES} bytes together`);
}

/** Groups consecutive jobs of one kind: the kind with the number of jobs, then id and payload of each job. */
export function groupByKind(jobs: readonly PreparedJob[], payloads = jobs.map(({ payload }) => payload)): string[] {
  const items: string[] = [];
  for (let from = 0; from < jobs.length; ) {
    const { kind } = jobs[from] as PreparedJob;
    let to = from;
    while (jobs[to]?.kind === kind) to += 1;
    items.push(`${kind.slice(0, 1)} ${to - from}${kind.slice(1)}`);
    for (; from < to; from++) items.push((jobs[from] as PreparedJob).id, payloads[from] as string);
  }
  return items;
}
