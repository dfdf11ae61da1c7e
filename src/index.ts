// The public names of the library.
export type { Backoff, BackoffFunction } from "./core/backoff.ts";
export { type Codec, codecs } from "./core/codec.ts";
export type { Duration } from "./core/duration.ts";
export { Discard, RetryLater, type RetryLaterOptions } from "./core/endings.ts";
export type { EnqueueOptions, EnqueueResult, NewJob, RequestOptions } from "./core/enqueue.ts";
export { type ErrorCode, LeaseholdError } from "./core/errors.ts";
export type { EventsOptions, QueueEvent, RecordEventsOptions } from "./core/events.ts";
export type { Explanation } from "./core/explain.ts";
export type { Counts, Page, Totals, WorkerInfo } from "./core/inspect.ts";
export type { ExtendResult, Job, JobRef, ProgressOptions } from "./core/job.ts";
export type { JobState } from "./core/keys.ts";
export type { LeaseOptions, LeaseResult, TurnOptions, TurnResult } from "./core/lease.ts";
export { listQueues } from "./core/list-queues.ts";
export type { Listeners, LoopEvents, Middleware } from "./core/listeners.ts";
export type { LogEntry, Logger } from "./core/log.ts";
export type { JobInfo } from "./core/look.ts";
export type {
  CancelResult,
  CleanResult,
  DeepCleanOptions,
  DeepCleanResult,
  PromoteResult,
  RedriveResult,
} from "./core/operate.ts";
export type { OwnOptions } from "./core/own-options.ts";
export type { Keep, QueueOptions, QueueSettings, Retention } from "./core/queue-options.ts";
export type {
  EndState,
  JobError,
  Progress,
  ProgressResult,
  SettledState,
  SettleResult,
  StaleReason,
  Story,
} from "./core/record.ts";
export type { StandardSchema } from "./core/schema.ts";
export type { ReleaseOptions, RetryOptions, SettleItem } from "./core/settle-items.ts";
export type { WaitOptions, WaitResult } from "./core/wait.ts";
export type { AfterError, Handler } from "./loop/attempt.ts";
export type { DrainOptions, DrainReport } from "./loop/drain.ts";
export type { WaitingLeaseOptions } from "./loop/lease-waiting.ts";
export type { LoopOptions } from "./loop/options.ts";
export type { LoopReport } from "./loop/outcomes.ts";
export type { WorkerHandle, WorkOptions } from "./loop/work.ts";
export { Consumer } from "./queue/consumer.ts";
export { Producer } from "./queue/producer.ts";
export { Queue } from "./queue/queue.ts";
export type { Adapter, Call, Script, Subscriber } from "./redis/adapter.ts";
export { decorateAdapter } from "./redis/decorate.ts";
export { type UpstashOptions, upstash } from "./redis/upstash.ts";
export type { UpstashClient } from "./redis/upstash-client.ts";
