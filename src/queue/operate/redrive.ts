// Redriving failed jobs.
import { validateCount, validateOptions } from "../../base/arguments.ts";
import { readNumbers } from "../../engine/call.ts";
import { redrive as redriveScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { idList } from "./job-list.ts";

const LIMIT = 500;

/** The result of redriving failed jobs. */
export interface RedriveResult {
  /** The number of jobs that are ready again. */
  redriven: number;
  /** The number of failed jobs that are left. */
  left: number;
}

/** Makes failed jobs ready again. */
export async function redrive<T>(
  context: QueueContext<T>,
  options: { ids?: readonly string[]; limit?: number } = {},
): Promise<RedriveResult> {
  const { ids, limit = LIMIT } = validateOptions(options, "ids limit");
  const named = ids === undefined ? [] : idList(ids);
  // No ids name no jobs, where no list would name the first ones.
  const most = ids !== undefined && named.length === 0 ? 0 : validateCount(limit, "limit");
  const [redriven = 0, left = 0] = readNumbers(await context.call(redriveScript, { limit: most, ids: named }));
  return { redriven, left };
}
