// Lets jobs go on whose children have ended. Any client does so: the one that ends a child, one that finds no jobs, and each clean.
// A request that is lost or repeated does no harm, since it goes by the states of the jobs.
import { badReplyError } from "../../engine/call.ts";
import { loadOnDemandScripts } from "../../engine/on-demand.ts";
import { isPlainAllowed, pausePlain } from "../../engine/plain-scripts.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { TurnRequest } from "../jobs/turn.ts";

// The next client continues.
const MAX_ROUNDS = 20;
const MAX_HINTS = 1_000;
const NUMBERS = /^(\d+) ([01])$/;

/** The jobs to look up: those that may have ended or may go on, and with `scans` a part of all that wait. */
interface Resolving {
  ids?: readonly string[];
  /** Jobs that the caller has ended, each after the letter of its ending: C done, F failed. */
  ended?: readonly string[];
  scans?: boolean;
  maxRounds?: number;
}

/** Lets jobs go on whose children have ended. Resolves with the number of those that have stopped waiting. */
export async function resolveWaiting<T>(
  context: QueueContext<T>,
  { ids = [], ended = [], scans = false, maxRounds = MAX_ROUNDS }: Resolving,
): Promise<number> {
  const { resolve } = await loadOnDemandScripts();
  let [hints, resolved] = [[...ended, ...ids.map((id) => `-${id}`)], 0];
  for (let round = 0; round < maxRounds; round++) {
    const reply = await context.call(resolve, { scans: scans ? "1" : "", ids: hints });
    const [, number, more] = NUMBERS.exec(reply.values[0] ?? "") ?? [];
    if (number === undefined) throw badReplyError(reply);
    resolved += Number(number);
    // Others may wait for those that have just ended.
    const further = reply.values.slice(1).filter((line) => line.startsWith("-"));
    if (more === "0" && further.length === 0) break;
    hints = more === "1" ? [...hints, ...further].slice(-MAX_HINTS) : further;
  }
  return resolved;
}

// The part of a header that tells whether there are more jobs.
const MORE = /^(\S+ \S+) [01] (\S+) -/;

/**
 * Lets jobs go on after a turn: those that wait for one that it has ended; and now and then those whose children were ended by
 * others. Never rejects, since the turn has its own result. Resolves with the header of the reply, which states that there are
 * more jobs if some have stopped waiting.
 */
export async function resolveAfterTurn<T>(
  context: QueueContext<T>,
  { header, letters, turn }: { header: string; letters: string; turn: TurnRequest },
): Promise<string> {
  const ended = turn.items.flatMap(({ id }, i) =>
    /[cf]/.test(letters[i] ?? "") ? letters[i]?.toUpperCase() + id : [],
  );
  // A turn that has found jobs does not keep the next one, which may find none, from the look.
  const look = / -$/.test(header) ? "waiting" : "scanning";
  const scans = turn.count > 0 && isPlainAllowed(context.plainPauses, look);
  if (ended.length === 0 && !scans) return header;
  if (scans) pausePlain(context.plainPauses, look);
  try {
    const resolved = await resolveWaiting(context, { ended, scans });
    return resolved > 0 && turn.count > 0 ? header.replace(MORE, "$1 1 $2 -t") : header;
  } catch {
    return header;
  }
}
