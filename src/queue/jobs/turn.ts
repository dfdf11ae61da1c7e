// The choice between the full script of a turn and the plain one, which covers most turns.
import { badReplyError, type Reply, readLetters } from "../../engine/call.ts";
import { bucketDigit } from "../../engine/keys.ts";
import type { RequestIdentity } from "../../engine/request.ts";
import { turnPlain, turn as turnScript } from "../../engine/scripts.gen.ts";
import type { Context } from "./context.ts";
import { isRegistrationDue, keepRegistered } from "./registration.ts";
import type { PreparedItem } from "./settle-items.ts";

/** The parts of a turn in the form of the scripts. */
export interface Wanted {
  count: number;
  duration: number;
  worker: string;
  items: PreparedItem[];
  request: RequestIdentity;
}

// The letter of an item that is left to the next request, since Redis needs time to free large payloads. So are all items
// after it.
export const LEFT = "M";

/** Sends a turn, in several requests where it settles very large payloads. The last one leases. */
export async function sendTurn<T>(context: Context<T>, wanted: Wanted): Promise<Reply> {
  let reply = await sendPart(context, wanted);
  let [letters = ""] = reply.values;
  for (let part = 1; letters.includes(LEFT); part++) {
    const items = wanted.items.filter((_, i) => letters[i] === LEFT);
    reply = await sendPart(context, { ...wanted, items, request: wanted.request.part(part) });
    const settled = [...readLetters(reply, items.length)];
    if (settled[0] === LEFT) throw badReplyError(reply);
    letters = Array.from(letters, (letter) => (letter === LEFT ? settled.shift() : letter)).join("");
    reply.values[0] = letters;
  }
  return reply;
}

/**
 * Sends one request. The plain script serves jobs that are completed and not kept, in a third less of Redis's time; it
 * answers `odd`, and has changed nothing, where more is to be done.
 */
export async function sendPart<T>(context: Context<T>, wanted: Wanted): Promise<Reply> {
  const { count, duration, worker, items, request } = wanted;
  const withResults = items.filter(({ result }) => result !== "");
  const results = withResults.map(({ id }) => id);
  const beats = count > 0 && context.isBeatDue(worker);
  if (!beats && request.number !== "0" && !context.isOdd("turn") && arePlain(items)) {
    const bucket = items[0] ? bucketDigit(items[0].id) : "";
    const references = items.map(({ reference }) => reference);
    const kept = results.length > 0 ? [...withResults.map(({ result }) => result), String(context.keepResults)] : [];
    const args = { count, duration, worker, bucket, items: [...references, ...kept] };
    const reply = await context.call(turnPlain, args, { request, results });
    if (reply.status !== "odd") return reply;
    context.noteOdd("turn");
  }
  const args = {
    count,
    duration,
    worker,
    // p: the options state a policy, which is noted for the cleans of other clients.
    beats: beats ? (context.limitsRetention ? "p" : "1") : "",
    items: items.flatMap(({ fields }) => fields),
  };
  const reply = await context.call(turnScript, args, { request, results });
  if (beats) {
    context.noteBeat(worker);
    const isFlagged = / -[a-z]*u[a-z]* /.test(reply.values[1] ?? "");
    await keepRegistered(context, isRegistrationDue(context, { status: reply.status, isFlagged }));
  }
  return reply;
}

/** Reports whether jobs of one hash are completed, each once, and none of them is kept. */
function arePlain(items: readonly PreparedItem[]): boolean {
  if (!items.every(({ isPlain }) => isPlain)) return false;
  if (items.length < 2) return true;
  const bucket = bucketDigit(items[0]?.id ?? "");
  return (
    items.every(({ id }) => bucketDigit(id) === bucket) && new Set(items.map(({ id }) => id)).size === items.length
  );
}
