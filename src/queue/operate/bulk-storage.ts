// The storage of bulk operations: each is an entry of a hash of its queue, with a version that each change raises.
import { invalidArgument, validateId } from "../../base/arguments.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { badReplyError, readHeader } from "../../engine/call.ts";
import type { JobState } from "../../engine/keys.ts";
import { readBulk, saveBulk } from "../../engine/scripts.gen.ts";
import type { FilterArguments, JobFilter } from "../inspect/job-filter.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { JobChange, ValidChange } from "./job-change.ts";

/** The operations, and the states whose jobs each of them takes. */
export const STATES_OF = {
  cancel: ["ready", "delayed", "blocked", "leased"],
  promote: ["delayed"],
  redrive: ["failed"],
} as const satisfies Record<string, readonly JobState[]>;

/** A bulk operation: what it does, and how far it has come. */
export interface BulkOperation {
  id: string;
  operation: keyof typeof STATES_OF;
  filter: JobFilter;
  /** The change with which `redrive` redrives them, if it has one. */
  change?: JobChange;
  status: "running" | "stopped" | "finished";
  /** The number of jobs that were examined, of `total`, as in a search. */
  examined: number;
  total: number;
  /**
   * The number of examined jobs whose payload could not be compared, as in a search, or not be changed as asked. They stay as
   * they are.
   */
  skipped: number;
  /** The reason for which the last job was skipped that could not be changed as asked. */
  problem?: string;
  matched: number;
  /** The number of jobs that were changed; others had left the state meanwhile. */
  changed: number;
  startedAt: number;
  updatedAt: number;
  /** A name for the person or the program that began it. */
  by: string;
}

/** A bulk operation as it is stored. */
export interface StoredBulk {
  version: number;
  operation: BulkOperation;
  /** The filter with its ages as times, which do not move while the operation goes on, and whether values are redacted. */
  args: FilterArguments;
  /** The last tick of the queue at the beginning: jobs that enter the state later have later ones. */
  entered: number;
  cursor: string | undefined;
  change?: ValidChange;
  /** True if the change needs the codec or the schema of the client that began the operation. */
  needsCodec?: true;
}

const MAX_OPERATIONS = 20;

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

/** Returns a bulk operation. Rejects if there is none. */
export async function findExistingBulk<T>(context: QueueContext<unknown, T>, id: string): Promise<StoredBulk> {
  const stored = await findBulk(context, id);
  if (!stored) throw unknownOperation(id);
  return stored;
}

/** Stores a change of an operation, also if other clients store theirs at the same time. */
export async function updateStored<T>(
  context: QueueContext<unknown, T>,
  found: StoredBulk,
  change: (current: BulkOperation) => BulkOperation,
): Promise<StoredBulk> {
  for (let stored = found; ; ) {
    const operation = change(stored.operation);
    if (operation === stored.operation) return stored;
    const saved = await storeOperation(context, { ...stored, operation });
    if (!saved) throw unknownOperation(operation.id);
    if (saved.isOurs) return saved.stored;
    stored = saved.stored;
  }
}

/** Returns the error for an operation that does not exist. */
export function unknownOperation(id: string): LeaseholdError {
  return invalidArgument(`there is no bulk operation ${id}`);
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
export async function storeOperation<T>(
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
