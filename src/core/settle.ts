// Settling jobs by id and fence.
import { lettersOf } from "./call.ts";
import type { Context } from "./context.ts";
import type { RequestOptions } from "./enqueue.ts";
import { checkBatch, checkId, checkOptions } from "./limits.ts";
import { readSettled, type Settled } from "./record.ts";
import type { RequestName } from "./request.ts";
import { type PreparedItem, preparedItems, type SettleItem } from "./settle-items.ts";
import { sendTurn } from "./turn.ts";

/** Settles any mix of jobs in one request; `known` is its identity where it was sent before. */
export async function settle<T>(
  context: Context<T>,
  items: readonly SettleItem[],
  options: RequestOptions = {},
  known?: RequestName,
): Promise<Settled[]> {
  const { nonce } = checkOptions(options);
  if (nonce !== undefined) checkId(nonce);
  checkBatch(items);
  if (items.length === 0) return [];
  const prepared = preparedItems(context, items);
  const request = known ?? (await context.request(nonce, ["settle", prepared.map(({ content }) => content)]));
  return settlePrepared(context, prepared, request);
}

/** Settles validated items, for the first time or again. */
export async function settlePrepared<T>(
  context: Context<T>,
  items: PreparedItem[],
  request: RequestName,
): Promise<Settled[]> {
  const wanted = { count: 0, duration: context.lease, worker: "", items, request };
  const reply = await request.during(() => sendTurn(context, wanted));
  return Array.from(lettersOf(reply, items.length), readSettled);
}
