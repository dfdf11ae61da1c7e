// Follow-ups in the form of the scripts, as a part of the item that settles the job before them.

import { invalidArgument, validateName, validateObject } from "../../base/arguments.ts";
import { labelError } from "../../base/errors.ts";
import { bucketDigit } from "../../engine/keys.ts";
import type { JobRef } from "../jobs/job.ts";
import {
  type FollowUp,
  type NewJob,
  type PreparedFollowUp,
  type PreparedJob,
  prepareJobs,
  validateBatchSize,
  validatePayloads,
} from "../jobs/prepare-jobs.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { PreparedItem } from "../jobs/settle-items.ts";
import { derivedId } from "./derived-id.ts";

const MAX_FOLLOW_UPS = 100;
// In characters. A follow-up counts as so long at least, so that few requests add more than 1,000 jobs.
const MIN_SIZE = 3_000;

/** Validates follow-ups, and resolves with the item to which they are added. An error names the follow-up. */
export async function addTo<T>(
  context: QueueContext<T>,
  item: PreparedItem,
  { job, followUps }: { job: JobRef; followUps: readonly FollowUp[] },
): Promise<PreparedItem> {
  if (!Array.isArray(followUps)) throw invalidArgument("then must be a list of jobs");
  if (followUps.length > MAX_FOLLOW_UPS) throw invalidArgument(`a job has at most ${MAX_FOLLOW_UPS} follow-ups`);
  if (followUps.length === 0) return item;
  const prepared: PreparedFollowUp[] = [];
  const jobs: PreparedJob[] = [];
  for (const [i, followUp] of followUps.entries()) {
    try {
      const ready = await prepare(context, followUp, { job, i });
      prepared.push(ready.followUp);
      jobs.push(ready.prepared);
    } catch (error) {
      throw labelError(`follow-up ${i}`, error);
    }
  }
  validateBatchSize(jobs);
  return {
    ...item,
    isPlain: false,
    size: jobs.reduce((sum, { payload }) => sum + Math.max(MIN_SIZE, payload.length), item.size),
    content: [...item.content, ...prepared.flatMap(({ content }) => content)],
    followUps: prepared,
  };
}

/** Validates one follow-up and encodes it. */
async function prepare<T>(
  context: QueueContext<T>,
  followUp: FollowUp,
  { job, i }: { job: JobRef; i: number },
): Promise<{ followUp: PreparedFollowUp; prepared: PreparedJob }> {
  const { queue, ...newJob } = validateObject(followUp, "a follow-up");
  const target = targetOf(context as QueueContext<unknown>, queue);
  const isOwn = target.name === context.name;
  for (const name of ["onDuplicate", "debounce"])
    if (name in newJob) throw invalidArgument(`a follow-up has no ${name}`);
  if (isOwn && newJob.id === job.id)
    throw invalidArgument("its id is that of the job before it, which is known until that ends");
  const derived = derivedId(bucketDigit(job.id), [job.fence, i]);
  // Fences are unique within a queue. Another queue looks the id up.
  const jobs = [{ ...newJob, id: newJob.id ?? (isOwn ? undefined : `${context.name}.${derived}`) } as NewJob<unknown>];
  if (target.schema) await validatePayloads(target.schema, jobs);
  const [prepared] = prepareJobs(target, jobs) as [PreparedJob];
  const { hasChosenId, kind, payload } = prepared;
  const id = hasChosenId ? prepared.id : derived;
  const fingerprint = (await target.codec.fingerprint?.(payload)) ?? payload;
  const address = isOwn ? "" : `${target.name} ${target.maxLength ?? "-"}`;
  return {
    prepared,
    followUp: {
      queue: isOwn ? undefined : target.name,
      id,
      hasChosenId,
      fields: [address, `${kind.slice(0, 1)} 1${kind.slice(1)}`, id, payload],
      content: [target.name, kind, id, fingerprint],
    },
  };
}

/** Returns the context of the queue of a follow-up. A queue that is stated by its name shares the codec of the job's queue. */
function targetOf(context: QueueContext<unknown>, queue: FollowUp["queue"]): QueueContext<unknown> {
  if (queue === undefined || queue === context.name) return context;
  if (typeof queue === "string") {
    const name = validateName(queue, "the queue of a follow-up");
    return Object.assign(Object.create(context), { name, schema: undefined, maxLength: undefined });
  }
  const { context: target } = validateObject(queue as { context?: QueueContext<unknown> }, "the queue of a follow-up");
  if (!target?.keys) throw invalidArgument("the queue of a follow-up must be a name, or a Queue, Consumer or Producer");
  if (target.prefix !== context.prefix) throw invalidArgument("the queue of a follow-up must have the same prefix");
  return target;
}
