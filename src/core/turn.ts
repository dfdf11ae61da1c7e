// The script behind lease, settle and turn, and the shorter one for what most turns are.
import type { Reply } from "./call.ts";
import type { Context } from "./context.ts";
import { hashDigit } from "./keys.ts";
import { isDueBy, keepRegistered } from "./registry.ts";
import type { RequestName } from "./request.ts";
import { turnPlain, turn as turnScript } from "./scripts.gen.ts";
import type { PreparedItem } from "./settle-items.ts";

/** What a turn asks for, as the scripts take it. */
export interface Wanted {
  count: number;
  duration: number;
  worker: string;
  items: PreparedItem[];
  request: RequestName;
}

/**
 * Sends a turn. Where jobs are only completed, and nothing of them is kept, a script of their own does it for a third less;
 * it says so where it would have to do more, and nothing has changed.
 */
export async function sendTurn<T>(context: Context<T>, wanted: Wanted): Promise<Reply> {
  const { count, duration, worker, items, request } = wanted;
  const beats = count > 0 && context.isBeatDue(worker);
  if (!beats && request.number !== "0" && !context.isOdd && arePlain(items)) {
    const hash = items[0] ? hashDigit(items[0].id) : "";
    const args = { count, duration, worker, hash, items: items.map(({ reference }) => reference) };
    const reply = await context.call(turnPlain, args, { request });
    if (reply.status !== "odd") return reply;
    context.noteOdd();
  }
  const results = items.filter(({ hasResult }) => hasResult).map(({ id }) => id);
  const args = {
    count,
    duration,
    worker,
    // p: the policy is one that somebody stated, to be noted for cleans.
    beats: beats ? (context.limitsRetention ? "p" : "1") : "",
    items: items.flatMap(({ fields }) => fields),
  };
  const reply = await context.call(turnScript, args, { request, results });
  if (beats) {
    context.noteBeat(worker);
    const isFlagged = / -[a-z]*u[a-z]* /.test(reply.rest[1] ?? "");
    await keepRegistered(context, isDueBy(context, { status: reply.status, isFlagged }));
  }
  return reply;
}

/** Whether jobs of one hash are completed, each once, and nothing is kept of them. */
function arePlain(items: readonly PreparedItem[]): boolean {
  if (!items.every(({ isPlain }) => isPlain)) return false;
  if (items.length < 2) return true;
  const hash = hashDigit(items[0]?.id ?? "");
  return items.every(({ id }) => hashDigit(id) === hash) && new Set(items.map(({ id }) => id)).size === items.length;
}
