// Redriving: failed jobs become ready again.
import { validateCount, validateOptions } from "../../base/arguments.ts";
import { readNumbers } from "../../engine/call.ts";
import { redrive as redriveScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { toIdList } from "./job-list.ts";

const LIMIT = 500;

/** The result of redriving failed jobs. */
export interface RedriveResult {
  /** The number of jobs that became ready again. */
  redriven: number;
  /** The number of jobs that are still failed. */
  left: number;
}

/** Makes failed jobs ready again: the jobs of `ids`, or the first `limit`. */
export async function redrive<T>(
  context: QueueContext<T>,
  options: { ids?: readonly string[]; limit?: number } = {},
): Promise<RedriveResult> {
  const { ids, limit = LIMIT } = validateOptions(options, "ids limit");
  const list = ids === undefined ? [] : toIdList(ids);
  // For the script, an empty list stands for the first `limit` jobs.
  const max = ids !== undefined && list.length === 0 ? 0 : validateCount(limit, "limit");
  const [redriven = 0, left = 0] = readNumbers(await context.call(redriveScript, { limit: max, ids: list }));
  return { redriven, left };
}
