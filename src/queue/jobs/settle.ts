// Settling jobs by id and fence.

import { validateBatch, validateId, validateOptions } from "../../base/arguments.ts";
import { isTransient } from "../../base/deadline.ts";
import type { LeaseholdError } from "../../base/errors.ts";
import { batchOf } from "../../engine/batching.ts";
import { badReplyError, readLetters } from "../../engine/call.ts";
import type { RequestIdentity } from "../../engine/request.ts";
import type { RequestOptions } from "./enqueue.ts";
import type { QueueContext } from "./queue-context.ts";
import { type PreparedItem, prepareItems, type SettleItem } from "./settle-items.ts";
import { readSettleLetters, type SettleResult } from "./stored/letters.ts";
import { type AddedFollowUps, hasFollowUps, LEFT_FOR_NEXT, sendTurn, sendTurnPart, type TurnRequest } from "./turn.ts";

/** An item to settle; once it was sent, also the request that carries it with others, and its index there. */
export interface SettleAttempt {
  item: PreparedItem;
  request?: SharedRequest;
  index?: number;
}

/** A request that settles the jobs of several callers. It is repeated as a whole until Redis replies. */
class SharedRequest {
  readonly items: PreparedItem[];
  readonly #context: QueueContext<unknown>;
  readonly #identity: RequestIdentity;
  #results: Promise<SettleResult[]> | undefined;

  /** Creates the request of some attempts, and notes in each attempt the request and the index of its item. */
  constructor(context: QueueContext<unknown>, attempts: SettleAttempt[]) {
    this.#context = context;
    this.#identity = context.newRequest();
    this.items = attempts.map(({ item }) => item);
    for (const [index, attempt] of attempts.entries()) Object.assign(attempt, { request: this, index });
  }

  /** Resolves with the results of the first items, from the first reply. The other items are left to another request. */
  send(): Promise<SettleResult[]> {
    this.#results ??= this.#identity
      .during(() => this.#sendOnce())
      .catch((error: unknown) => {
        this.#results = undefined;
        throw error;
      });
    return this.#results;
  }

  /** Sends the request once. Resolves with the results of the items before the first one that is left for the next request. */
  async #sendOnce(): Promise<SettleResult[]> {
    const { items } = this;
    const added: AddedFollowUps = new Map();
    const turn = settlingTurn(this.#context, { items, request: this.#identity });
    const reply = await sendTurnPart(this.#context, turn, added);
    const [letters = ""] = readLetters(reply, items.length).split(LEFT_FOR_NEXT);
    if (letters === "") throw badReplyError(reply);
    return readSettleLetters(letters, items, added);
  }
}

/**
 * Settles a job in a request that it may share with other calls. Repeated with the same `attempt`, it repeats that request, so
 * that the result never contradicts what the first request has done.
 */
export async function settleOne<T>(context: QueueContext<T>, attempt: SettleAttempt): Promise<SettleResult> {
  const { item, request, index = 0 } = attempt;
  try {
    if (request) {
      request.items[index] = item;
      const result = (await request.send())[index];
      if (result) return result;
    }
    const kind = hasFollowUps(item) ? "settle linked" : "settle";
    const batch = batchOf(context as QueueContext<unknown>, kind, (attempts: SettleAttempt[]) =>
      new SharedRequest(context as QueueContext<unknown>, attempts).send(),
    );
    return await batch.add(attempt, item.size - item.reference.length);
  } catch (error) {
    // A clear rejection took no effect, so the next attempt need not repeat the request with the jobs of others.
    if (!isTransient(error) && (error as Partial<LeaseholdError>).code !== "redis_error") delete attempt.request;
    throw error;
  }
}

/** Settles any mix of jobs in one request. */
export async function settle<T>(
  context: QueueContext<T>,
  items: readonly SettleItem[],
  options: RequestOptions = {},
): Promise<SettleResult[]> {
  const { idempotencyKey } = validateOptions(options, "idempotencyKey");
  if (idempotencyKey !== undefined) validateId(idempotencyKey);
  validateBatch(items);
  if (items.length === 0) return [];
  const linked = prepareItems(context, items);
  const prepared = linked instanceof Promise ? await linked : linked;
  if (idempotencyKey === undefined && prepared.length === 1) {
    return [await settleOne(context, { item: prepared[0] as PreparedItem })];
  }
  const request = await context.requestFor(idempotencyKey, ["settle", prepared.map(({ content }) => content)]);
  return settlePrepared(context, { items: prepared, request });
}

/** Validated items, and the identity of the request that settles them. */
type SettleRequest = Pick<TurnRequest, "items" | "request">;

/** Settles validated items, for the first time or again. */
export async function settlePrepared<T>(context: QueueContext<T>, sent: SettleRequest): Promise<SettleResult[]> {
  const { items, request } = sent;
  const added: AddedFollowUps = new Map();
  const reply = await request.during(() => sendTurn(context, settlingTurn(context, sent), added));
  return readSettleLetters(readLetters(reply, items.length), items, added);
}

/** Returns a turn that settles items and leases nothing. */
function settlingTurn<T>(context: QueueContext<T>, sent: SettleRequest): TurnRequest {
  return { count: 0, duration: context.lease, worker: "", version: "", ...sent };
}
