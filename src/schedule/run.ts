// One run of a cron: the clean that its expression stands for, then a drain, then one line in the log.
import type { Adapter } from "../redis/adapter.ts";
import { type CleanOptions, cleanAll } from "./clean-all.ts";
import { type Fired, logRun, logUnknown } from "./log.ts";
import { Meter } from "./meter.ts";
import { type CronReport, type Drained, type Kind, newReport, type QueueError } from "./report.ts";

/** Which expression runs which clean. They stand in wrangler.toml as well. */
export interface Crons {
  /** "* * * * *" unless set. */
  light?: string;
  /** "17 3 * * *" unless set. */
  deep?: string;
}

/** What a run does. */
export interface RunOptions extends CleanOptions {
  /** Drains what is ready, with requests through the adapter that it is given. */
  drain?: (redis: Adapter) => Promise<Drained>;
}

/** The clean that a cron stands for; the light one for an expression that nobody knows. */
export function kindOf(fired: Fired, { light = "* * * * *", deep = "17 3 * * *" }: Crons = {}): Kind {
  if (fired.cron === deep) return "deep";
  if (fired.cron !== light) logUnknown(fired, { light, deep });
  return "light";
}

/** Cleans, drains and logs; rejects when Redis is away, so that whoever fired the cron sees that it failed. */
export async function runCron(kind: Kind, options: RunOptions, fired?: Fired): Promise<CronReport> {
  const startedAt = Date.now();
  const { drain, redis, ...limits } = options;
  const report: CronReport = newReport(kind);
  try {
    const meter = new Meter(redis);
    Object.assign(report, await cleanAll(kind, { ...limits, redis: meter }));
    if (drain && report.failed === undefined) {
      const { errors, ...drained } = await drain(meter);
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

/** A queue that can be neither cleaned nor drained, for the same reason, is reported once. */
function isSame(a: QueueError, b: QueueError): boolean {
  return a.queue === b.queue && a.code === b.code;
}
