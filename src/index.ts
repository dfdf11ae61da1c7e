// `leasehold`: the classes of a queue, their types, and the adapter for Upstash. test/public-names.node.test.ts pins the names.

export { type Codec, codecs } from "./base/codec.ts";
export type { Duration } from "./base/duration.ts";
export { type ErrorCode, LeaseholdError } from "./base/errors.ts";
export type { LogEntry, Logger } from "./base/log.ts";
export type { StandardSchema } from "./base/schema.ts";
export type { JobState } from "./engine/keys.ts";
export { Consumer } from "./queue/consumer.ts";
export type { Batch, BatchOptions, BatchProgress } from "./queue/flows/batch.ts";
export type { WaitingJob } from "./queue/flows/enqueue-waiting.ts";
export type { FlowJob, FlowResult } from "./queue/flows/flow.ts";
export type { Cost, CostOptions, Price, Prices } from "./queue/inspect/cost.ts";
export type { Counts, GroupCounts, OutboxCounts, ScheduleCounts, Totals } from "./queue/inspect/counts.ts";
export type { QueueEvent } from "./queue/inspect/event-page.ts";
export type { EventsOptions, RecordEventsOptions } from "./queue/inspect/events.ts";
export type { Explanation, WaitsFor } from "./queue/inspect/explain.ts";
export type { HeldBackBy } from "./queue/inspect/groups/group-report.ts";
export type { GroupInfo, GroupPage, GroupsOptions, StoredLimits } from "./queue/inspect/groups/list-groups.ts";
export type { History, HistoryOptions, HistorySample } from "./queue/inspect/history.ts";
export type { JobInfo } from "./queue/inspect/job-info.ts";
export type { Latency } from "./queue/inspect/latency.ts";
export type { Page } from "./queue/inspect/list.ts";
export { listQueues } from "./queue/inspect/list-queues.ts";
export type { WaitOptions, WaitResult } from "./queue/inspect/wait.ts";
export type { WorkerInfo } from "./queue/inspect/workers.ts";
export type { EnqueueResult, RequestOptions } from "./queue/jobs/enqueue.ts";
export type { ExtendResult, ProgressOptions } from "./queue/jobs/extend.ts";
export { Discard, type Next, next, RetryLater, type RetryLaterOptions } from "./queue/jobs/handler-errors.ts";
export type { Job, JobRef } from "./queue/jobs/job.ts";
export type { LeaseOptions, TurnOptions, TurnResult } from "./queue/jobs/lease.ts";
export type { LeaseResult } from "./queue/jobs/lease-reply.ts";
export type { Listeners, LoopEvents, Middleware } from "./queue/jobs/listeners.ts";
export type { Backoff, BackoffFunction } from "./queue/jobs/options/backoff.ts";
export type { Debounce, DuplicateOptions } from "./queue/jobs/options/duplicates.ts";
export type { GroupLimits, Limits, QueueLimits, Rate } from "./queue/jobs/options/limits.ts";
export type { OwnOptions, ScheduledRun } from "./queue/jobs/options/own-options.ts";
export type { AfterFailure, AfterOptions, Child, Children, ChildrenOptions } from "./queue/jobs/options/waiting.ts";
export type { EnqueueOptions, FollowUp, NewJob, TargetQueue } from "./queue/jobs/prepare-jobs.ts";
export type { Keep, QueueOptions, QueueSettings, Retention } from "./queue/jobs/queue-options.ts";
export type { EndOptions, ReleaseOptions, RetryOptions, SettleItem } from "./queue/jobs/settle-items.ts";
export type { EndState } from "./queue/jobs/stored/ending.ts";
export type {
  EnqueueOutcome,
  FollowUpResult,
  ProgressResult,
  SettledState,
  SettleResult,
  StaleReason,
} from "./queue/jobs/stored/letters.ts";
export type { AttemptOutcome, JobAttempt, JobError, Progress, Story } from "./queue/jobs/stored/run.ts";
export type { ObservedQueue, Telemetry } from "./queue/jobs/telemetry.ts";
export type { OutboxList, OutboxOptions, WaitingFollowUp } from "./queue/jobs/turn.ts";
export type { BulkOptions, ContinueOptions } from "./queue/operate/bulk.ts";
export type { BulkOperation } from "./queue/operate/bulk-storage.ts";
export type { CancelResult } from "./queue/operate/cancel.ts";
export type { CleanResult } from "./queue/operate/clean.ts";
export type { DeepCleanOptions, DeepCleanResult } from "./queue/operate/deep-clean.ts";
export type { JobChange } from "./queue/operate/job-change.ts";
export type { PromoteResult } from "./queue/operate/promote.ts";
export type { RedriveOptions, RedriveResult } from "./queue/operate/redrive.ts";
export type { GroupChange, SetLimitsOptions, SetLimitsResult } from "./queue/operate/set-group.ts";
export { Producer } from "./queue/producer.ts";
export { Queue } from "./queue/queue.ts";
export type { ScheduleTimes } from "./queue/schedules/calendar/times.ts";
export type { ScheduleOptions, SchedulePolicies, ScheduleTiming } from "./queue/schedules/definition.ts";
export type { ScheduleInfo, SchedulePage, ScheduleRun, SchedulesOptions } from "./queue/schedules/list-schedules.ts";
export type { BackfillOptions, NewSchedule, PauseOptions, ScheduleResult } from "./queue/schedules/schedule.ts";
export type { AfterError, Handler } from "./queue/work/attempt.ts";
export type { DrainOptions, DrainReport } from "./queue/work/drain.ts";
export type { WaitingLeaseOptions } from "./queue/work/lease-waiting.ts";
export type { LoopOptions } from "./queue/work/loop-options.ts";
export type { LoopReport } from "./queue/work/outcomes.ts";
export type { WorkerHandle, WorkOptions } from "./queue/work/work.ts";
export type { Adapter, Call, QueueUsage, Script, Subscriber, Usage } from "./redis/adapter.ts";
export { decorateAdapter } from "./redis/decorate-adapter.ts";
export { type UpstashOptions, upstash } from "./redis/upstash.ts";
export type { UpstashClient } from "./redis/upstash-client.ts";
