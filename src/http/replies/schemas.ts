// The schemas of the API's replies. Their types bind the routes; the OpenAPI document and the tests use the schemas.
import * as v from "valibot";
import { STATES } from "../../engine/keys.ts";

/** A schema that has a name in the document, and in the clients made from it. */
export function named<S extends v.GenericSchema>(ref: string, schema: S) {
  return v.pipe(schema, v.metadata({ ref }));
}

/** A time in ms since the epoch. */
export const time = v.pipe(v.number(), v.integer());
/** A number of things. */
export const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

const enqueuedJob = named(
  "EnqueuedJob",
  v.strictObject({
    id: v.string(),
    created: v.boolean(),
    state: v.picklist([...STATES, "seen"]),
  }),
);
/** An entry for each job of the request, also where it is a single one. */
export const enqueued = named("Enqueued", v.strictObject({ jobs: v.array(enqueuedJob) }));

/** The same for items, whose format has no states. */
export const added = named(
  "Added",
  v.strictObject({ items: v.array(v.strictObject({ id: v.string(), created: v.boolean() })) }),
);

export const item = named(
  "Item",
  v.strictObject({
    id: v.string(),
    data: v.exactOptional(v.unknown()),
    base64: v.exactOptional(v.string()),
    lease: v.exactOptional(v.string()),
  }),
);
export const items = named("Items", v.strictObject({ items: v.array(item) }));

const jobError = named(
  "JobError",
  v.strictObject({ message: v.string(), stack: v.exactOptional(v.string()), attempt: whole, at: time }),
);
const progress = v.strictObject({ fraction: v.number(), note: v.exactOptional(v.string()) });

const leasedJob = named(
  "LeasedJob",
  v.strictObject({
    id: v.string(),
    data: v.unknown(),
    receipt: v.string(),
    fence: whole,
    attempt: whole,
    priority: whole,
    enqueuedAt: time,
    leasedUntil: time,
    worker: v.string(),
    previous: v.exactOptional(v.strictObject({ progress: v.exactOptional(progress), errors: v.array(jobError) })),
  }),
);

const leasedFields = {
  jobs: v.array(leasedJob),
  now: time,
  more: v.boolean(),
  nextWakeAt: v.exactOptional(time),
  paused: v.boolean(),
};

export const leased = named("Leased", v.strictObject(leasedFields));

export const staleReason = v.picklist([
  "completed",
  "leased_again",
  "cancelled",
  "failed",
  "released",
  "expired",
  "purged",
  "unknown",
]);
const settled = v.union([
  v.strictObject({ id: v.string(), ok: v.literal(true), state: v.picklist(["done", "failed", "ready", "delayed"]) }),
  v.strictObject({ id: v.string(), ok: v.literal(false), reason: staleReason }),
]);

export const turned = named("Turned", v.strictObject({ settled: v.array(settled), ...leasedFields }));
export const done = v.strictObject({ ok: v.literal(true) });
export const extended = v.strictObject({ ok: v.literal(true), leasedUntil: time });

export const job = named(
  "Job",
  v.strictObject({
    id: v.string(),
    state: v.picklist(STATES),
    data: v.exactOptional(v.unknown()),
    priority: whole,
    enqueuedAt: time,
    expiresAt: v.exactOptional(time),
    attempt: whole,
    maxAttempts: whole,
    dueAt: v.exactOptional(time),
    leasedUntil: v.exactOptional(time),
    worker: v.exactOptional(v.string()),
    progress: v.exactOptional(progress),
    endedAt: v.exactOptional(time),
    errors: v.array(jobError),
  }),
);

export const page = named(
  "Page",
  v.strictObject({ jobs: v.array(job), total: whole, cursor: v.exactOptional(v.string()) }),
);

export const explanation = named(
  "Explanation",
  v.strictObject({
    id: v.string(),
    state: v.picklist([...STATES, "cancelled", "expired", "purged", "seen", "unknown"]),
    why: v.string(),
    paused: v.boolean(),
    place: v.exactOptional(whole),
    dueAt: v.exactOptional(time),
    worker: v.exactOptional(v.string()),
    leasedUntil: v.exactOptional(time),
    attemptsLeft: v.exactOptional(whole),
    endedAt: v.exactOptional(time),
    lastError: v.exactOptional(jobError),
  }),
);

/** The result of a job that is done, the errors of one that failed. */
export const ended = named(
  "Ended",
  v.strictObject({
    state: v.picklist(["done", "failed", "cancelled", "expired", "purged"]),
    result: v.exactOptional(v.unknown()),
    errors: v.exactOptional(v.array(jobError)),
  }),
);
export const pending = v.strictObject({ state: v.literal("pending") });

export const cancelled = v.strictObject({
  id: v.string(),
  ok: v.literal(true),
  was: v.picklist(["ready", "delayed", "leased"]),
});

const counts = {
  ready: whole,
  delayed: whole,
  leased: whole,
  failed: whole,
  done: whole,
  workers: whole,
  paused: v.boolean(),
  oldestReadyAge: v.exactOptional(whole),
  totals: v.strictObject({
    enqueued: whole,
    duplicates: whole,
    leased: whole,
    completed: whole,
    retried: whole,
    failed: whole,
    released: whole,
    reclaimed: whole,
    expired: whole,
    cancelled: whole,
    purged: whole,
    redriven: whole,
    replayed: whole,
    stale: whole,
  }),
};
export const queue = named("Queue", v.strictObject({ name: v.string(), ...counts }));
/** A queue in the format of redis-work-queue. */
export const redisWorkQueue = named(
  "RedisWorkQueue",
  v.strictObject({ name: v.string(), format: v.literal("redis-work-queue"), queued: whole, processing: whole }),
);
/** A queue that cannot be read does not hide the others. */
export const unreadable = v.strictObject({ name: v.string(), code: v.string() });
export const queues = v.strictObject({
  queues: v.array(v.union([queue, redisWorkQueue, unreadable])),
  total: whole,
  cursor: v.exactOptional(v.string()),
});

export const workers = v.strictObject({
  workers: v.array(
    v.strictObject({
      worker: v.string(),
      lastSeen: v.exactOptional(time),
      busy: v.boolean(),
      holds: v.array(v.strictObject({ id: v.string(), fence: whole, leasedUntil: time })),
    }),
  ),
});

export const redriven = v.strictObject({ redriven: whole, left: whole });
export const promoted = v.strictObject({
  jobs: v.array(
    v.variant("ok", [
      v.strictObject({ id: v.string(), ok: v.literal(true) }),
      v.strictObject({ id: v.string(), ok: v.literal(false), reason: v.literal("not_delayed") }),
    ]),
  ),
});
export const itemsRedriven = v.strictObject({ redriven: whole });
export const workerFailed = v.strictObject({ returned: whole });
export const purged = v.strictObject({ purged: whole });
export const cleaned = named(
  "Cleaned",
  v.strictObject({
    reclaimed: whole,
    failed: whole,
    promoted: whole,
    expired: whole,
    removed: whole,
    workers: whole,
    more: v.boolean(),
  }),
);
export const deepCleaned = named(
  "DeepCleanResult",
  v.strictObject({
    finished: v.boolean(),
    examined: whole,
    orphans: whole,
    doubles: whole,
    lost: whole,
    stray: whole,
    counters: whole,
  }),
);

const cleanedFields = {
  finished: v.boolean(),
  examined: whole,
  returned: whole,
  failed: whole,
  lost: whole,
  strays: whole,
  waiting: whole,
};
export const itemsCleaned = named("ItemsCleaned", v.strictObject(cleanedFields));
export const itemsDeepCleaned = named(
  "ItemsDeepCleaned",
  v.strictObject({ ...cleanedFields, doubles: whole, unclear: whole }),
);
export const itemCancelled = v.strictObject({ id: v.string(), ok: v.literal(true) });

export const delivered = v.strictObject({ id: v.string(), created: v.boolean() });
export const woken = v.strictObject({ queue: v.string() });

export const health = v.strictObject({
  ok: v.literal(true),
  redis: v.exactOptional(v.strictObject({ roundTripMs: v.pipe(v.number(), v.minValue(0)) })),
});

export const problem = named(
  "Problem",
  v.strictObject({
    type: v.string(),
    title: v.string(),
    status: whole,
    code: v.string(),
    detail: v.string(),
    requestId: v.exactOptional(v.string()),
    reason: v.exactOptional(staleReason),
  }),
);
