// Cancelling jobs.
import { badReplyError } from "../../engine/call.ts";
import type { JobState } from "../../engine/keys.ts";
import { cancel as cancelScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { argumentsForJobs, type FoundEntries, toIdList } from "./job-list.ts";

/** The result of cancelling one job. */
export type CancelResult =
  | { id: string; ok: true; was: Exclude<JobState, "done"> }
  | { id: string; ok: false; reason: "failed" | "done" | "unknown" };

const CANCELLED_STATES: Record<string, Exclude<JobState, "done">> = {
  r: "ready",
  d: "delayed",
  b: "blocked",
  l: "leased",
  // A failed job is removed only if it holds its group back.
  f: "failed",
};

/** The jobs that may be cancelled. */
interface Cancellable extends FoundEntries {
  /** The groups of jobs that may be cancelled, or prefixes of groups followed by `*`; jobs of all groups and of none unless set. */
  groups?: readonly string[];
}

const MAX_RESOLVED = 1_000;

/** Lets jobs go on that wait for others which an operation has removed. Never rejects: the next lease or clean does it otherwise. */
export async function resolveAfter<T>(
  context: QueueContext<T>,
  options: { ids?: readonly string[]; scans?: boolean },
): Promise<void> {
  const operations = await context.loadFollowUps?.();
  await operations?.resolveWaiting(context, options).catch(() => {});
}

/** Removes waiting jobs; leased jobs, whose holders lose them; and failed jobs that hold their groups back. */
export async function cancel<T>(
  context: QueueContext<T>,
  ids: string | readonly string[],
  { entries = [], groups = [] }: Cancellable = {},
): Promise<CancelResult[]> {
  const all = toIdList(ids);
  if (all.length === 0) return [];
  const letters: string[] = [];
  let hasWaiting = false;
  // A request cancels only some jobs with large payloads: Redis needs time to free them.
  while (letters.length < all.length) {
    const left = all.slice(letters.length);
    const args = argumentsForJobs(left, { entries: entries.slice(letters.length) });
    const reply = await context.call(cancelScript, { ...args, groups: groups.join("\n") });
    const [cancelled = "", note] = reply.values;
    hasWaiting ||= note === "w";
    if (cancelled === "" || cancelled.length > left.length) throw badReplyError(reply);
    letters.push(...cancelled);
  }
  if (hasWaiting) await resolveAfter(context, { ids: all.slice(0, MAX_RESOLVED) });
  return all.map((id, i) => {
    const letter = letters[i] ?? "U";
    const was = CANCELLED_STATES[letter];
    if (was) return { id, ok: true, was };
    return { id, ok: false, reason: letter === "F" ? "failed" : letter === "C" ? "done" : "unknown" };
  });
}
