// Cancelling jobs.
import { badReplyError } from "../../engine/call.ts";
import { cancel as cancelScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { argumentsForJobs, type FoundEntries, toIdList } from "./job-list.ts";

/** The result of cancelling one job. */
export type CancelResult =
  | { id: string; ok: true; was: "ready" | "delayed" | "leased" }
  | { id: string; ok: false; reason: "failed" | "done" | "unknown" };

const CANCELLED_STATES: Record<string, "ready" | "delayed" | "leased"> = { r: "ready", d: "delayed", l: "leased" };

/** Removes waiting jobs, and leased jobs, whose holders lose them. */
export async function cancel<T>(
  context: QueueContext<T>,
  ids: string | readonly string[],
  { entries = [] }: FoundEntries = {},
): Promise<CancelResult[]> {
  const all = toIdList(ids);
  if (all.length === 0) return [];
  const letters: string[] = [];
  // A request cancels only some jobs with large payloads: Redis needs time to free them.
  while (letters.length < all.length) {
    const left = all.slice(letters.length);
    const reply = await context.call(
      cancelScript,
      ...argumentsForJobs(left, { entries: entries.slice(letters.length) }),
    );
    const [cancelled = ""] = reply.values;
    if (cancelled === "" || cancelled.length > left.length) throw badReplyError(reply);
    letters.push(...cancelled);
  }
  return all.map((id, i) => {
    const letter = letters[i] ?? "U";
    const was = CANCELLED_STATES[letter];
    if (was) return { id, ok: true, was };
    return { id, ok: false, reason: letter === "F" ? "failed" : letter === "C" ? "done" : "unknown" };
  });
}
