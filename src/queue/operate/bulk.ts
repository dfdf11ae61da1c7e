// Bulk operations: cancel, redrive or promote all jobs that match a filter. An operation is stored with its progress and goes
// on in slices, by whichever client continues it; two that do so at once change no job twice and count none twice.
import { invalidArgument, validateId, validateInteger, validateOptions } from "../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import { newId } from "../../base/random.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { filterArguments, type JobFilter, type Redacted } from "../inspect/job-filter.ts";
import { formatCursor, parseCursor, type SearchSlice, searchSlice } from "../inspect/search.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import {
  type BulkOperation,
  findExistingBulk,
  STATES_OF,
  type StoredBulk,
  storeOperation,
  unknownOperation,
  updateStored,
} from "./bulk-storage.ts";
import { cancel } from "./cancel.ts";
import { type JobChange, type ValidChange, validateChange } from "./job-change.ts";
import { promote } from "./promote.ts";
import { redriveFound, redriveStored } from "./redrive.ts";

/** Options of a new bulk operation. */
export interface BulkOptions {
  operation: BulkOperation["operation"];
  filter: JobFilter;
  /** The change with which `redrive` redrives the jobs. Jobs that cannot be changed as asked are skipped. */
  change?: JobChange;
  /** A name for the person or the program that begins it. */
  by?: string;
}

// In entries to examine, and in jobs to change by one request.
const SLICE = 500;
const MAX_CHANGED = 250;

/**
 * Begins a bulk operation, which touches only jobs that are in the state now and stay in it until their turn. It changes nothing
 * before it is continued. A lease that is extended moves to the end of the leased jobs and is examined again.
 */
export async function startBulk<T>(
  context: QueueContext<unknown, T>,
  options: BulkOptions,
  redacted: Redacted = {},
): Promise<BulkOperation> {
  const { operation, filter, change, by = "" } = validateOptions(options, "operation filter change by");
  if (!Object.hasOwn(STATES_OF, operation))
    throw invalidArgument(`operation is one of ${Object.keys(STATES_OF).join(", ")}`);
  const args = filterArguments(filter, { now: context.now(), codec: context.codec, ...redacted });
  const states: readonly string[] = STATES_OF[operation];
  if (!states.includes(filter.state))
    throw invalidArgument(`${operation} takes jobs that are ${states.join(", ")}, not ${filter.state}`);
  if (change !== undefined && operation !== "redrive") throw invalidArgument("only redrive takes a change");
  const valid = change && validateChange(change);
  const nothing = { place: parseCursor(undefined), limit: 0, most: 0, counts: true };
  const { now, tick, total } = await searchSlice(context, args, nothing);
  const id = newId(now);
  const begun: BulkOperation = {
    id,
    operation,
    filter,
    ...(valid && { change: toJobChange(valid) }),
    status: "running",
    examined: 0,
    total,
    skipped: 0,
    matched: 0,
    changed: 0,
    startedAt: now,
    updatedAt: now,
    by: by === "" ? by : validateId(by),
  };
  const needsCodec = valid?.patch !== undefined && hasOwnCodec(context) ? (true as const) : undefined;
  const stored = { version: 0, operation: begun, args, entered: tick, cursor: undefined };
  const saved = await storeOperation(context, { ...stored, ...withoutUndefined({ change: valid, needsCodec }) });
  // A queue that does not exist stores no operation.
  return saved?.stored.operation ?? { ...begun, status: "finished" };
}

/** Limits of the continuation of a bulk operation. */
export interface ContinueOptions {
  /** The time limit; two seconds unless set. */
  budget?: Duration;
  /** The most slices, each of which sends three requests if no other client continues the operation. */
  slices?: number;
}

/** Continues a bulk operation for a time, or until it is finished. Resolves with its progress. */
export async function continueBulk<T>(
  context: QueueContext<unknown, T>,
  id: string,
  options: ContinueOptions = {},
): Promise<BulkOperation> {
  return (await continueStored(context, await findExistingBulk(context, id), options)).operation;
}

/** Continues a stored operation as `continueBulk` does. */
export async function continueStored<T>(
  context: QueueContext<unknown, T>,
  found: StoredBulk,
  options: ContinueOptions = {},
): Promise<StoredBulk> {
  const { budget = "2s", slices = 1_000_000 } = validateOptions(options, "budget slices");
  const deadline = monotonicNow() + toMilliseconds(budget, "budget", { min: 1, max: 3_600_000 });
  validateInteger(slices, "slices", { min: 1 });
  let stored = found;
  if (!canContinue(context, found))
    throw invalidArgument(
      "the operation changes payloads as the codec or the schema of its queue requires; continue it with a client that has them",
    );
  for (let done = 0; stored.operation.status === "running" && done < slices && monotonicNow() < deadline; done++)
    stored = await saveSlice(context, stored, await nextSlice(context, stored));
  return stored;
}

/** Reports whether a client can continue an operation: whether it has what the change of payloads needs. */
export function canContinue<T>(context: QueueContext<unknown, T>, { operation, needsCodec }: StoredBulk): boolean {
  return !needsCodec || operation.status !== "running" || hasOwnCodec(context);
}

/** Stops a bulk operation. The jobs that it has changed stay changed. */
export async function stopBulk<T>(context: QueueContext<unknown, T>, id: string): Promise<BulkOperation> {
  return (await stopStored(context, await findExistingBulk(context, id))).operation;
}

/** Stops a stored operation as `stopBulk` does. */
export function stopStored<T>(context: QueueContext<unknown, T>, found: StoredBulk): Promise<StoredBulk> {
  return updateStored(context, found, (current) =>
    current.status === "running" ? { ...current, status: "stopped" } : current,
  );
}

/** Examines a slice of the state and changes the jobs that match. Returns the operation with its progress. */
async function nextSlice<T>(context: QueueContext<unknown, T>, stored: StoredBulk): Promise<StoredBulk> {
  const { operation, args, entered, cursor } = stored;
  const place = parseCursor(cursor);
  // A change needs the stored jobs, not only their ids.
  const idsOnly = stored.change === undefined;
  const slice = await searchSlice(context, args, { place, limit: MAX_CHANGED, most: SLICE, entered, idsOnly });
  const { changed, skipped, problem } = await changeJobs(context, stored, slice);
  return {
    ...stored,
    cursor: slice.next && formatCursor(slice.next),
    operation: {
      ...operation,
      status: slice.next === undefined ? "finished" : "running",
      examined: slice.examined,
      total: Math.max(slice.total, slice.examined),
      skipped: operation.skipped + slice.skipped + skipped,
      matched: operation.matched + slice.found.length,
      changed: operation.changed + changed,
      ...(problem !== undefined && { problem }),
      updatedAt: slice.now,
    },
  };
}

/** Stores the progress of a slice, or only what it has changed if another client has stored progress meanwhile. */
async function saveSlice<T>(
  context: QueueContext<unknown, T>,
  before: StoredBulk,
  next: StoredBulk,
): Promise<StoredBulk> {
  const saved = await storeOperation(context, next);
  if (!saved) throw unknownOperation(next.operation.id);
  const changed = next.operation.changed - before.operation.changed;
  if (saved.isOurs || changed === 0) return saved.stored;
  // Most of these jobs are among the matches of the other client, but no two clients change the same job.
  return updateStored(context, saved.stored, (current) => ({
    ...current,
    changed: current.changed + changed,
    matched: Math.max(current.matched, current.changed + changed),
  }));
}

/** Changes the matches of a slice that have not changed since. Returns the numbers of those that were changed, and of those that could not be. */
async function changeJobs<T>(
  context: QueueContext<unknown, T>,
  { operation: { operation }, change }: StoredBulk,
  { found, entries }: SearchSlice,
): Promise<{ changed: number; skipped: number; problem?: string | undefined }> {
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return { changed: 0, skipped: 0 };
  if (change) {
    const { redriven, refusals } = await redriveStored(context, found, change);
    return { changed: redriven, skipped: refusals.length, problem: refusals.at(-1)?.message };
  }
  if (operation === "redrive") return { changed: (await redriveFound(context, ids, { entries })).redriven, skipped: 0 };
  const results =
    operation === "cancel" ? await cancel(context, ids, { entries }) : await promote(context, ids, { entries });
  return { changed: results.filter(({ ok }) => ok).length, skipped: 0 };
}

/** Reports whether a client has a codec or a schema without which payloads cannot be changed. */
function hasOwnCodec<T>({ codec, schema }: QueueContext<unknown, T>): boolean {
  return !codec.isJson || schema !== undefined;
}

function toJobChange({ patch, ...others }: ValidChange): JobChange {
  return { ...(patch !== undefined && { data: JSON.parse(patch) }), ...others };
}
