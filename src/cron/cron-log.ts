// A structured line of log for each run of a cron: names of queues and numbers, never the id of a job.
import { LeaseholdError } from "../base/errors.ts";
import { type CronReport, codeOf, type QueueError } from "./cron-report.ts";

/** A cron that fired, as described by the runtime. */
export interface Fired {
  /** The cron's expression. */
  cron: string;
  /** The time when it was due, in ms since the epoch. */
  scheduledTime: number;
}

// A platform truncates long lines, which are then no valid JSON.
const MOST_NAMES = 50;

/** Logs the report of a run, as an error where the run failed. */
export function logRun(report: CronReport, fired?: Fired): void {
  const { kind, queues, moved, repaired, retired, left, errors, drained, ms, requests, failed } = report;
  const line = {
    event: "clean",
    kind,
    ...(fired && { cron: fired.cron, due: new Date(fired.scheduledTime).toISOString() }),
    queues,
    moved,
    repaired,
    retired,
    ...cut("left", left),
    ...cut("errors", errors),
    ...(drained && { drained: { ...drained.jobs, ...cut("left", drained.left) } }),
    ...(failed !== undefined && { failed: reason(failed) }),
    ms,
    requests,
  };
  if (failed !== undefined) console.error(JSON.stringify(line));
  else console.log(JSON.stringify(line));
}

/** Logs a cron whose expression is unknown. */
export function logUnknown({ cron }: Fired, { light, deep }: { light: string; deep: string }): void {
  console.warn(JSON.stringify({ event: "unknown_cron", cron, light, deep, ran: "light" }));
}

/** Logs that a queue could not be drained, or its consumer not woken, after the response to a request. */
export function logFailed(event: "drain_failed" | "wake_failed", failure: QueueError): void {
  console.error(JSON.stringify({ event, ...failure }));
}

/** Returns the reason of a failure. Only the library's own messages are known to hold no secret. */
function reason(error: unknown): { code: QueueError["code"]; message?: string } {
  return { code: codeOf(error), ...(error instanceof LeaseholdError && { message: error.message }) };
}

/** Returns a list under its name, or the beginning of a long one with its length. */
function cut(name: string, list: readonly unknown[]): Record<string, unknown> {
  if (list.length <= MOST_NAMES) return { [name]: list };
  return { [name]: list.slice(0, MOST_NAMES), [`${name}Count`]: list.length };
}
