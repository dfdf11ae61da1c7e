// Promoting delayed jobs.
import { readLetters } from "../../engine/call.ts";
import { promote as promoteScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { argumentsForJobs, type FoundEntries, toIdList } from "./job-list.ts";

/** The result of promoting one job. */
export type PromoteResult = { id: string; ok: true } | { id: string; ok: false; reason: "not_delayed" };

/** Makes delayed jobs ready now. */
export async function promote<T>(
  context: QueueContext<T>,
  ids: string | readonly string[],
  found: FoundEntries = {},
): Promise<PromoteResult[]> {
  const all = toIdList(ids);
  if (all.length === 0) return [];
  const reply = await context.call(promoteScript, argumentsForJobs(all, found));
  const letters = readLetters(reply, all.length);
  return all.map((id, i) => (letters[i] === "d" ? { id, ok: true } : { id, ok: false, reason: "not_delayed" }));
}
