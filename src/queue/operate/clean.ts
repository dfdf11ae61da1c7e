// The light clean: moves jobs that are due, and removes what is past its retention.
import { validateCount, validateOptions } from "../../base/arguments.ts";
import { readNumbers } from "../../engine/call.ts";
import { clean as cleanScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { registerUnlessCached } from "../jobs/registration.ts";
import { loadFiring } from "../schedules/firing/on-demand.ts";

const DEFAULT_LIMIT = 500;

/** The numbers of what a light clean moved or removed. `more` is true if work is left for another clean. */
export interface CleanResult {
  reclaimed: number;
  failed: number;
  promoted: number;
  expired: number;
  removed: number;
  workers: number;
  more: boolean;
}

// The time in ms after which a silent worker is removed.
const MAX_SILENCE = 86_400_000;

/** The result of one script of a light clean. */
interface CleanedSlice {
  result: CleanResult;
  /** True if a bulk operation of the queue runs, which a cron continues. */
  hasBulk: boolean;
  /** True if follow-ups wait in the outbox. */
  hasOutbox: boolean;
  /** True if a slot of a schedule is due. */
  isSlotDue: boolean;
  /** True if jobs wait for others, or have waited. */
  hasFlows: boolean;
}

/** Runs a light clean, which moves at most `limit` jobs of each kind. */
export async function cleanSlice<T>(context: QueueContext<T>, options: { limit?: number } = {}): Promise<CleanedSlice> {
  const { limit = DEFAULT_LIMIT } = validateOptions(options, "limit");
  // A client without limits of its own cleans by the policy that another client noted in the queue.
  const policy = context.hasRetention ? context.policy : "";
  const args = { limit: validateCount(limit, "limit"), silence: MAX_SILENCE, policy };
  const reply = await context.call(cleanScript, args);
  const [reclaimed = 0, failed = 0, promoted = 0, expired = 0, removed = 0, workers = 0, more, ...marks] =
    readNumbers(reply);
  const [bulk = 0, outbox, due, flows] = marks;
  return {
    result: { reclaimed, failed, promoted, expired, removed, workers, more: more === 1 },
    hasBulk: bulk > 0,
    hasOutbox: outbox === 1,
    isSlotDue: due === 1,
    hasFlows: flows === 1,
  };
}

/** Fires the slots of schedules that are due. Never rejects: the next client fires those that are left. */
export async function fireSlots<T>(context: QueueContext<T>, options?: { maxRounds: number }): Promise<void> {
  const { advanceSchedules } = await loadFiring();
  await advanceSchedules(context, options).catch(() => {});
}

/** Looks up a part of the jobs that wait for others. Never rejects: the next client does it. */
export async function resolveFlows<T>(context: QueueContext<T>, options?: { maxRounds: number }): Promise<void> {
  const { resolveWaiting } = await import("../follow-ups/operations.ts");
  await resolveWaiting(context, { scans: true, ...options }).catch(() => {});
}

/**
 * Runs a light clean, fires slots of schedules, lets jobs go on that wait for others, forwards the outbox, and registers the queue if it has jobs: a queue that lost its
 * entry would get no cleans by a cron.
 */
export async function cleanAndRegister<T>(
  context: QueueContext<T>,
  options?: { limit?: number },
): Promise<CleanResult> {
  const { result: cleaned, hasOutbox, isSlotDue, hasFlows } = await cleanSlice(context, options);
  if (isSlotDue) await fireSlots(context);
  if (hasFlows) await resolveFlows(context);
  if (hasOutbox) await (await context.loadFollowUps()).forward(context);
  const { reclaimed, failed, promoted } = cleaned;
  if (reclaimed + failed + promoted > 0) await registerUnlessCached(context);
  return cleaned;
}
