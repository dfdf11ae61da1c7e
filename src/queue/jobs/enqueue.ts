// Enqueueing: one request for any number of jobs, all of them or none.

import { validateBatch, validateId, validateObject, validateOptions } from "../../base/arguments.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hex.ts";
import { batchOf } from "../../engine/batching.ts";
import { badReplyError, type Reply, readLetters } from "../../engine/call.ts";
import { bucketDigits, bucketOf, type JobState } from "../../engine/keys.ts";
import { loadOnDemandScripts } from "../../engine/on-demand.ts";
import { isPlainAllowed, pausePlain } from "../../engine/plain-scripts.ts";
import { type RequestIdentity, requestWithKey } from "../../engine/request.ts";
import { enqueuePlain, enqueue as enqueueScript } from "../../engine/scripts.gen.ts";
import {
  type EnqueueOptions,
  groupByKind,
  type NewJob,
  type PreparedJob,
  prepareJobs,
  validateBatchSize,
  validatePayloads,
} from "./prepare-jobs.ts";
import type { QueueContext } from "./queue-context.ts";
import { isRegistrationCached, registerIfAsked } from "./registration.ts";
import { type EnqueueOutcome, readEnqueueLetter } from "./stored/letters.ts";

/**
 * The result of enqueueing one job: whether a job was created, and the state of the job with that id. "seen" stands for a job
 * that is gone and whose id is still remembered. `outcome` tells the effect on a job whose id was known: it was kept, replaced or
 * debounced, or runs again after the attempt that holds it.
 */
export interface EnqueueResult {
  id: string;
  created: boolean;
  state: JobState | "seen";
  outcome: EnqueueOutcome;
}

/** Options of a request that its caller may repeat. */
export interface RequestOptions {
  /** A name for the request. A repeated request gets the first reply; a request with other content is rejected. */
  idempotencyKey?: string | undefined;
}

// The length of the longest idempotency key to which the number of a job can be added.
const MAX_KEY_LENGTH = 200;

/** Returns the batch in which calls for one job each wait to share a request. */
function enqueueBatchOf(context: QueueContext<unknown>) {
  return batchOf(context, "enqueue", (jobs: PreparedJob[]) =>
    sendJobs(context, { jobs, request: context.newRequest() }),
  );
}

/** Enqueues one job, in a request that it may share with other calls. */
export async function enqueue(
  context: QueueContext<unknown>,
  data: unknown,
  options: EnqueueOptions & RequestOptions = {},
): Promise<EnqueueResult> {
  const { idempotencyKey, ...jobOptions } = validateObject(options, "options");
  const jobs = [{ data, ...jobOptions }];
  if (idempotencyKey !== undefined) return (await enqueueMany(context, jobs, { idempotencyKey }))[0] as EnqueueResult;
  if (context.schema) await validatePayloads(context.schema, jobs);
  const batch = enqueueBatchOf(context);
  // Jobs that share a request also share a bucket, though their calls may be made at the turn of a second.
  const [prepared] = prepareJobs(context, jobs, { idTime: batch.first?.idTime }) as [PreparedJob];
  return observe(context, [prepared], ([job]) => batch.add(job as PreparedJob, prepared.payload.length));
}

/** Enqueues jobs in one request, all of them or none. */
export async function enqueueMany(
  context: QueueContext<unknown>,
  jobs: readonly NewJob<unknown>[],
  options: RequestOptions = {},
): Promise<EnqueueResult[]> {
  const { idempotencyKey } = validateOptions(options, "idempotencyKey");
  if (idempotencyKey !== undefined) validateId(idempotencyKey);
  validateBatch(jobs);
  if (jobs.length === 0) return [];
  if (context.schema) await validatePayloads(context.schema, jobs);
  const shortKey =
    idempotencyKey !== undefined && idempotencyKey.length > MAX_KEY_LENGTH
      ? (await sha256Hex(idempotencyKey)).slice(0, 32)
      : idempotencyKey;
  const prepared = prepareJobs(context, jobs, { idempotencyKey: shortKey });
  validateBatchSize(prepared);
  enqueueBatchOf(context).flush();
  // Without an idempotency key and a schema nothing is awaited up to here, so requests leave in the order of the calls.
  const request =
    idempotencyKey === undefined
      ? context.newRequest()
      : await requestWithKey(idempotencyKey, {
          keep: context.rememberKeys,
          content: ["enqueue", groupByKind(prepared, await fingerprints(context, prepared))],
        });
  // The content of a request with an idempotency key has no traces: a repetition has others.
  return observe(context, prepared, (jobs) => sendJobs(context, { jobs, request }));
}

/** Enqueues jobs, observed by the telemetry if there is one. */
function observe<R>(context: QueueContext<unknown>, jobs: PreparedJob[], send: (jobs: PreparedJob[]) => Promise<R>) {
  return context.enqueuing?.(jobs, send) ?? send(jobs);
}

/** Resolves with a text for each payload that is the same for every encoding of the payload. */
function fingerprints({ codec }: QueueContext<unknown>, jobs: PreparedJob[]): Promise<string[]> {
  return Promise.all(jobs.map(({ payload }) => codec.fingerprint?.(payload) ?? payload));
}

/** Prepared jobs, and the identity of the request that enqueues them. */
interface EnqueueRequest {
  jobs: PreparedJob[];
  request: RequestIdentity;
}

/** Enqueues jobs with the plain script, or with the full one if that is needed. Rejects if the queue is full. */
async function sendJobs(context: QueueContext<unknown>, sent: EnqueueRequest): Promise<EnqueueResult[]> {
  const { jobs, request } = sent;
  // Both scripts use one identity: a late copy of the first request cannot take effect after the second one.
  const letters = await request.during(
    async () => (await callPlainScript(context, sent)) ?? (await callFullScript(context, sent)),
  );
  if (letters === "") {
    throw new LeaseholdError(
      "queue_full",
      `the queue has as many waiting jobs as its maxLength of ${context.maxLength} allows`,
    );
  }
  return jobs.map(({ id }, i) => ({ id, ...readEnqueueLetter(letters[i] ?? "") }));
}

/**
 * Enqueues jobs with the plain script, which takes a third less of Redis's time: jobs that are ready at once, of one priority
 * and one bucket, with generated ids. Returns a letter for each job; undefined if the full script is needed.
 */
async function callPlainScript(
  context: QueueContext<unknown>,
  { jobs, request }: EnqueueRequest,
): Promise<string | undefined> {
  const [first] = jobs as [PreparedJob];
  if (request.number === "0" || context.maxLength !== undefined || !isRegistrationCached(context)) return undefined;
  if (!isPlainAllowed(context.plainPauses, "enqueue")) return undefined;
  const bucket = bucketOf(first.id);
  // All of one priority, without other options. A member may have a group after these.
  const kind = /^\d - - - - -(?= 1 |$)/.exec(first.kind)?.[0];
  const isMember = jobs.some((job) => job.isMember);
  if (kind === undefined) return undefined;
  const isPlain = (job: PreparedJob) => job.kind === kind || (job.isMember && job.kind.startsWith(`${kind} 1 `));
  if (!jobs.every((job) => isPlain(job) && bucketOf(job.id) === bucket)) return undefined;
  const priority = kind.slice(0, 1);
  const parts = { request, id: first.id };
  if (isMember || context.limits !== "") {
    const groupOf = (job: PreparedJob) => (job.isMember ? job.kind.slice(`${kind} 1 `.length) : "");
    const items = jobs.flatMap((job) => [job.id, job.payload, groupOf(job)]);
    const { enqueueGroupedPlain } = await loadOnDemandScripts();
    const reply = await context.call(enqueueGroupedPlain, { priority, limits: context.limits, items }, parts);
    if (reply.status !== "not_plain") return readLetters(reply, jobs.length);
    pausePlain(context.plainPauses, "enqueue");
    return undefined;
  }
  const items = jobs.flatMap(({ id, payload }) => [id, payload]);
  const reply = await context.call(enqueuePlain, { priority, items }, parts);
  if (reply.status === "not_plain") {
    pausePlain(context.plainPauses, "enqueue");
    return undefined;
  }
  if (reply.values.join() !== "-") throw badReplyError(reply);
  return "r".repeat(jobs.length);
}

/** Enqueues jobs with the full script. Returns a letter for each job; "" if the queue is full. */
async function callFullScript(context: QueueContext<unknown>, sent: EnqueueRequest): Promise<string> {
  const { jobs, request } = sent;
  // A mode precedes the time for which the id is remembered.
  const changesKnown = jobs.some(({ kind }) => /^\d \S+ [a-z]/.test(kind));
  if (changesKnown || context.plainPauses.isGrouped || jobs.some(({ isMember }) => isMember))
    return callGroupedScript(context, sent, { changesKnown });
  const results = jobs.filter(({ hasChosenId }) => hasChosenId).map(({ id }) => id);
  const buckets = bucketDigits(jobs.map(({ id }) => id));
  const args = { buckets, maxLength: context.maxLength ?? "", items: groupByKind(jobs) };
  const reply = await context.call(enqueueScript, args, { request, buckets, results });
  if (reply.status === "grouped") {
    context.plainPauses.isGrouped = true;
    return callGroupedScript(context, sent, { changesKnown });
  }
  return readFullReply(context, sent, reply);
}

/** Enqueues jobs with a script that knows groups and limits. Returns a letter for each job; "" if the queue is full. */
async function callGroupedScript(
  context: QueueContext<unknown>,
  sent: EnqueueRequest,
  { changesKnown }: { changesKnown: boolean },
): Promise<string> {
  const { jobs, request } = sent;
  const { enqueueGrouped, enqueueKnown } = await loadOnDemandScripts();
  const results = jobs.filter(({ hasChosenId }) => hasChosenId).map(({ id }) => id);
  const args = { maxLength: context.maxLength ?? "", limits: context.limits, items: groupByKind(jobs) };
  return readFullReply(
    context,
    sent,
    await context.call(changesKnown ? enqueueKnown : enqueueGrouped, args, { request, results }),
  );
}

/** Reads the reply of a full script: a letter for each job; "" if the queue is full. */
async function readFullReply(context: QueueContext<unknown>, { jobs }: EnqueueRequest, reply: Reply): Promise<string> {
  if (reply.status === "full") return "";
  if (reply.status === "large") {
    throw new LeaseholdError("too_large", "the jobs to replace have more than 32 MB together; enqueue fewer at once");
  }
  const letters = readLetters(reply, jobs.length);
  const notes = reply.values.slice(1);
  if (notes.includes("v")) context.warnOfOtherLimits();
  await registerIfAsked(context, { status: reply.status, isAsked: notes.includes("u") });
  return letters;
}
