// One structured line for each run of a cron: names of queues and numbers, never the id of a job.
import { LeaseholdError } from "../core/errors.ts";
import { type CronReport, codeOf, type QueueError } from "./report.ts";

/** A cron that fired, as the runtime tells it. */
export interface Fired {
  /** The expression that fired. */
  cron: string;
  /** When it was due, in ms since the epoch. */
  scheduledTime: number;
}

// A platform cuts a long line off, and then it is no JSON.
const MOST_NAMES = 50;

/** Logs what a run has done; one that failed as an error. */
export function logRun(report: CronReport, fired?: Fired): void {
  const { kind, queues, moved, repaired, left, errors, drained, ms, requests, failed } = report;
  const line = {
    event: "clean",
    kind,
    ...(fired && { cron: fired.cron, due: new Date(fired.scheduledTime).toISOString() }),
    queues,
    moved,
    repaired,
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

/** Logs that a cron fired which is neither of those that are known. */
export function logUnknown({ cron }: Fired, { light, deep }: { light: string; deep: string }): void {
  console.warn(JSON.stringify({ event: "unknown_cron", cron, light, deep, ran: "light" }));
}

/** Logs that a queue could not be drained, or that nobody could be told of its work, after the response to a request. */
export function logFailed(event: "drain_failed" | "wake_failed", failure: QueueError): void {
  console.error(JSON.stringify({ event, ...failure }));
}

/** Only messages of our own are shown; no others are known to hold no secret. */
function reason(error: unknown): { code: QueueError["code"]; message?: string } {
  return { code: codeOf(error), ...(error instanceof LeaseholdError && { message: error.message }) };
}

/** A list under its name; of a long one the beginning, and how many entries there are. */
function cut(name: string, list: readonly unknown[]): Record<string, unknown> {
  if (list.length <= MOST_NAMES) return { [name]: list };
  return { [name]: list.slice(0, MOST_NAMES), [`${name}Count`]: list.length };
}
