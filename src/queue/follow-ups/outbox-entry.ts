// Entries of the outbox: follow-ups for other queues, which have not received them yet. src/lua/lib/follow-ups/outbox.lua describes
// their form.

import { badReplyError, type Reply } from "../../engine/call.ts";
import { loadOnDemandScripts } from "../../engine/on-demand.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

/** An entry of the outbox. */
export interface OutboxEntry {
  /** The number of microseconds, in 15 digits, that orders the entries. */
  tick: string;
  /** The queue to which it is sent. */
  target: string;
  /** The most waiting jobs of that queue; "-" for no limit. */
  maxLength: string;
  /** The options of the job in the form of the scripts. */
  kind: string;
  id: string;
  payload: string;
}

const ENTRY = /^(\d{15})\n([^\n]+)\n(\d+|-)\n([^\n]+)\n([^\n]+)\n(.*)$/s;

/** A part of the outbox. */
export interface OutboxPage {
  now: number;
  /** The number of all entries. */
  total: number;
  /** The time at which the queue was created, which tells it from a later one of its name. */
  born: string;
  entries: OutboxEntry[];
}

/** Reads at most `limit` entries with ticks above `after`, fewer if they are large. */
export async function readOutbox<T>(
  context: QueueContext<T>,
  { after, limit, bytes }: { after: string; limit: number; bytes: number },
): Promise<OutboxPage> {
  const { outbox } = await loadOnDemandScripts();
  const reply = await context.call(outbox, { after, limit, bytes });
  const [, now, total, born = ""] = /^(\d+) (\d+) (\d+)$/.exec(reply.values[0] ?? "") ?? [];
  if (now === undefined) throw badReplyError(reply);
  return {
    now: Number(now),
    total: Number(total),
    born,
    entries: reply.records.map((text) => parseEntry(reply, text)),
  };
}

/** Parses the text of an entry. */
function parseEntry(reply: Reply, text: string): OutboxEntry {
  const [, tick, target = "", maxLength = "", kind = "", id = "", payload = ""] = ENTRY.exec(text) ?? [];
  if (tick === undefined) throw badReplyError(reply);
  return { tick, target, maxLength, kind, id, payload };
}
