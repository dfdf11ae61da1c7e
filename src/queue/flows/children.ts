// The jobs for which a job waits, or has waited.
import { invalidArgument, validateCount, validateId, validateOptions } from "../../base/arguments.ts";
import { badReplyError } from "../../engine/call.ts";
import { loadOnDemandScripts } from "../../engine/on-demand.ts";
import type { Child, Children, ChildrenOptions } from "../jobs/options/waiting.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { END_STATES } from "../jobs/stored/ending.ts";

const NUMBERS = /^\d+ (\d+) (\d+) (?:-|[rfc] ([01]) ([01]) [-CX])$/;
// A child as src/lua/flows/children.lua returns it: one that has not ended, or one with the letter and the time of its ending.
const PENDING = /^-([^\t]+)$/;
const ENDED = /^\+([^\t]+)\t([A-Z])(\d+)$/;

/** Lists the jobs for which a job waits, or has waited, a page at a time. They are known until the job itself is gone. */
export async function listChildren<T>(
  context: QueueContext<T>,
  id: string,
  options: ChildrenOptions = {},
): Promise<Children> {
  const { exists: _, ...page } = await readChildren(context, id, options);
  return page;
}

/** Reads a page of the jobs for which a job waits, and whether it waits or has waited for any. */
export async function readChildren<T>(
  context: QueueContext<T>,
  id: string,
  options: ChildrenOptions,
): Promise<Children & { exists: boolean }> {
  const { cursor, limit = 100 } = validateOptions(options, "cursor limit");
  if (cursor !== undefined && typeof cursor !== "string")
    throw invalidArgument("cursor must be the cursor of the previous page");
  const { children: script } = await loadOnDemandScripts();
  const args = { id: validateId(id), after: cursor ?? "", limit: validateCount(limit, "limit") };
  const reply = await context.call(script, args);
  const [, pending, ended, open, bad] = NUMBERS.exec(reply.values[0] ?? "") ?? [];
  if (pending === undefined) throw badReplyError(reply);
  const lines = reply.values.slice(1);
  return {
    exists: open !== undefined,
    total: Number(pending) + Number(ended),
    ended: Number(ended),
    hasFailures: bad === "1",
    isOpen: open === "1",
    children: lines.map((line) => {
      const child = readChild(line);
      if (!child) throw badReplyError(reply);
      return child;
    }),
    cursor: lines.length === limit ? lines.at(-1) : undefined,
  };
}

/** Reads the line of a child. */
function readChild(line: string): Child | undefined {
  const [, pending] = PENDING.exec(line) ?? [];
  if (pending !== undefined) return { id: pending, state: undefined, endedAt: undefined };
  const [, id, letter = "", time] = ENDED.exec(line) ?? [];
  if (id === undefined) return undefined;
  return { id, state: END_STATES[letter] ?? "unknown", endedAt: Number(time) };
}
