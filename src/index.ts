// `leasehold`: queues.

export { type Codec, codecs } from "./base/codec.ts";
export type { Duration } from "./base/duration.ts";
export { type ErrorCode, LeaseholdError } from "./base/errors.ts";
export type { LogEntry, Logger } from "./base/log.ts";
export type { StandardSchema } from "./base/schema.ts";
export type { JobState } from "./engine/keys.ts";
export { Consumer } from "./queue/consumer.ts";
export type { Counts, Totals } from "./queue/inspect/counts.ts";
export type { EventsOptions, QueueEvent, RecordEventsOptions } from "./queue/inspect/events.ts";
export type { Explanation } from "./queue/inspect/explain.ts";
export type { JobInfo } from "./queue/inspect/job-info.ts";
export type { Page } from "./queue/inspect/list.ts";
export { listQueues } from "./queue/inspect/list-queues.ts";
export type { WaitOptions, WaitResult } from "./queue/inspect/wait.ts";
export type { WorkerInfo } from "./queue/inspect/workers.ts";
export type { Backoff, BackoffFunction } from "./queue/jobs/backoff.ts";
export { Discard, RetryLater, type RetryLaterOptions } from "./queue/jobs/endings.ts";
export type { EnqueueOptions, EnqueueResult, NewJob, RequestOptions } from "./queue/jobs/enqueue.ts";
export type { ExtendResult, Job, JobRef, ProgressOptions } from "./queue/jobs/job.ts";
export type { LeaseOptions, LeaseResult, TurnOptions, TurnResult } from "./queue/jobs/lease.ts";
export type { Listeners, LoopEvents, Middleware } from "./queue/jobs/listeners.ts";
export type { OwnOptions } from "./queue/jobs/own-options.ts";
export type { Keep, QueueOptions, QueueSettings, Retention } from "./queue/jobs/queue-options.ts";
export type {
  EndState,
  JobError,
  Progress,
  ProgressResult,
  SettledState,
  SettleResult,
  StaleReason,
  Story,
} from "./queue/jobs/record.ts";
export type { ReleaseOptions, RetryOptions, SettleItem } from "./queue/jobs/settle-items.ts";
export type { CancelResult } from "./queue/operate/cancel.ts";
export type { CleanResult } from "./queue/operate/clean.ts";
export type { DeepCleanOptions, DeepCleanResult } from "./queue/operate/deep-clean.ts";
export type { PromoteResult } from "./queue/operate/promote.ts";
export type { RedriveResult } from "./queue/operate/redrive.ts";
export { Producer } from "./queue/producer.ts";
export { Queue } from "./queue/queue.ts";
export type { AfterError, Handler } from "./queue/work/attempt.ts";
export type { DrainOptions, DrainReport } from "./queue/work/drain.ts";
export type { WaitingLeaseOptions } from "./queue/work/lease-waiting.ts";
export type { LoopOptions } from "./queue/work/options.ts";
export type { LoopReport } from "./queue/work/outcomes.ts";
export type { WorkerHandle, WorkOptions } from "./queue/work/work.ts";
export type { Adapter, Call, Script, Subscriber } from "./redis/adapter.ts";
export { decorateAdapter } from "./redis/decorate-adapter.ts";
export { type UpstashOptions, upstash } from "./redis/upstash.ts";
export type { UpstashClient } from "./redis/upstash-client.ts";
