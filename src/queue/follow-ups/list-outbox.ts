// The follow-ups in the outbox, as `Queue.outbox` lists them.

import { invalidArgument, validateCount, validateOptions } from "../../base/arguments.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { timeOfTick } from "../jobs/stored/record.ts";
import type { OutboxList, OutboxOptions } from "../jobs/turn.ts";
import { readOutbox } from "./outbox-entry.ts";

const MAX_BYTES = 4_000_000;

/** Lists follow-ups in the outbox, oldest first. */
export async function listOutbox<T>(context: QueueContext<T>, options: OutboxOptions = {}): Promise<OutboxList> {
  const { cursor = "0", limit = 100 } = validateOptions(options, "cursor limit");
  if (!/^\d{1,15}$/.test(cursor)) throw invalidArgument("cursor must be the cursor of the previous page");
  const page = { after: cursor, limit: validateCount(limit, "limit"), bytes: MAX_BYTES };
  const { total, entries } = await readOutbox(context, page);
  return {
    total,
    jobs: entries.map(({ id, target, tick }) => ({ id, queue: target, since: timeOfTick(Number(tick)) })),
    // After a later page, only an empty one is known to be the last.
    cursor: cursor === "0" && entries.length === total ? undefined : entries.at(-1)?.tick,
  };
}
