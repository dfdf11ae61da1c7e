// Follow-ups in the form of the scripts, as a part of the item that settles the job before them.

import { invalidArgument, validateObject } from "../../base/arguments.ts";
import { labelError } from "../../base/errors.ts";
import { derivedId } from "../../base/random.ts";
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
  const { queue: _, ...newJob } = validateObject(followUp, "a follow-up");
  for (const name of ["onDuplicate", "debounce"])
    if (name in newJob) throw invalidArgument(`a follow-up has no ${name}`);
  if (newJob.id === job.id)
    throw invalidArgument("its id is that of the job before it, which is known until that ends");
  const jobs = [newJob as NewJob<unknown>];
  if (context.schema) await validatePayloads(context.schema, jobs);
  const idFor = () => derivedId(bucketDigit(job.id), [job.fence, i]);
  const [prepared] = prepareJobs(context as QueueContext<unknown>, jobs, { idFor }) as [PreparedJob];
  const { id, hasChosenId, kind, payload } = prepared;
  const fingerprint = (await context.codec.fingerprint?.(payload)) ?? payload;
  return {
    prepared,
    followUp: {
      queue: undefined,
      id,
      hasChosenId,
      fields: ["", `${kind.slice(0, 1)} 1${kind.slice(1)}`, id, payload],
      content: ["", kind, id, fingerprint],
    },
  };
}
