// Bulk operations: cancel, redrive or promote all jobs that match a filter. An operation is stored with its progress and goes
// on in slices, by whichever client continues it; two that do so at once change no job twice and count none twice.
import { invalidArgument, validateId, validateInteger, validateOptions } from "../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import { newId } from "../../base/random.ts";
import { badReplyError, readHeader } from "../../engine/call.ts";
import type { JobState } from "../../engine/keys.ts";
import { readBulk, saveBulk } from "../../engine/scripts.gen.ts";
import { type FilterArguments, filterArguments, type JobFilter } from "../inspect/job-filter.ts";
import { formatCursor, parseCursor, searchSlice } from "../inspect/search.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { cancel } from "./cancel.ts";
import { promote } from "./promote.ts";
import { redrive } from "./redrive.ts";

/** The operations, and the states whose jobs each of them takes. */
const STATES_OF = {
  cancel: ["ready", "delayed", "leased"],
  promote: ["delayed"],
  redrive: ["failed"],
} as const satisfies Record<string, readonly JobState[]>;

/** A bulk operation: what it does, and how far it has come. */
export interface BulkOperation {
  id: string;
  operation: keyof typeof STATES_OF;
  filter: JobFilter;
  status: "running" | "stopped" | "finished";
  /** The number of jobs that were examined, of `total` in the state. */
  examined: number;
  total: number;
  /** The number of examined jobs whose payload could not be compared, as in a search. They are not changed. */
  skipped: number;
  matched: number;
  /** The number of jobs that were changed; others had left the state meanwhile. */
  changed: number;
  startedAt: number;
  updatedAt: number;
  /** A name for the person or the program that began it. */
  by: string;
}

/** Options of a new bulk operation. */
export interface BulkOptions {
  operation: BulkOperation["operation"];
  filter: JobFilter;
  /** A name for the person or the program that begins it. */
  by?: string;
}

/** A bulk operation as it is stored. */
export interface StoredBulk {
  version: number;
  operation: BulkOperation;
  /** The filter with its ages as times, which do not move while the operation goes on. */
  args: FilterArguments;
  cursor: string | undefined;
}

const MAX_OPERATIONS = 20;
// In entries to examine, and in jobs to change by one request.
const SLICE = 500;
const MAX_CHANGED = 250;

/** Begins a bulk operation, which touches only jobs that are in the state now. It changes nothing before it is continued. */
export async function startBulk<T>(context: QueueContext<unknown, T>, options: BulkOptions): Promise<BulkOperation> {
  const { operation, filter, by = "" } = validateOptions(options, "operation filter by");
  if (!Object.hasOwn(STATES_OF, operation))
    throw invalidArgument(`operation is one of ${Object.keys(STATES_OF).join(", ")}`);
  const args = filterArguments(filter, { now: context.now(), codec: context.codec });
  const states: readonly string[] = STATES_OF[operation];
  if (!states.includes(filter.state))
    throw invalidArgument(`${operation} takes jobs that are ${states.join(", ")}, not ${filter.state}`);
  const nothing = { place: parseCursor(undefined), limit: 0, most: 0, counts: true };
  const { now, total } = await searchSlice(context, args, nothing);
  const id = newId(now);
  const begun: BulkOperation = {
    id,
    operation,
    filter,
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
  const saved = await save(context, { version: 0, operation: begun, args, cursor: undefined });
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
  return (await continueStored(context, await findExisting(context, id), options)).operation;
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
  for (let done = 0; stored.operation.status === "running" && done < slices && monotonicNow() < deadline; done++)
    stored = await saveSlice(context, stored, await nextSlice(context, stored));
  return stored;
}

/** Stops a bulk operation. The jobs that it has changed stay changed. */
export async function stopBulk<T>(context: QueueContext<unknown, T>, id: string): Promise<BulkOperation> {
  return (await stopStored(context, await findExisting(context, id))).operation;
}

/** Stops a stored operation as `stopBulk` does. */
export function stopStored<T>(context: QueueContext<unknown, T>, found: StoredBulk): Promise<StoredBulk> {
  return update(context, found, (current) =>
    current.status === "running" ? { ...current, status: "stopped" } : current,
  );
}

/** Returns the bulk operations of a queue, newest first: those that run, and the last ones that ended. */
export async function listBulkOperations<T>(context: QueueContext<unknown, T>): Promise<BulkOperation[]> {
  const all = await readAll(context);
  return all.map(({ operation }) => operation).sort((a, b) => b.startedAt - a.startedAt);
}

/** Returns the bulk operations that run, oldest first. */
export async function listRunning<T>(context: QueueContext<unknown, T>): Promise<StoredBulk[]> {
  const running = (await readAll(context)).filter(({ operation }) => operation.status === "running");
  return running.sort((a, b) => a.operation.startedAt - b.operation.startedAt);
}

/** Returns a bulk operation. */
export async function findBulk<T>(context: QueueContext<unknown, T>, id: string): Promise<StoredBulk | undefined> {
  validateId(id);
  return (await readAll(context)).find(({ operation }) => operation.id === id);
}

/** Examines a slice of the state and changes the jobs that match. Returns the operation with its progress. */
async function nextSlice<T>(context: QueueContext<unknown, T>, stored: StoredBulk): Promise<StoredBulk> {
  const { operation, args, cursor } = stored;
  const place = parseCursor(cursor);
  const entered = operation.startedAt;
  const slice = await searchSlice(context, args, { place, limit: MAX_CHANGED, most: SLICE, entered, idsOnly: true });
  const ids = slice.jobs.map(({ id }) => id);
  const changed = ids.length === 0 ? 0 : await changeJobs(context, operation.operation, ids);
  return {
    ...stored,
    cursor: slice.next && formatCursor(slice.next),
    operation: {
      ...operation,
      status: slice.next === undefined ? "finished" : "running",
      examined: slice.examined,
      total: Math.max(slice.total, slice.examined),
      skipped: operation.skipped + slice.skipped,
      matched: operation.matched + ids.length,
      changed: operation.changed + changed,
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
  const saved = await save(context, next);
  if (!saved) throw noOperation(next.operation.id);
  const changed = next.operation.changed - before.operation.changed;
  if (saved.isOurs || changed === 0) return saved.stored;
  // Most of these jobs are among the matches of the other client, but no two clients change the same job.
  return update(context, saved.stored, (current) => ({
    ...current,
    changed: current.changed + changed,
    matched: Math.max(current.matched, current.changed + changed),
  }));
}

/** Stores a change of an operation, also if other clients store theirs at the same time. */
async function update<T>(
  context: QueueContext<unknown, T>,
  found: StoredBulk,
  change: (current: BulkOperation) => BulkOperation,
): Promise<StoredBulk> {
  for (let stored = found; ; ) {
    const operation = change(stored.operation);
    if (operation === stored.operation) return stored;
    const saved = await save(context, { ...stored, operation });
    if (!saved) throw noOperation(operation.id);
    if (saved.isOurs) return saved.stored;
    stored = saved.stored;
  }
}

function noOperation(id: string): LeaseholdError {
  return invalidArgument(`there is no bulk operation ${id}`);
}

async function changeJobs<T>(
  context: QueueContext<unknown, T>,
  operation: BulkOperation["operation"],
  ids: readonly string[],
): Promise<number> {
  if (operation === "redrive") return (await redrive(context, { ids, limit: ids.length })).redriven;
  const results = operation === "cancel" ? await cancel(context, ids) : await promote(context, ids);
  return results.filter(({ ok }) => ok).length;
}

async function findExisting<T>(context: QueueContext<unknown, T>, id: string): Promise<StoredBulk> {
  const stored = await findBulk(context, id);
  if (!stored) throw noOperation(id);
  return stored;
}

async function readAll<T>(context: QueueContext<unknown, T>): Promise<StoredBulk[]> {
  const reply = await context.call(readBulk, {});
  const [, ...lines] = reply.values;
  if (Number(readHeader(reply, /^\d+$/)) !== lines.length) throw badReplyError(reply);
  // A damaged entry is left out.
  return lines.flatMap((line) => parseStored(line.slice(line.indexOf(" ") + 1)) ?? []);
}

/**
 * Stores an operation, unless another client has stored it meanwhile. Resolves with what is stored now, and whether it is ours;
 * undefined if the operation or the queue is gone.
 */
async function save<T>(
  context: QueueContext<unknown, T>,
  next: StoredBulk,
): Promise<{ stored: StoredBulk; isOurs: boolean } | undefined> {
  const { version, ...content } = next;
  const text = JSON.stringify(content);
  const args = { id: next.operation.id, version, text, most: MAX_OPERATIONS };
  let reply = await context.call(saveBulk, args);
  if (reply.status === "full") {
    await removeOldest(context);
    reply = await context.call(saveBulk, args);
  }
  if (reply.status === "full")
    throw new LeaseholdError("queue_full", `${MAX_OPERATIONS} bulk operations are running; stop one first`);
  const [found = ""] = reply.values;
  if (found === "0") return undefined;
  const stored = parseStored(found);
  if (!stored) throw badReplyError(reply);
  // The version alone does not tell: another client may have stored the next one too.
  return { stored, isOurs: found === `${version + 1} ${text}` };
}

/** Removes the oldest operation that has ended. */
async function removeOldest<T>(context: QueueContext<unknown, T>): Promise<void> {
  const ended = (await readAll(context)).filter(({ operation }) => operation.status !== "running");
  const [oldest] = ended.sort((a, b) => a.operation.updatedAt - b.operation.updatedAt);
  if (!oldest) return;
  const { operation, version } = oldest;
  await context.call(saveBulk, { id: operation.id, version, text: "", most: MAX_OPERATIONS });
}

/** Parses a stored operation: its version, a space, and JSON. */
function parseStored(text: string): StoredBulk | undefined {
  const [, version, json] = /^(\d+) (\{.*\})$/s.exec(text) ?? [];
  if (version === undefined || json === undefined) return undefined;
  try {
    return { ...(JSON.parse(json) as Omit<StoredBulk, "version">), version: Number(version) };
  } catch {
    return undefined;
  }
}
