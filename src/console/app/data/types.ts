// The responses of the HTTP API that the console reads.

/** The states of a job, in the order in which the console shows them. */
export const STATES = ["ready", "delayed", "blocked", "leased", "failed", "done"] as const;

/** The state of a job. */
export type State = (typeof STATES)[number];

/** The token in use. */
export interface TokenInfo {
  name: string;
  scopes: string[];
  queues?: string[];
  groups?: string[];
  ids?: string[];
}

/** Quantiles of a latency, in ms, estimated from a histogram. */
interface Latency {
  count: number;
  p50?: number;
  p95?: number;
  p99?: number;
}

/** The numbers of a queue. */
export interface QueueInfo extends Record<State, number> {
  name: string;
  workers: number;
  paused: boolean;
  oldestReadyAge?: number;
  /** Jobs that are due and not ready yet, and leases past their end: no request has looked. */
  overdue?: { delayed: number; leased: number };
  /** The times from ready to leased, and from leased to settled. */
  waits?: Latency;
  runTimes?: Latency;
  totals: Record<string, number>;
  /** The numbers of its groups; absent if it has never had one. */
  groups?: GroupCounts;
  /** The slots of its schedules, and the lateness of the last ones; absent if it has never had one. */
  schedules?: { fired: number; missed: number; skipped: number; lateness: number };
  /** The follow-ups that other queues have not received; absent if there are none. */
  outbox?: { waiting: number; longest: number };
  /** Completed and failed jobs of each minute of the last hour, oldest first; null where nothing was sampled. */
  recent?: { completed: (number | null)[]; failed: (number | null)[] };
}

/** The numbers of groups that are in use, have blocked jobs, or are paused. */
interface GroupCounts {
  active: number;
  blocked: number;
  paused: number;
  /** The longest time in ms for which a group has had blocked jobs. */
  longestBlocked?: number;
}

/** A queue that the console can only name. */
export interface OtherQueue {
  name: string;
  /** Set if the queue cannot be read. */
  code?: string;
  format?: "redis-work-queue";
  queued?: number;
  processing?: number;
}

/** A page of queues. */
export interface QueuePage {
  queues: (QueueInfo | OtherQueue)[];
  total: number;
  cursor?: string;
}

/** An interval between two looks at a queue. It is longer than a step if no clean looked, or if nothing changed. */
export interface Sample {
  from: number;
  to: number;
  states: Record<State, number>;
  totals: Record<string, number>;
  waits: Latency;
  runTimes: Latency;
}

/** The history of a queue. */
export interface History {
  step: number;
  samples: Sample[];
}

/** An attempt of a job. */
export interface Attempt {
  attempt: number;
  startedAt?: number;
  endedAt?: number;
  worker?: string;
  /** The version of the worker's deployment. */
  version?: string;
  outcome?: string;
  message?: string;
  stack?: string;
}

/** A job. */
export interface Job {
  id: string;
  state: State;
  data?: unknown;
  priority: number;
  group?: string;
  /** The tokens of a rate that it spends, if not one. */
  cost?: number;
  enqueuedAt: number;
  expiresAt?: number;
  attempt: number;
  maxAttempts: number;
  dueAt?: number;
  leasedUntil?: number;
  worker?: string;
  progress?: { fraction: number; note?: string };
  endedAt?: number;
  errors: { message: string; stack?: string; attempt: number; at: number }[];
  attempts?: Attempt[];
  /** The run of a schedule that it is. */
  schedule?: { id: string; slot: number };
}

/** A page of jobs that match a filter. */
export interface JobPage {
  jobs: Job[];
  /** The number of matches in this page, which has no jobs if they are only counted. */
  matched: number;
  /** The number of jobs of the state that were examined so far, and of all of them. */
  examined: number;
  /** The number of jobs in this page whose payload could not be compared. */
  skipped?: number;
  total: number;
  cursor?: string;
}

/** The explanation of a job. */
export interface Explanation {
  id: string;
  state: string;
  why: string;
  paused: boolean;
  place?: number;
  startsAt?: number;
  /** The number of blocked jobs of its group before it. */
  placeInGroup?: number;
  /** The limit that holds it back. */
  heldBackBy?: HeldBackBy;
  /** True if its ordered group waits for it, though no worker holds it. */
  holdsGroup?: boolean;
}

/** The limit that holds a job back. */
export interface HeldBackBy {
  limit: string;
  since?: number;
  waitsSince?: number;
  until?: number;
  /** The ids of jobs that hold the slots of its group. */
  holders?: string[];
}

/** A worker and the jobs that it holds. */
export interface WorkerInfo {
  worker: string;
  lastSeen?: number;
  busy: boolean;
  holds: { id: string; fence: number; leasedUntil: number }[];
}

/** A condition on a field of the payload. */
export type FieldCondition = { path: string } & ({ is: unknown } | { contains: string } | { exists: boolean });

/** A filter of jobs. */
export interface Filter {
  state: State;
  id?: string;
  group?: string;
  worker?: string;
  error?: string;
  minAttempts?: number;
  minAge?: string;
  maxAge?: string;
  data?: FieldCondition[];
}

/** A bulk operation. */
export interface BulkOperation {
  id: string;
  operation: "redrive" | "cancel" | "promote";
  filter: Filter;
  status: "running" | "stopped" | "finished";
  /** A change of the jobs that are redriven: a merge patch of the payload, and other options. */
  change?: { data?: unknown; priority?: number; maxAttempts?: number };
  examined: number;
  skipped: number;
  /** The reason for which the last job was skipped that could not be changed as asked. */
  problem?: string;
  total: number;
  matched: number;
  changed: number;
  startedAt: number;
  updatedAt: number;
  by: string;
}

/** The load of a queue, and the workers that it needs. */
export interface Scaling {
  ready: number;
  delayed: number;
  leased: number;
  oldestReadyAge?: number;
  /** Completed jobs a second in the last minutes. */
  rate: number;
  workers: number;
}

/** Requests, commands and bytes. */
export interface Usage {
  requests: number;
  commands: number;
  bytesSent: number;
  bytesReceived: number;
}

/** The usage of a queue by the process of the API that answers. */
export interface Cost {
  /** The time of its first request. */
  since: number;
  total: Usage;
  /** The average of an hour. Absent in the first minute. */
  perHour?: Usage;
  operations: Record<string, Usage>;
  jobs: { enqueued: number; ended: number };
}

/** The last run of a cron. A token of some queues gets no sums over all of them. */
export interface CronReport {
  kind: "light" | "deep";
  at: number;
  ms: number;
  queues?: number;
  requests?: number;
  moved?: Record<string, number>;
  repaired?: Record<string, number>;
  retired?: number;
  left: string[];
  errors: { queue: string; code: string }[];
  /** The lengths of both lists, if only their first entries are there. */
  leftCount?: number;
  errorsCount?: number;
}
