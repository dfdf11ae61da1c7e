// Leasing, and turns, which settle jobs and lease the next ones in one request. One script serves both.

import {
  toLeaseMilliseconds,
  validateBatch,
  validateCount,
  validateId,
  validateObject,
  validateOptions,
  validateVersion,
  validateWorkerName,
} from "../../base/arguments.ts";
import type { Duration } from "../../base/duration.ts";
import { batchOf } from "../../engine/batching.ts";
import { isPlainAllowed, pausePlain } from "../../engine/plain-scripts.ts";
import { type LeaseResult, readTurnReply, type TurnReply, toLeaseResult } from "./lease-reply.ts";
import type { QueueContext } from "./queue-context.ts";
import { prepareItems, type SettleItem } from "./settle-items.ts";
import { formatHolder, type Holder } from "./stored/holder.ts";
import { readSettleLetters, type SettleResult } from "./stored/letters.ts";
import { type AddedFollowUps, sendTurn, type TurnRequest } from "./turn.ts";

/** Options of a lease. */
export interface LeaseOptions {
  /** The largest number of jobs to lease; 1 unless set. Fewer are leased if their payloads exceed 2 MB in total. */
  count?: number;
  /** The duration of the lease; the queue's `lease` unless set. */
  for?: Duration;
  /** The name of the worker, for `workers()` and `failWorker()`. */
  worker?: string;
  /** The version of the worker's deployment, for the attempts of its jobs. At most 64 bytes. */
  version?: string;
  /** A name for the request. A repeated request gets the first reply. */
  idempotencyKey?: string;
}

/** The items to settle and the jobs to lease in one request. */
export interface TurnOptions {
  settle?: readonly SettleItem[];
  /** Options of the lease; nothing is leased unless set. */
  lease?: Omit<LeaseOptions, "idempotencyKey"> | undefined;
  idempotencyKey?: string;
}

/** The result of each settled item, in order, and the leased jobs. */
export interface TurnResult<T> extends LeaseResult<T> {
  settled: SettleResult[];
}

/** The result of a turn of a loop. */
export interface LoopTurnResult<T> extends TurnResult<T> {
  /** True if the queue has or had groups or limits, which may hold jobs back. */
  hasLimits: boolean;
  /** True if slots of schedules were due, which the client has fired since. */
  wasSlotDue: boolean;
}

/** Leases ready jobs. A call for one job without an idempotency key may share its request with others. */
export async function leaseShared<T>(context: QueueContext<T>, options: LeaseOptions): Promise<LeaseResult<T>> {
  const { count, ...holder } = validateLease(context, options);
  if (count > 1 || options.idempotencyKey !== undefined) return lease(context, options);
  // The calls of one batch are equal, so only their number matters.
  const batch = batchOf(context, `lease ${holder.duration} ${formatHolder(holder)}`, ({ length }: null[]) =>
    leaseOneForEach(context, { count: length, ...holder }),
  );
  return toLeaseResult(context, await batch.add(null));
}

/** Leases ready jobs in a request of its own. */
export async function lease<T>(context: QueueContext<T>, options: LeaseOptions = {}): Promise<LeaseResult<T>> {
  const { idempotencyKey, ...leaseOptions } = validateObject(options, "options");
  const turnOptions = { lease: leaseOptions, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
  const { settled: _, ...leased } = await turn(context, turnOptions, { operation: "lease" });
  return leased;
}

/** Leases a job for each of `count` calls. Calls for which the reply has no room are left to another request. */
async function leaseOneForEach<T>(
  context: QueueContext<T>,
  calls: { count: number; duration: number } & Holder,
): Promise<TurnReply[]> {
  const send = () => requestTurn(context, { ...calls, items: [], request: context.newRequest() });
  const first = await send();
  const reply = shouldLeaseAgain(first) ? await send() : first;
  const { refs, records, more } = reply;
  const histories = reply.histories.values();
  return Array.from({ length: (more && refs.length) || calls.count }, (_, i) => ({
    ...reply,
    refs: refs.slice(i, i + 1),
    records: records.slice(i, i + 1),
    histories: refs[i]?.hasHistory ? [histories.next().value ?? ""] : [],
  }));
}

/** Settles jobs and leases the next ones in one request. */
export async function turn<T>(
  context: QueueContext<T>,
  options: TurnOptions,
  { operation = "turn" }: { operation?: "lease" | "turn" } = {},
): Promise<TurnResult<T>> {
  const { idempotencyKey, settle: items = [], lease } = validateOptions(options, "settle lease idempotencyKey");
  if (idempotencyKey !== undefined) validateId(idempotencyKey);
  validateBatch(items);
  const leased = validateLease(context, lease);
  const linked = prepareItems(context, items);
  const prepared = linked instanceof Promise ? await linked : linked;
  const content = [operation, leased, prepared.map(({ content }) => content)];
  const request = await context.requestFor(idempotencyKey, content);
  const { hasLimits: _, wasSlotDue, ...result } = await turnPrepared(context, { ...leased, items: prepared, request });
  if (lease === undefined || idempotencyKey !== undefined || !shouldLeaseAgain({ ...result, wasSlotDue }))
    return result;
  // The settled jobs have their results even if this request fails.
  return turnPrepared(context, { ...leased, items: [], request: context.newRequest() }).then(
    ({ hasLimits: _, wasSlotDue: __, ...next }) => ({ ...next, settled: result.settled }),
    () => result,
  );
}

/** Reports whether a lease found nothing but slots of schedules, whose jobs are ready since. */
function shouldLeaseAgain(
  reply: Pick<TurnReply, "wasSlotDue" | "paused"> & { jobs?: unknown[]; refs?: unknown[] },
): boolean {
  return reply.wasSlotDue && !reply.paused && (reply.jobs ?? reply.refs)?.length === 0;
}

/** Sends a turn of validated parts, for the first time or again. */
export async function turnPrepared<T>(context: QueueContext<T>, turn: TurnRequest): Promise<LoopTurnResult<T>> {
  const added: AddedFollowUps = new Map();
  const reply = await requestTurn(context, turn, added);
  const settled = reply.letters === "-" ? [] : readSettleLetters(reply.letters, turn.items, added);
  const { hasLimits, wasSlotDue } = reply;
  return { settled, hasLimits, wasSlotDue, ...(await toLeaseResult(context, reply)) };
}

/**
 * Sends a turn and reads its reply. The turn's lane stays in use until then. Once in a while, also forwards follow-ups that wait in
 * the outbox: the client that has put them there may be gone.
 */
async function requestTurn<T>(
  context: QueueContext<T>,
  turn: TurnRequest,
  added: AddedFollowUps = new Map(),
): Promise<TurnReply> {
  const send = async () => readTurnReply(context, await sendTurn(context, turn, added), turn);
  const reply = await turn.request.during(send);
  if (reply.hasOutbox && isPlainAllowed(context.plainPauses, "outbox")) {
    pausePlain(context.plainPauses, "outbox");
    await (await context.loadFollowUps()).forward(context);
  }
  return reply;
}

const NAMES = new Set(["count", "for", "worker", "version", "idempotencyKey"]);

/** Validates the options of a lease. Without options, the count is 0. */
function validateLease<T>(context: QueueContext<T>, lease: LeaseOptions | undefined) {
  const {
    count = 1,
    for: duration = context.lease,
    worker,
    version,
  } = lease === undefined ? {} : validateOptions(lease, NAMES, { label: "lease" });
  return {
    count: lease === undefined ? 0 : validateCount(count),
    duration: toLeaseMilliseconds(duration, "for"),
    worker: validateWorkerName(worker),
    version: validateVersion(version),
  };
}
