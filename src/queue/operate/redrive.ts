// Redriving: failed jobs become ready again, as they are or with a change.
import { invalidArgument, validateCount, validateOptions } from "../../base/arguments.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { readNumbers } from "../../engine/call.ts";
import { redriveChanged, redrive as redriveScript } from "../../engine/scripts.gen.ts";
import type { StoredJob } from "../inspect/job-info.ts";
import { readStoredByIds } from "../inspect/list.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { type ChangedJob, changeJob, type JobChange, type ValidChange, validateChange } from "./job-change.ts";
import { type FoundEntries, toIdList } from "./job-list.ts";

const LIMIT = 500;
// Redis needs less than 10 ms for one request of this size.
const MAX_BYTES = 4 * 1024 * 1024;

/** The failed jobs to redrive. */
export interface RedriveOptions {
  /** The ids of the jobs; the first failed jobs unless set. */
  ids?: readonly string[];
  /** The most jobs to redrive without `ids`; 500 unless set. */
  limit?: number;
  /** The change of the jobs of `ids`, which it needs. Their payloads must be at most 4 MB together. */
  change?: JobChange;
}

/** The result of redriving failed jobs. */
export interface RedriveResult {
  /** The number of jobs that became ready again. */
  redriven: number;
  /** The number of jobs that are still failed. */
  left: number;
}

/** Makes failed jobs ready again: the jobs of `ids`, or the first `limit`. If one cannot be changed as asked, none is. */
export async function redrive<T>(context: QueueContext<T>, options: RedriveOptions = {}): Promise<RedriveResult> {
  const { ids, limit = LIMIT, change } = validateOptions(options, "ids limit change");
  const list = ids === undefined ? [] : toIdList(ids);
  // For the script, an empty list stands for the first `limit` jobs.
  const max = ids !== undefined && list.length === 0 ? 0 : validateCount(limit, "limit");
  if (change === undefined || max === 0) return callScript(context, { limit: max, ids: list });
  const valid = validateChange(change);
  if (ids === undefined)
    throw invalidArgument("change needs ids; a bulk operation changes all jobs that match a filter");
  const jobs: ChangedJob[] = [];
  for (const job of await readFailed(context, list)) jobs.push(await changeJob(context, job, valid));
  return sendChanged(context, jobs);
}

/** Redrives failed jobs that a search has found, except those that have another entry by now. */
export function redriveFound<T>(
  context: QueueContext<T>,
  ids: readonly string[],
  { entries = [] }: FoundEntries,
): Promise<RedriveResult> {
  return callScript(context, { limit: ids.length, ids, entries: entries.join("\n") });
}

/** Redrives stored jobs with a change, except those that cannot be changed. */
export async function redriveStored(
  context: QueueContext<unknown>,
  stored: readonly StoredJob[],
  change: ValidChange,
): Promise<{ redriven: number; refusals: LeaseholdError[] }> {
  const refusals: LeaseholdError[] = [];
  let [batch, bytes, redriven]: [ChangedJob[], number, number] = [[], 0, 0];
  for (const job of stored) {
    let changed: ChangedJob;
    try {
      changed = await changeJob(context, job, change);
    } catch (error) {
      if (!(error instanceof LeaseholdError)) throw error;
      refusals.push(error);
      continue;
    }
    bytes += changed.record.length;
    if (bytes > MAX_BYTES && batch.length > 0) {
      redriven += (await sendChanged(context, batch)).redriven;
      batch = [];
      bytes = changed.record.length;
    }
    batch.push(changed);
  }
  if (batch.length > 0) redriven += (await sendChanged(context, batch)).redriven;
  return { redriven, refusals };
}

/** Reads those jobs of a list that are failed. A script may read only a part of them. */
async function readFailed(context: QueueContext<unknown>, ids: readonly string[]): Promise<StoredJob[]> {
  const all: StoredJob[] = [];
  let bytes = 0;
  for (let rest = [...new Set(ids)]; rest.length > 0; ) {
    const found = await readStoredByIds(context, "failed", rest);
    const last = found.at(-1);
    if (last === undefined) break;
    all.push(...found);
    bytes = found.reduce((sum, { record }) => sum + record.length, bytes);
    if (bytes > MAX_BYTES && all.length > 1) throw tooLarge();
    rest = rest.slice(rest.indexOf(last.id) + 1);
  }
  return all;
}

/** Sends changed jobs in one request. */
async function sendChanged(context: QueueContext<unknown>, jobs: readonly ChangedJob[]): Promise<RedriveResult> {
  if (jobs.length === 0) return callScript(context, { limit: 0, ids: [] });
  const bytes = jobs.reduce((sum, { record }) => sum + record.length, 0);
  if (bytes > MAX_BYTES && jobs.length > 1) throw tooLarge();
  const items = jobs.flatMap(({ id, stateAndFence, record }) => [id, stateAndFence, record]);
  const [redriven = 0, left = 0] = readNumbers(await context.call(redriveChanged, { items }));
  return { redriven, left };
}

async function callScript<T>(
  context: QueueContext<T>,
  { entries = "", ...args }: { limit: number; ids: readonly string[]; entries?: string },
): Promise<RedriveResult> {
  const [redriven = 0, left = 0] = readNumbers(await context.call(redriveScript, { ...args, entries }));
  return { redriven, left };
}

function tooLarge(): LeaseholdError {
  return new LeaseholdError(
    "too_large",
    `the payloads of jobs that are changed must be at most ${MAX_BYTES} bytes together; change fewer of them at once`,
  );
}
