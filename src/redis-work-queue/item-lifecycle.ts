// Adds, leases and completes items.

import {
  invalidArgument,
  validateBatch,
  validateCount,
  validateId,
  validateInteger,
  validateObject,
  validateOptions,
} from "../base/arguments.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { LeaseholdError } from "../base/errors.ts";
import { randomName } from "../base/random.ts";
import { readLetters, readNumbers } from "../engine/call.ts";
import { encodeUtf8, toArgument } from "./bytes.ts";
import { Item, type ItemRef } from "./item.ts";
import { type ItemQueueContext, MAX_BYTES, MAX_SEARCHED, NOTES_SECONDS } from "./item-queue-context.ts";
import { readItems, validateItemId } from "./read-items.ts";
import { add, complete as completeScript, counts as countsScript, lease as leaseScript } from "./scripts.gen.ts";

const MAX_SECONDS = 365 * 86_400;
// The maximum number of ids that one request drops because their items do not exist or are leased.
const MAX_DROPPED = 1_000;
const LEASE = /^(.+)\.([0-9a-f]{40})$/;

/** Options of a request that its sender may repeat. */
export interface RequestOptions {
  /** A request that repeats the key gets the first reply again, and changes nothing. */
  idempotencyKey?: string;
}

/** Options of adding items. */
export interface AddOptions extends RequestOptions {
  /** The time for which the request is remembered, instead of `rememberKeys`. */
  rememberFor?: Duration;
}

/**
 * Adds items, all of them or none. Resolves with true for each item whose id is new. With `overwrites`, an item whose id
 * exists gets the new data.
 */
export async function addItems(
  context: ItemQueueContext,
  items: readonly Item[],
  options: AddOptions & { overwrites?: boolean } = {},
): Promise<boolean[]> {
  const { overwrites = false, rememberFor } = validateOptions(options, "overwrites rememberFor idempotencyKey");
  const requestId = requestIdOf("add", options);
  validateBatch(items);
  if (items.length === 0) return [];
  let size = 0;
  const fields = Array.from(items, (item) => {
    if (!(item instanceof Item)) throw invalidArgument("an item must be an Item");
    size += item.bytes.length;
    return [toArgument(validateItemId(item.idBytes)), toArgument(item.bytes)];
  }).flat();
  if (size > MAX_BYTES)
    throw new LeaseholdError("too_large", `the items of a request must not exceed ${MAX_BYTES} bytes`);
  const remember =
    rememberFor === undefined
      ? rememberTime(context, options)
      : toMilliseconds(rememberFor, "rememberFor", { min: 1_000 });
  const args = {
    clock: context.clock(),
    prefix: context.prefix,
    remember,
    markSeconds: NOTES_SECONDS,
    overwrites: overwrites ? 1 : 0,
    maxSearched: MAX_SEARCHED,
    fields,
  };
  const letters = readLetters(await context.call(add, { args, requestId }), items.length);
  context.noteAnswered(requestId);
  return [...letters].map((letter) => letter === "a");
}

/** Options of leasing items. */
export interface LeaseOptions extends RequestOptions {
  /** The maximum number of items; 1 unless set. */
  count?: number;
}

/** Leases items for a number of seconds. */
export async function lease(context: ItemQueueContext, seconds: number, options: LeaseOptions = {}): Promise<Item[]> {
  const { count = 1, idempotencyKey } = validateOptions(options, "count idempotencyKey");
  validateInteger(seconds, "seconds", { min: 1, max: MAX_SECONDS });
  validateCount(count);
  // A request may have dropped so many ids that it leased nothing, although more items wait.
  for (;;) {
    const requestId = requestIdOf("lease", options);
    // A request with an idempotency key may be repeated by another process, which must then hold the same leases.
    const holder = idempotencyKey === undefined ? `${context.session}.${requestId}` : requestId;
    const args = {
      prefix: context.prefix,
      count,
      seconds,
      holder,
      remember: rememberTime(context, options),
      maxDropped: MAX_DROPPED,
      maxBytes: MAX_BYTES,
    };
    const reply = await context.call(leaseScript, { args, requestId });
    const [more, ...values] = reply.values;
    const items = readItems({ ...reply, values }, holder);
    if (items.length > 0) context.noteAnswered(requestId);
    if (items.length > 0 || more !== "1") return items;
  }
}

/** Completes an item. Resolves with true for the first caller that does. */
export async function complete(
  context: ItemQueueContext,
  item: ItemRef,
  options: RequestOptions = {},
): Promise<boolean> {
  const { id, idBytes, lease = "" } = validateObject(item, "an item");
  const itemId = validateItemId(idBytes ?? encodeUtf8(id, "an id"));
  // An invalid lease must not count as none: without a lease, an item of any holder is removed.
  const [, holder = "", digest = ""] = LEASE.exec(lease) ?? [];
  if (lease !== "" && digest === "") throw invalidArgument("a lease must be the `lease` of a leased item");
  const requestId = requestIdOf("complete", validateOptions(options, "idempotencyKey"));
  const args = {
    prefix: context.prefix,
    remember: rememberTime(context, options),
    maxSearched: MAX_SEARCHED,
    id: toArgument(itemId),
    holder,
    digest,
    hasKey: options.idempotencyKey === undefined ? 0 : 1,
  };
  const isRemoved = readNumbers(await context.call(completeScript, { args, requestId }))[0] === 1;
  // Without an idempotency key, Redis remembers only these replies (lua/complete.lua).
  if (isRemoved || holder === "") context.noteAnswered(requestId);
  return isRemoved;
}

/** Resolves with the number of waiting ids and of ids in processing. */
export async function readCounts(context: ItemQueueContext): Promise<{ queued: number; processing: number }> {
  const [queued = 0, processing = 0] = readNumbers(await context.call(countsScript, { args: {} }));
  return { queued, processing };
}

/** Returns the time in ms for which the reply to a request is remembered. */
function rememberTime(context: ItemQueueContext, { idempotencyKey }: RequestOptions): number {
  return idempotencyKey === undefined ? context.rememberRequests : context.rememberKeys;
}

/**
 * Returns the identity of a request: a random name; for a request with an idempotency key, the operation, a space and
 * the key. Random names contain no space, so identities of two operations are never equal.
 */
function requestIdOf(operation: string, { idempotencyKey }: RequestOptions): string {
  return idempotencyKey === undefined ? randomName() : `${operation} ${validateId(idempotencyKey)}`;
}
