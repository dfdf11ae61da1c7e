// Adding jobs that wait for others, in one request with others: all of them or none.
import { invalidArgument, validateBatch, validateId, validateOptions } from "../../base/arguments.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hex.ts";
import { badReplyError, type Reply } from "../../engine/call.ts";
import { loadOnDemandScripts } from "../../engine/on-demand.ts";
import type { RequestIdentity } from "../../engine/request.ts";
import type { EnqueueResult, RequestOptions } from "../jobs/enqueue.ts";
import type { AfterFailure, AfterOptions } from "../jobs/options/waiting.ts";
import {
  groupByKind,
  type NewJob,
  type PreparedJob,
  prepareJobs,
  validateBatchSize,
  validatePayloads,
} from "../jobs/prepare-jobs.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { registerIfAsked } from "../jobs/registration.ts";
import { readEnqueueLetter } from "../jobs/stored/letters.ts";
import { resolveWaiting } from "./resolve.ts";

/** A job that may wait for others. */
export type WaitingJob<T> = NewJob<T> & AfterOptions;

/** A job as the script takes it: those that it waits for, or undefined if it waits for none. */
export interface PreparedWait {
  job: PreparedJob;
  wait?: { ids: readonly string[]; policy: AfterFailure; isOpen?: boolean };
}

/** The largest number of jobs of one request: Redis needs about 10 µs for each. */
export const MAX_TOGETHER = 500;
// The most links of one parent that was used before, divided by those that one request removes.
const MAX_ATTEMPTS = 100;
const MAX_AFTER = 1_000;
const MAX_LINKS = 2_000;
const POLICIES: Record<AfterFailure, string> = { run: "r", fail: "f", cancel: "c" };
const WITHOUT_GROUPS_OR_DUPLICATES = ["onDuplicate", "debounce"];

/** Enqueues jobs of which some wait for others, in one request. */
export async function enqueueWaiting(
  context: QueueContext<unknown>,
  jobs: readonly WaitingJob<unknown>[],
  { batch, ...options }: RequestOptions & { batch?: string } = {},
): Promise<EnqueueResult[]> {
  const { idempotencyKey } = validateOptions(options, "idempotencyKey");
  if (idempotencyKey !== undefined) validateId(idempotencyKey);
  validateBatch(jobs);
  if (batch !== undefined && jobs.some(({ after }) => after !== undefined))
    throw invalidArgument("a job of a batch cannot wait for others");
  for (const { after, delay, at } of jobs) {
    if (after !== undefined && (delay !== undefined || at !== undefined))
      throw invalidArgument("a job waits for others, or for a time, not for both");
  }
  if (jobs.length === 0) return [];
  const own = jobs.map(({ after: _, afterFailure: __, ...job }) => job as NewJob<unknown>);
  const prepared = await prepareAll(context, own, { idempotencyKey });
  const waits = prepared.map((job, i): PreparedWait => {
    const { after, afterFailure: policy = "run" } = jobs[i] as WaitingJob<unknown>;
    if (after === undefined) return { job };
    return { job, wait: { ids: validateAfter(after), policy } };
  });
  return sendWaiting(context, waits, { idempotencyKey, batch });
}

/** Validates and encodes jobs that are added by one request. */
export async function prepareAll(
  context: QueueContext<unknown>,
  jobs: readonly NewJob<unknown>[],
  { idempotencyKey }: RequestOptions = {},
): Promise<PreparedJob[]> {
  if (context.schema) await validatePayloads(context.schema, jobs);
  for (const job of jobs) {
    for (const name of WITHOUT_GROUPS_OR_DUPLICATES)
      if (name in job) throw invalidArgument(`jobs that are enqueued with some that wait for others have no ${name}`);
  }
  const shortKey = idempotencyKey === undefined ? undefined : (await sha256Hex(idempotencyKey)).slice(0, 32);
  const prepared = prepareJobs(context, jobs, { idempotencyKey: shortKey });
  validateBatchSize(prepared);
  return prepared;
}

function validateAfter(after: readonly string[]): string[] {
  if (!Array.isArray(after) || after.length === 0 || after.length > MAX_AFTER)
    throw invalidArgument(`after must be a list of 1 to ${MAX_AFTER} ids`);
  return [...new Set(after.map(validateId))];
}

/** Sends prepared jobs in one request. `batch` is the id of an open batch, of which those that do not wait become children. */
export async function sendWaiting(
  context: QueueContext<unknown>,
  waits: readonly PreparedWait[],
  { idempotencyKey, batch = "" }: { idempotencyKey?: string | undefined; batch?: string | undefined } = {},
): Promise<EnqueueResult[]> {
  if (waits.length > MAX_TOGETHER)
    throw invalidArgument(`at most ${MAX_TOGETHER} jobs are added together if some wait for others`);
  validateOrder(waits);
  // The script takes the jobs that wait for none first.
  const order = [...waits.keys()].sort((a, b) => Number(!!waits[a]?.wait) - Number(!!waits[b]?.wait) || a - b);
  const sorted = order.map((i) => waits[i] as PreparedWait);
  const jobs = sorted.map(({ job }) => job);
  const terms = sorted.flatMap(({ wait }) =>
    wait ? [`${POLICIES[wait.policy]} ${wait.isOpen ? 1 : 0}`, String(wait.ids.length), ...wait.ids] : [],
  );
  const waiting = sorted.filter(({ wait }) => wait).length;
  const fingerprint = async ({ payload }: PreparedJob) => (await context.codec.fingerprint?.(payload)) ?? payload;
  const content =
    idempotencyKey === undefined
      ? undefined
      : ["enqueueWaiting", batch, groupByKind(jobs, await Promise.all(jobs.map(fingerprint))), terms];
  const request = await context.requestFor(idempotencyKey, content);
  const send = async (prepared: PreparedJob[]) =>
    request.during(() => callScript(context, { jobs: prepared, waiting, terms, batch, request }));
  const letters = await (context.enqueuing?.(jobs, send) ?? send(jobs));
  const results: EnqueueResult[] = [];
  for (const [at, i] of order.entries())
    results[i] = { id: (sorted[at] as PreparedWait).job.id, ...readEnqueueLetter(letters[at] ?? "") };
  return results;
}

/** Checks that each job waits for known ones or for jobs before it, so that none waits for itself. */
function validateOrder(waits: readonly PreparedWait[]): void {
  const ids = new Map(waits.map(({ job }, i) => [job.id, i]));
  if (ids.size < waits.length) throw invalidArgument("two jobs have the same id");
  let links = 0;
  for (const [i, { job, wait }] of waits.entries()) {
    if (wait && !Object.hasOwn(POLICIES, wait.policy))
      throw invalidArgument("afterFailure must be run, fail or cancel");
    for (const id of wait?.ids ?? []) {
      if ((ids.get(id) ?? -1) >= i)
        throw invalidArgument(`${JSON.stringify(job.id)} waits for ${JSON.stringify(id)}, which must come before it`);
    }
    links += wait?.ids.length ?? 0;
  }
  if (links > MAX_LINKS) throw invalidArgument(`jobs that are enqueued together wait for at most ${MAX_LINKS} others`);
}

interface WaitingRequest {
  jobs: PreparedJob[];
  waiting: number;
  terms: string[];
  batch: string;
  request: RequestIdentity;
}

/** Calls the script. Returns a letter for each job. */
async function callScript(
  context: QueueContext<unknown>,
  { jobs, waiting, terms, batch, request }: WaitingRequest,
): Promise<string> {
  const { enqueueWaiting: script } = await loadOnDemandScripts();
  const args = {
    maxLength: context.maxLength ?? "",
    limits: context.limits,
    batch,
    plain: jobs.length - waiting,
    waiting,
    items: [
      ...jobs.flatMap(({ kind, id, payload }) => [`${kind.slice(0, 1)} 1${kind.slice(1)}`, id, payload]),
      ...terms,
    ],
  };
  const results = jobs.filter(({ hasChosenId }) => hasChosenId).map(({ id }) => id);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const reply = await context.call(script, args, { request, results });
    if (reply.status === "full")
      throw new LeaseholdError("queue_full", "the queue has as many waiting jobs as its maxLength allows");
    const [letters = "", id = ""] = reply.values;
    if (letters === "G" && id !== "") await resolveWaiting(context, { ids: reply.values.slice(1) });
    else {
      const read = await readLetters(context, reply, { letters, id, count: jobs.length, batch });
      // If this fails, the next lease or clean does it.
      if (reply.values.slice(1).includes("e"))
        await resolveWaiting(context, { ids: jobs.slice(-waiting).map((job) => job.id) }).catch(() => {});
      return read;
    }
  }
  throw new LeaseholdError("redis_busy", "links of earlier jobs of the same ids are left; try again");
}

/** Reads the reply of the script: a letter for each job. */
async function readLetters(
  context: QueueContext<unknown>,
  reply: Reply,
  { letters, id, count, batch }: { letters: string; id: string; count: number; batch: string },
): Promise<string> {
  if (letters === "X") throw invalidArgument(`${JSON.stringify(batch)} is no open batch`);
  if (letters === "W")
    throw invalidArgument(`${JSON.stringify(id)} waits for other jobs itself, and cannot be a job of a batch`);
  if (letters === "U")
    throw invalidArgument(`no job has the id ${JSON.stringify(id)}, for which another one is to wait`);
  if (letters.length !== count) throw badReplyError(reply);
  const notes = reply.values.slice(1);
  if (notes.includes("v")) context.warnOfOtherLimits();
  await registerIfAsked(context, { status: reply.status, isAsked: notes.includes("u") });
  return letters;
}
