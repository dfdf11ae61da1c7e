// Settling jobs by id and fence.

import { validateBatch, validateId, validateOptions } from "../../base/arguments.ts";
import { isTransient } from "../../base/deadline.ts";
import type { LeaseholdError } from "../../base/errors.ts";
import { batchOf } from "../../engine/batching.ts";
import { badReplyError, readLetters } from "../../engine/call.ts";
import { newRequest, type RequestIdentity } from "../../engine/request.ts";
import type { Context } from "./context.ts";
import type { RequestOptions } from "./enqueue.ts";
import { readSettled, type SettleResult } from "./record.ts";
import { type PreparedItem, prepareItems, type SettleItem } from "./settle-items.ts";
import { LEFT, sendPart, sendTurn, type Wanted } from "./turn.ts";

/** A job to settle, and the request that carries it with others, once it was sent. */
export interface Settling {
  item: PreparedItem;
  request?: SharedRequest;
  place?: number;
}

/** A request that settles the jobs of several callers. Until it is answered, it is sent again as a whole. */
class SharedRequest {
  readonly items: PreparedItem[];
  readonly #context: Context<unknown>;
  readonly #name: RequestIdentity;
  #outcomes: Promise<SettleResult[]> | undefined;

  constructor(context: Context<unknown>, settlings: Settling[]) {
    this.#context = context;
    this.#name = newRequest(context.keepRequests);
    this.items = settlings.map(({ item }) => item);
    for (const [place, settling] of settlings.entries()) Object.assign(settling, { request: this, place });
  }

  /** Returns the outcomes of its first items, by its first answer. The others are left to another request. */
  send(): Promise<SettleResult[]> {
    this.#outcomes ??= this.#name
      .during(() => this.#sendOnce())
      .catch((error: unknown) => {
        this.#outcomes = undefined;
        throw error;
      });
    return this.#outcomes;
  }

  async #sendOnce(): Promise<SettleResult[]> {
    const { items } = this;
    const reply = await sendPart(this.#context, settleTurn(this.#context, items, this.#name));
    const [letters = ""] = readLetters(reply, items.length).split(LEFT);
    if (letters === "") throw badReplyError(reply);
    return readSettled(letters, items);
  }
}

/**
 * Settles a job in a request that it may share with other calls. Repeated with the same `settling`, it sends that request
 * again, so that the answer never contradicts the effect of the first one.
 */
export async function settleOne<T>(context: Context<T>, settling: Settling): Promise<SettleResult> {
  const { item, request, place = 0 } = settling;
  try {
    if (request) {
      request.items[place] = item;
      const outcome = (await request.send())[place];
      if (outcome) return outcome;
    }
    const [, , detail = "", error = ""] = item.fields;
    const batch = batchOf(context as Context<unknown>, "settle", (settlings: Settling[]) =>
      new SharedRequest(context as Context<unknown>, settlings).send(),
    );
    return await batch.add(settling, detail.length + error.length);
  } catch (error) {
    // After a clear refusal, which took no effect, the next request need not settle the jobs of others.
    if (!isTransient(error) && (error as Partial<LeaseholdError>).code !== "redis_error") delete settling.request;
    throw error;
  }
}

/** Settles any mix of jobs in one request. */
export async function settle<T>(
  context: Context<T>,
  items: readonly SettleItem[],
  options: RequestOptions = {},
): Promise<SettleResult[]> {
  const { idempotencyKey } = validateOptions(options, "idempotencyKey");
  if (idempotencyKey !== undefined) validateId(idempotencyKey);
  validateBatch(items);
  if (items.length === 0) return [];
  const prepared = prepareItems(context, items);
  if (idempotencyKey === undefined && prepared.length === 1) {
    return [await settleOne(context, { item: prepared[0] as PreparedItem })];
  }
  const request = await context.request(idempotencyKey, ["settle", prepared.map(({ content }) => content)]);
  return settlePrepared(context, prepared, request);
}

/** Settles validated items, for the first time or again. */
export async function settlePrepared<T>(
  context: Context<T>,
  items: PreparedItem[],
  request: RequestIdentity,
): Promise<SettleResult[]> {
  const reply = await request.during(() => sendTurn(context, settleTurn(context, items, request)));
  return readSettled(readLetters(reply, items.length), items);
}

/** Returns a turn that leases nothing. */
function settleTurn<T>(context: Context<T>, items: PreparedItem[], request: RequestIdentity): Wanted {
  return { count: 0, duration: context.lease, worker: "", items, request };
}
