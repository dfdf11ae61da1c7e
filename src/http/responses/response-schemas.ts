// The schemas of the API's responses. The routes are typed by them; the OpenAPI document and the tests use the schemas.
import * as v from "valibot";
import { STATES } from "../../engine/keys.ts";
import { ENQUEUE_OUTCOMES } from "../../queue/jobs/stored/letters.ts";
import { ATTEMPT_OUTCOMES } from "../../queue/jobs/stored/run.ts";
import { ownOptions } from "../json/own-options.ts";
import { withRef } from "../json/schema-ref.ts";
import { settleResult, staleReason, then } from "./settle-schemas.ts";

/** A time in ms since the epoch. */
export const time = v.pipe(v.number(), v.integer());
/** A whole number that is not negative. */
export const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));

const state = v.picklist([...STATES, "seen"]);
const enqueuedJob = withRef(
  "EnqueuedJob",
  v.strictObject({ id: v.string(), created: v.boolean(), state, outcome: v.picklist(ENQUEUE_OUTCOMES) }),
);
/** An entry for each job of the request, also for a single one. */
export const enqueueResult = withRef("EnqueueResult", v.strictObject({ jobs: v.array(enqueuedJob) }));

/** An error of an attempt. */
export const jobError = withRef(
  "JobError",
  v.strictObject({ message: v.string(), stack: v.exactOptional(v.string()), attempt: wholeNumber, at: time }),
);
const attempt = withRef(
  "Attempt",
  v.strictObject({
    attempt: wholeNumber,
    startedAt: time,
    endedAt: v.exactOptional(time),
    worker: v.exactOptional(v.string()),
    version: v.exactOptional(v.string()),
    outcome: v.picklist(ATTEMPT_OUTCOMES),
    message: v.exactOptional(v.string()),
    stack: v.exactOptional(v.string()),
  }),
);
const progress = v.strictObject({ fraction: v.number(), note: v.exactOptional(v.string()) });

/** The run of a schedule that a job is. */
export const scheduledRun = v.strictObject({
  id: v.string(),
  slot: time,
  reason: v.picklist(["due", "caughtUp", "triggered", "backfilled"]),
});
const scheduled = { schedule: v.exactOptional(withRef("ScheduledRun", scheduledRun)) };

const membership = { group: v.exactOptional(v.string()), cost: v.exactOptional(wholeNumber) };
const leasedJob = withRef(
  "LeasedJob",
  v.strictObject({
    id: v.string(),
    data: v.unknown(),
    receipt: v.string(),
    fence: wholeNumber,
    attempt: wholeNumber,
    priority: wholeNumber,
    ...membership,
    ...scheduled,
    ...ownOptions,
    enqueuedAt: time,
    leasedUntil: time,
    worker: v.string(),
    previous: v.exactOptional(v.strictObject({ progress: v.exactOptional(progress), errors: v.array(jobError) })),
  }),
);

const leaseFields = {
  jobs: v.array(leasedJob),
  now: time,
  more: v.boolean(),
  nextWakeAt: v.exactOptional(time),
  paused: v.boolean(),
};

/** The leased jobs, and when to lease again. */
export const leaseResult = withRef("LeaseResult", v.strictObject(leaseFields));

/** The outcome of each settled job, and the next leased jobs. */
export const turnResult = withRef("TurnResult", v.strictObject({ settled: v.array(settleResult), ...leaseFields }));
/** Success without further data. */
export const success = v.strictObject({ ok: v.literal(true) });
/** Success, and the follow-ups that were added if the request has any. */
export const endResult = v.strictObject({ ok: v.literal(true), then });
/** The new end of an extended lease. */
export const extendResult = v.strictObject({ ok: v.literal(true), leasedUntil: time });

/** A job as it is stored. */
export const job = withRef(
  "Job",
  v.strictObject({
    id: v.string(),
    state: v.picklist(STATES),
    data: v.exactOptional(v.unknown()),
    priority: wholeNumber,
    ...membership,
    enqueuedAt: time,
    expiresAt: v.exactOptional(time),
    attempt: wholeNumber,
    maxAttempts: wholeNumber,
    dueAt: v.exactOptional(time),
    waitsForOthers: v.exactOptional(v.literal(true)),
    leasedUntil: v.exactOptional(time),
    worker: v.exactOptional(v.string()),
    progress: v.exactOptional(progress),
    endedAt: v.exactOptional(time),
    errors: v.array(jobError),
    attempts: v.array(attempt),
    ...scheduled,
    runsAgain: v.exactOptional(v.literal(true)),
  }),
);

/** A page of the jobs of one state. */
export const jobPage = withRef(
  "JobPage",
  v.strictObject({ jobs: v.array(job), total: wholeNumber, cursor: v.exactOptional(v.string()) }),
);

/** The end of a job: the result of a done one, the errors of a failed one. */
export const jobOutcome = withRef(
  "JobOutcome",
  v.strictObject({
    state: v.picklist(["done", "failed", "cancelled", "expired", "purged"]),
    result: v.exactOptional(v.unknown()),
    errors: v.exactOptional(v.array(jobError)),
  }),
);
/** The outcome of a job that has not ended. */
export const pendingOutcome = v.strictObject({ state: v.literal("pending") });

/** The id of a cancelled job and the state that it was in. */
export const cancelResult = v.strictObject({
  id: v.string(),
  ok: v.literal(true),
  was: v.picklist(["ready", "delayed", "blocked", "leased", "failed"]),
});

/** A latency: the number of times, their sum, and quantiles. */
export const latency = withRef(
  "Latency",
  v.strictObject({
    count: wholeNumber,
    sum: v.pipe(v.number(), v.minValue(0)),
    p50: v.exactOptional(wholeNumber),
    p95: v.exactOptional(wholeNumber),
    p99: v.exactOptional(wholeNumber),
  }),
);
const counts = {
  ready: wholeNumber,
  delayed: wholeNumber,
  blocked: wholeNumber,
  leased: wholeNumber,
  failed: wholeNumber,
  done: wholeNumber,
  workers: wholeNumber,
  paused: v.boolean(),
  oldestReadyAge: v.exactOptional(wholeNumber),
  overdue: v.strictObject({ delayed: wholeNumber, leased: wholeNumber }),
  waits: latency,
  runTimes: latency,
  totals: v.strictObject({
    enqueued: wholeNumber,
    duplicates: wholeNumber,
    leased: wholeNumber,
    completed: wholeNumber,
    retried: wholeNumber,
    failed: wholeNumber,
    released: wholeNumber,
    reclaimed: wholeNumber,
    expired: wholeNumber,
    cancelled: wholeNumber,
    purged: wholeNumber,
    redriven: wholeNumber,
    replayed: wholeNumber,
    stale: wholeNumber,
  }),
  groups: v.exactOptional(
    v.strictObject({
      active: wholeNumber,
      blocked: wholeNumber,
      paused: wholeNumber,
      longestBlocked: v.exactOptional(wholeNumber),
    }),
  ),
  schedules: v.exactOptional(
    v.strictObject({ fired: wholeNumber, missed: wholeNumber, skipped: wholeNumber, lateness: wholeNumber }),
  ),
  outbox: v.exactOptional(v.strictObject({ waiting: wholeNumber, longest: wholeNumber })),
};
/** The counts of a queue. */
export const queue = withRef("Queue", v.strictObject({ name: v.string(), ...counts }));
const minutes = v.array(v.nullable(wholeNumber));
const recent = v.exactOptional(v.strictObject({ completed: minutes, failed: minutes }));
// A queue of a list, with its last hour if the request asks for it.
const listedQueue = withRef("ListedQueue", v.strictObject({ name: v.string(), ...counts, recent }));
/** The counts of a queue in the format of redis-work-queue. */
export const redisWorkQueue = withRef(
  "RedisWorkQueue",
  v.strictObject({
    name: v.string(),
    format: v.literal("redis-work-queue"),
    queued: wholeNumber,
    processing: wholeNumber,
  }),
);
// Stands in for a queue that cannot be read, so that the others are still listed.
const unreadableQueue = v.strictObject({ name: v.string(), code: v.string() });
/** A page of queues. */
export const queuePage = v.strictObject({
  queues: v.array(v.union([listedQueue, redisWorkQueue, unreadableQueue])),
  total: wholeNumber,
  cursor: v.exactOptional(v.string()),
});

/** The workers of a queue and the jobs that they lease. */
export const workerList = v.strictObject({
  workers: v.array(
    v.strictObject({
      worker: v.string(),
      lastSeen: v.exactOptional(time),
      busy: v.boolean(),
      holds: v.array(v.strictObject({ id: v.string(), fence: wholeNumber, leasedUntil: time })),
    }),
  ),
});

/** The number of redriven jobs, and of failed jobs that are left. */
export const redriveResult = v.strictObject({ redriven: wholeNumber, left: wholeNumber });
/** The outcome of each job to promote. */
export const promoteResult = v.strictObject({
  jobs: v.array(
    v.variant("ok", [
      v.strictObject({ id: v.string(), ok: v.literal(true) }),
      v.strictObject({ id: v.string(), ok: v.literal(false), reason: v.literal("not_delayed") }),
    ]),
  ),
});
/** The number of jobs that were taken back from a worker. */
export const failWorkerResult = v.strictObject({ returned: wholeNumber });
/** The number of purged jobs. */
export const purgeResult = v.strictObject({ purged: wholeNumber });
/** The counts of a light clean. */
export const cleanResult = withRef(
  "CleanResult",
  v.strictObject({
    reclaimed: wholeNumber,
    failed: wholeNumber,
    promoted: wholeNumber,
    expired: wholeNumber,
    removed: wholeNumber,
    workers: wholeNumber,
    more: v.boolean(),
  }),
);
/** The counts of a deep clean. */
export const deepCleanResult = withRef(
  "DeepCleanResult",
  v.strictObject({
    finished: v.boolean(),
    examined: wholeNumber,
    orphans: wholeNumber,
    doubles: wholeNumber,
    lost: wholeNumber,
    stray: wholeNumber,
    counters: wholeNumber,
  }),
);

/** The job of a webhook delivery; `created` is false for a repeated one. */
export const deliveryResult = v.strictObject({ id: v.string(), created: v.boolean() });
/** The queue whose drain has started. */
export const wakeResult = v.strictObject({ queue: v.string() });

/** The health of the app; `redis` only for a token with the scope read or operate. */
export const health = v.strictObject({
  ok: v.literal(true),
  redis: v.exactOptional(v.strictObject({ roundTripMs: v.pipe(v.number(), v.minValue(0)) })),
});

/** Problem details (RFC 9457). */
export const problem = withRef(
  "Problem",
  v.strictObject({
    type: v.string(),
    title: v.string(),
    status: wholeNumber,
    code: v.string(),
    detail: v.string(),
    requestId: v.exactOptional(v.string()),
    reason: v.exactOptional(staleReason),
  }),
);
