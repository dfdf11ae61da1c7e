// Putting items in, leasing and completing them.

import {
  validateId as checkName,
  invalidArgument,
  validateBatch,
  validateCount,
  validateInteger,
  validateObject,
  validateOptions,
} from "../base/arguments.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { LeaseholdError } from "../base/errors.ts";
import { randomName } from "../base/random.ts";
import { badReplyError, type Reply, readLetters, readNumbers } from "../engine/call.ts";
import { argument, bytesOf, fromReply } from "./bytes.ts";
import { type Context, LIFE, MAX_BYTES, REACH } from "./context.ts";
import { Item, type ItemRef } from "./item.ts";
import { add, complete as completeScript, counts as countsScript, lease as leaseScript } from "./scripts.gen.ts";

const MAX_ID_BYTES = 1_024;
const MAX_SECONDS = 365 * 86_400;
const DIGEST = 40;
const LEASE = /^(.+)\.([0-9a-f]{40})$/;

/** A request that its sender may send again. */
export interface RequestOptions {
  /** The same idempotency key again gets the first reply again, and changes nothing. */
  idempotencyKey?: string;
}

/** Options of adding items. */
export interface AddOptions extends RequestOptions {
  /** The time for which the request is remembered, instead of `rememberKeys`. */
  rememberFor?: Duration;
}

/** Adds items, all of them or none; true for each whose id was not there. `always` gives those that were new data. */
export async function addItems(
  context: Context,
  items: readonly Item[],
  options: AddOptions & { always?: boolean } = {},
): Promise<boolean[]> {
  const { always = false, rememberFor } = validateOptions(options, "always rememberFor idempotencyKey");
  const idempotencyKey = idempotencyKeyOf("add", options);
  validateBatch(items);
  if (items.length === 0) return [];
  let size = 0;
  const fields = Array.from(items, (item) => {
    if (!(item instanceof Item)) throw invalidArgument("an item must be an Item");
    size += item.bytes.length;
    return [argument(checkId(item.idBytes)), argument(item.bytes)];
  }).flat();
  if (size > MAX_BYTES) throw new LeaseholdError("too_large", `the items of a request may take ${MAX_BYTES} bytes`);
  const args = {
    clock: context.clock(),
    root: context.prefix,
    keep:
      rememberFor === undefined ? keepOf(context, options) : toMilliseconds(rememberFor, "rememberFor", { min: 1_000 }),
    life: LIFE,
    always: always ? 1 : 0,
    reach: REACH,
    fields,
  };
  const letters = readLetters(await context.call(add, args, idempotencyKey), items.length);
  context.noteAnswered(idempotencyKey);
  return [...letters].map((letter) => letter === "a");
}

/** Options of leasing items. */
export interface LeaseOptions extends RequestOptions {
  /** The most items to lease; 1 unless set. */
  count?: number;
}

/** Takes items out for a number of seconds. */
export async function lease(context: Context, seconds: number, options: LeaseOptions = {}): Promise<Item[]> {
  const { count = 1, idempotencyKey: named } = validateOptions(options, "count idempotencyKey");
  validateInteger(seconds, "seconds", { min: 1, max: MAX_SECONDS });
  validateCount(count);
  for (;;) {
    const idempotencyKey = idempotencyKeyOf("lease", options);
    // The repeated request may come from another process, which must hold the items that it gets.
    const holder = named === undefined ? `${context.session}.${idempotencyKey}` : idempotencyKey;
    const { prefix: root } = context;
    const keep = keepOf(context, options);
    const args = { root, count, seconds, holder, keep, limit: 1_000, most: MAX_BYTES };
    const reply = await context.call(leaseScript, args, idempotencyKey);
    const [more, ...values] = reply.values;
    const items = readItems({ ...reply, values }, holder);
    if (items.length > 0) context.noteAnswered(idempotencyKey);
    if (items.length > 0 || more !== "1") return items;
  }
}

/** Removes an item; true for the first who does. */
export async function complete(context: Context, item: ItemRef, options: RequestOptions = {}): Promise<boolean> {
  const { id, idBytes, lease: held = "" } = validateObject(item, "an item");
  const bytes = checkId(idBytes ?? bytesOf(id, "an id"));
  // A value that is no lease must not count as none, with which the item of another holder is removed.
  const [, holder = "", digest = ""] = LEASE.exec(held) ?? [];
  if (held !== "" && digest === "") throw invalidArgument("a lease must be one that an item came with");
  const { prefix: root } = context;
  const keep = keepOf(context, options);
  const idempotencyKey = idempotencyKeyOf("complete", validateOptions(options, "idempotencyKey"));
  const hasKey = options.idempotencyKey === undefined ? 0 : 1;
  const args = { root, keep, reach: REACH, id: argument(bytes), holder, digest, hasKey };
  const isRemoved = readNumbers(await context.call(completeScript, args, idempotencyKey))[0] === 1;
  if (isRemoved || holder === "") context.noteAnswered(idempotencyKey);
  return isRemoved;
}

/** Returns the number of items that wait and that are in processing. */
export async function counts(context: Context): Promise<{ queued: number; processing: number }> {
  const [queued = 0, processing = 0] = readNumbers(await context.call(countsScript, {}));
  return { queued, processing };
}

/** The items of a reply: "i", digest and id, then "d" and data. */
export function readItems(reply: Reply, holder?: string): Item[] {
  const { values } = reply;
  const items: Item[] = [];
  for (let at = 0; at + 1 < values.length; at += 2) {
    const [head = "", data = ""] = [values[at], values[at + 1]];
    if (!/^i[0-9a-f]{40}/.test(head) || !data.startsWith("d")) throw badReplyError(reply);
    const digest = head.slice(1, DIGEST + 1);
    const id = fromReply(head.slice(DIGEST + 1));
    items.push(new Item(fromReply(data.slice(1)), id, holder && `${holder}.${digest}`));
  }
  return items;
}

/** An id that we send: the other clients take an empty one for none. */
export function checkId(id: Uint8Array): Uint8Array {
  if (id instanceof Uint8Array && id.length > 0 && id.length <= MAX_ID_BYTES) return id;
  throw invalidArgument(`an id must be 1 to ${MAX_ID_BYTES} bytes`);
}

/** Returns the time in ms for which a request is remembered. */
function keepOf(context: Context, { idempotencyKey }: RequestOptions): number {
  return idempotencyKey === undefined ? context.keepRequests : context.keepKeys;
}

/** Names a request; those of two operations never meet, since what we make up ourselves holds no space. */
function idempotencyKeyOf(operation: string, { idempotencyKey }: RequestOptions): string {
  return idempotencyKey === undefined ? randomName() : `${operation} ${checkName(idempotencyKey)}`;
}
