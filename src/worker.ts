// `leasehold/worker`: a function that serves the API and handles the jobs of its queues.
export type { CleanOptions } from "./cron/clean-all.ts";
export type { CronTrigger } from "./cron/cron-log.ts";
export type {
  CleanKind,
  CleanReport,
  CleanSums,
  CronReport,
  DeepCleanSums,
  DrainedQueues,
  QueueError,
} from "./cron/cron-report.ts";
export type { Crons } from "./cron/run-cron.ts";
export type { QueueSettings } from "./queue/jobs/queue-options.ts";
export { type WakeOptions, wake } from "./webhooks/wake.ts";
export {
  type ConsumerHandler,
  type ConsumerOptions,
  type Consumers,
  consumer,
  type Payloads,
} from "./worker/consumer-options.ts";
export { createWorker, type LeaseholdWorker } from "./worker/create-worker.ts";
export type { App, FunctionContext, WaitUntil, WorkerOptions, WorkerSchedules } from "./worker/options.ts";
