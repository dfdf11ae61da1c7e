// The log lines of crons and drains: names of queues and numbers, never the id of a job.
import { LeaseholdError } from "../base/errors.ts";
import { type CronReport, codeOf, type QueueError } from "./cron-report.ts";

/** A cron that fired, as the runtime describes it. */
export interface CronTrigger {
  /** The cron's expression. */
  cron: string;
  /** The time for which it was scheduled, in ms since the epoch. */
  scheduledTime: number;
}

// Platforms truncate long lines, which are then not valid JSON.
const MAX_NAMES = 50;

/** Logs the report of a run. A failed run is logged as an error. */
export function logRun(report: CronReport, fired?: CronTrigger): void {
  const { kind, queues, moved, repaired, retired, bulk, left, errors, drained, ms, requests, failed } = report;
  const line = {
    event: "clean",
    kind,
    ...(fired && { cron: fired.cron, due: new Date(fired.scheduledTime).toISOString() }),
    queues,
    moved,
    repaired,
    retired,
    ...(bulk && { bulk: { changed: bulk.changed, ...truncated("left", bulk.left) } }),
    ...truncated("left", left),
    ...truncated("errors", errors),
    ...(drained && { drained: { ...drained.jobs, ...truncated("left", drained.left) } }),
    ...(failed !== undefined && { failed: reasonOf(failed) }),
    ms,
    requests,
  };
  if (failed !== undefined) console.error(JSON.stringify(line));
  else console.log(JSON.stringify(line));
}

/** Logs a cron with an unknown expression. */
export function logUnknownCron({ cron }: CronTrigger, { light, deep }: { light: string; deep: string }): void {
  console.warn(JSON.stringify({ event: "unknown_cron", cron, light, deep, ran: "light" }));
}

/** Logs that a queue could not be drained, its consumer not woken, or its schedules not stored. */
export function logQueueFailure(event: "drain_failed" | "wake_failed" | "schedules_failed", failure: QueueError): void {
  console.error(JSON.stringify({ event, ...failure }));
}

/** Returns the reason of a failure. The messages of other errors than the library's may contain secrets. */
function reasonOf(error: unknown): { code: QueueError["code"]; message?: string } {
  return { code: codeOf(error), ...(error instanceof LeaseholdError && { message: error.message }) };
}

/** Returns a list as a field of the line; of a long list the first entries, and its length. */
function truncated(field: string, list: readonly unknown[]): Record<string, unknown> {
  if (list.length <= MAX_NAMES) return { [field]: list };
  return { [field]: list.slice(0, MAX_NAMES), [`${field}Count`]: list.length };
}
