// Items that failed because their leases expired too often.
import { validateCount, validateOptions } from "../base/arguments.ts";
import { randomName } from "../base/random.ts";
import { readNumbers } from "../engine/call.ts";
import { encodeUtf8, toArgument } from "./bytes.ts";
import type { Item } from "./item.ts";
import { type ItemQueueContext, MAX_BYTES } from "./item-queue-context.ts";
import { readItems, validateItemId } from "./read-items.ts";
import { failed as failedScript, redrive as redriveScript } from "./scripts.gen.ts";

const MAX_REDRIVEN = 1_000;

/** Resolves with failed items, up to `limit` of them and 4 MB. */
export async function listFailed(context: ItemQueueContext, options: { limit?: number } = {}): Promise<Item[]> {
  const { limit = 100 } = validateOptions(options, "limit");
  const args = { limit: validateCount(limit, "limit"), maxBytes: MAX_BYTES };
  return readItems(await context.call(failedScript, { args }));
}

/** The failed items to redrive. */
export interface RedriveOptions {
  /** The ids of the items; any items unless set. */
  ids?: readonly string[];
  /** The maximum number of items; 1,000 unless set. */
  limit?: number;
}

/** Moves failed items back to the queue. Resolves with their number. */
export async function redrive(context: ItemQueueContext, options: RedriveOptions = {}): Promise<number> {
  const { ids, limit = MAX_REDRIVEN } = validateOptions(options, "ids limit");
  if (ids?.length === 0) return 0;
  const args = {
    prefix: context.prefix,
    remember: context.rememberRequests,
    limit: validateCount(limit, "limit"),
    ids: (ids ?? []).map((id) => toArgument(validateItemId(encodeUtf8(id, "an id")))),
  };
  const requestId = randomName();
  const [redriven = 0] = readNumbers(await context.call(redriveScript, { args, requestId }));
  context.noteAnswered(requestId);
  return redriven;
}
