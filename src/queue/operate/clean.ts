// The light clean: moves jobs that are due, and trims.
import { validateCount, validateOptions } from "../../base/arguments.ts";
import { readNumbers } from "../../engine/call.ts";
import { clean as cleanScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { registerIfUnknown } from "../jobs/registration.ts";

const LIMIT = 500;

/** The result of a light clean; `more` is true where work is left for another one. */
export interface CleanResult {
  reclaimed: number;
  failed: number;
  promoted: number;
  expired: number;
  removed: number;
  workers: number;
  more: boolean;
}

const SILENT_AFTER = 86_400_000;

/** Runs one light clean, which moves at most `limit` jobs of each kind. */
export async function clean<T>(context: QueueContext<T>, options: { limit?: number } = {}): Promise<CleanResult> {
  const { limit = LIMIT } = validateOptions(options, "limit");
  // Without limits of its own, a client cleans by the policy that was noted for the queue.
  const policy = context.hasRetention ? context.policy : "";
  const args = { limit: validateCount(limit, "limit"), silence: SILENT_AFTER, policy };
  const reply = await context.call(cleanScript, args);
  const [reclaimed = 0, failed = 0, promoted = 0, expired = 0, removed = 0, workers = 0, more] = readNumbers(reply);
  return { reclaimed, failed, promoted, expired, removed, workers, more: more === 1 };
}

/** Runs one light clean of a queue that may be missing in the registry: a cron sees it again where it has jobs. */
export async function cleanUnlisted<T>(context: QueueContext<T>, options?: { limit?: number }): Promise<CleanResult> {
  const cleaned = await clean(context, options);
  const { reclaimed, failed, promoted } = cleaned;
  if (reclaimed + failed + promoted > 0) await registerIfUnknown(context);
  return cleaned;
}
