// A run of a cron: the clean of its kind, then a drain, then one log line.
import type { Adapter } from "../redis/adapter.ts";
import { type CleanOptions, cleanAll } from "./clean-all.ts";
import { type CronTrigger, logRun, logUnknownCron } from "./cron-log.ts";
import { type CleanKind, type CronReport, type DrainedQueues, newReport, type QueueError } from "./cron-report.ts";
import { RequestCounter } from "./request-counter.ts";

/** The cron expressions of both cleans, which must match wrangler.toml. */
export interface Crons {
  /** "* * * * *" unless set. */
  light?: string;
  /** "17 3 * * *" unless set. */
  deep?: string;
}

/** The options of a run. */
export interface RunOptions extends CleanOptions {
  /** Drains ready jobs through an adapter that counts the requests of the run. */
  drain?: (redis: Adapter) => Promise<DrainedQueues>;
  /** The cron that fired, for the log. */
  fired?: CronTrigger;
}

/** Returns the kind of clean of a cron expression; the light one for an unknown expression. */
export function cleanKindOf(fired: CronTrigger, { light = "* * * * *", deep = "17 3 * * *" }: Crons = {}): CleanKind {
  if (fired.cron === deep) return "deep";
  if (fired.cron !== light) logUnknownCron(fired, { light, deep });
  return "light";
}

/** Cleans, drains and logs. Rejects with the error of a failed run, so that the platform reports the cron as failed. */
export async function runCron(kind: CleanKind, options: RunOptions): Promise<CronReport> {
  const startedAt = Date.now();
  const { drain, fired, redis, ...limits } = options;
  const report: CronReport = newReport(kind);
  try {
    const counter = new RequestCounter(redis);
    Object.assign(report, await cleanAll(kind, { ...limits, redis, counter }));
    if (drain && report.failed === undefined) {
      const { errors, ...drained } = await drain(counter.adapter);
      report.drained = drained;
      report.errors.push(...errors.filter((error) => !report.errors.some((known) => isSameError(known, error))));
    }
    report.requests = counter.count;
  } catch (error) {
    report.failed = error;
  }
  report.ms = Date.now() - startedAt;
  logRun(report, fired);
  if (report.failed !== undefined) throw report.failed;
  return report;
}

/** Reports whether two errors are the same: the clean and the drain of a queue may fail for one reason. */
function isSameError(a: QueueError, b: QueueError): boolean {
  return a.queue === b.queue && a.code === b.code;
}
