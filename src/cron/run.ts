// A run of a cron: the clean of its expression, then a drain, then one line of log.
import type { Adapter } from "../redis/adapter.ts";
import { type CleanOptions, cleanAll } from "./clean-all.ts";
import { type Fired, logRun, logUnknown } from "./cron-log.ts";
import { type CronReport, type Drained, type Kind, newReport, type QueueError } from "./cron-report.ts";
import { Meter } from "./request-counter.ts";

/** The expressions of both cleans, which must match wrangler.toml. */
export interface Crons {
  /** "* * * * *" unless set. */
  light?: string;
  /** "17 3 * * *" unless set. */
  deep?: string;
}

/** Options of a run. */
export interface RunOptions extends CleanOptions {
  /** Drains ready jobs through the adapter that counts the run's requests. */
  drain?: (redis: Adapter) => Promise<Drained>;
}

/** Returns the clean of a cron; the light one for an unknown expression. */
export function kindOf(fired: Fired, { light = "* * * * *", deep = "17 3 * * *" }: Crons = {}): Kind {
  if (fired.cron === deep) return "deep";
  if (fired.cron !== light) logUnknown(fired, { light, deep });
  return "light";
}

/** Cleans, drains and logs. Rejects with the error of a failed run, so that the platform reports the cron as failed. */
export async function runCron(kind: Kind, options: RunOptions, fired?: Fired): Promise<CronReport> {
  const startedAt = Date.now();
  const { drain, redis, ...limits } = options;
  const report: CronReport = newReport(kind);
  try {
    const meter = new Meter(redis);
    Object.assign(report, await cleanAll(kind, { ...limits, redis, meter }));
    if (drain && report.failed === undefined) {
      const { errors, ...drained } = await drain(meter.adapter);
      report.drained = drained;
      report.errors.push(...errors.filter((error) => !report.errors.some((known) => isSame(known, error))));
    }
    report.requests = meter.used;
  } catch (error) {
    report.failed = error;
  }
  report.ms = Date.now() - startedAt;
  logRun(report, fired);
  if (report.failed !== undefined) throw report.failed;
  return report;
}

/** Reports whether two errors are the same: a queue may fail its clean and its drain for one reason. */
function isSame(a: QueueError, b: QueueError): boolean {
  return a.queue === b.queue && a.code === b.code;
}
