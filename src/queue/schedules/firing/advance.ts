// Fires the slots of schedules that are due, and stores further slots. Any client does so whose request finds a slot due.
import type { ArgsOf, Reply } from "../../../engine/call.ts";
import { advance } from "../../../engine/on-demand-scripts.gen.ts";
import type { NamedScript } from "../../../engine/script.ts";
import { formatRefill } from "./refill.ts";

/** The part of a queue's context that calls scripts. */
interface ScriptCaller {
  call<S extends NamedScript>(
    script: S,
    args: Omit<ArgsOf<S>, "times" | "lane" | "number" | "max" | "policy">,
  ): Promise<Reply>;
}

// The number of schedules that a request handles: Redis needs 0.1 ms for each.
const SLICE = 30;
// The next client of the queue continues.
const MAX_ROUNDS = 8;
// In ms.
const PAUSE_AFTER_ERROR = 1_000;
const NUMBERS = /^\d+ ([01]) (\d+) (\d+)$/;

/** Fires the slots that are due. `ids` are schedules to look up although none of their slots is due. */
export async function advanceSchedules(
  caller: ScriptCaller,
  { ids = [], maxRounds = MAX_ROUNDS }: { ids?: readonly string[]; maxRounds?: number } = {},
): Promise<void> {
  let refills: string[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const args = { limit: SLICE, refillCount: refills.length, items: [...refills, ...(round === 0 ? ids : [])] };
    const reply = await caller.call(advance, args);
    const [, more, now, named] = NUMBERS.exec(reply.values[0] ?? "") ?? [];
    if (now === undefined) throw new Error("not a reply of Leasehold");
    // Only recorded histories read the names of jobs.
    refills = readNeeds(reply.values.slice(1 + Number(named)), Number(now));
    if (more === "0" && refills.length === 0) return;
  }
}

/** Returns the refills for which the lines of a reply ask. A schedule whose times this runtime cannot read is left to others. */
function readNeeds(lines: readonly string[], now: number): string[] {
  const refills: string[] = [];
  for (let i = 0; i < lines.length; i += 3) {
    const [id = "", times = "", need = ""] = lines.slice(i, i + 3);
    try {
      refills.push(formatRefill({ id, times, need, now }));
    } catch {
      // It is asked for again a few seconds later.
    }
  }
  return refills;
}

const RUN_ID = /^(.+):\d{13}$/s;

/**
 * Fires slots after a turn: those that are due by the flag t in the header of its reply; and by the flag b those that may have
 * waited for the end of a run that the turn has settled. Never rejects, since the turn has its own result. Resolves with the
 * header; if slots stay due, with one that lets the client wait before it asks again.
 */
export async function advanceAfterTurn(
  caller: ScriptCaller,
  { header, settled }: { header: string; settled: readonly string[] },
): Promise<string> {
  const [, flags = ""] = /^(?:\S+ ){4}-([a-z]*)/.exec(header) ?? [];
  const ids = flags.includes("b") ? settled.flatMap((id) => RUN_ID.exec(id)?.[1] ?? []) : [];
  if (!flags.includes("t") && ids.length === 0) return header;
  try {
    await advanceSchedules(caller, { ids: [...new Set(ids)].slice(0, SLICE) });
    return header;
  } catch {
    // The slots stay due, and the next client fires them.
    return header.replace(
      /^(\d+) - 1 \d+ -([a-z]*)t/,
      (_, now: string, others: string) => `${now} - 0 ${Number(now) + PAUSE_AFTER_ERROR} -${others}`,
    );
  }
}
