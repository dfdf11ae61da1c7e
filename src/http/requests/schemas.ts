// The schemas of the API's requests, which validate them and make the OpenAPI document.
import * as v from "valibot";
import { SCOPES } from "../../access/token.ts";
import type { Duration } from "../../base/duration.ts";
import { STATES } from "../../engine/keys.ts";

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));
const time = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A schema that has a name in the document, and in the clients made from it. */
function named<S extends v.GenericSchema>(ref: string, schema: S) {
  return v.pipe(schema, v.metadata({ ref }));
}

/** An array whose length is checked before its items: a body may hold millions of them, each with an issue of its own. */
const list = <S extends v.GenericSchema>(item: S, most = 1_000) =>
  v.pipe(v.array(v.unknown()), v.maxLength(most), v.array(item));

const DURATION = 'ms as a number, or text such as "30s"';
const duration = named(
  "Duration",
  v.pipe(
    v.union(
      [v.pipe(v.number(), v.minValue(0)), v.pipe(v.string(), v.regex(/^\d+(\.\d+)?(ms|s|m|h|d)$/, DURATION))],
      DURATION,
    ) as v.GenericSchema<Duration>,
    v.description(DURATION),
  ),
);

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
const receipt = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const attempt = v.pipe(v.number(), v.integer(), v.minValue(1));
const errorText = v.string();

const newJob = named(
  "NewJob",
  v.strictObject({
    data: v.unknown(),
    id: v.exactOptional(id),
    delay: v.exactOptional(duration),
    at: v.exactOptional(time),
    priority: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9))),
    maxAttempts: v.exactOptional(count(1_000)),
    ttl: v.exactOptional(duration),
    uniqueFor: v.exactOptional(duration),
    timeout: v.exactOptional(v.union([duration, v.literal(false)])),
    backoff: v.exactOptional(
      v.union([
        duration,
        v.strictObject({
          type: v.picklist(["fixed", "exponential"]),
          delay: duration,
          cap: v.exactOptional(duration),
          jitter: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
        }),
      ]),
    ),
  }),
);

const newItem = named("NewItem", v.strictObject({ data: v.unknown(), id: v.exactOptional(id) }));

const oneOrMany = <S extends v.GenericSchema>(one: S) => v.union([one, v.pipe(list(one), v.minLength(1))]);

export const newJobs = oneOrMany(newJob);
export const newItems = oneOrMany(newItem);

const leaseFields = {
  count: v.exactOptional(count(1_000)),
  for: v.exactOptional(duration),
  worker: v.exactOptional(v.pipe(v.string(), v.maxLength(256))),
};

export const leaseRequest = v.strictObject({ ...leaseFields, wait: v.exactOptional(duration) });
export const leaseItemsRequest = v.strictObject({ count: leaseFields.count, for: leaseFields.for });

const ref = { receipt, attempt: v.exactOptional(attempt) };
const complete = { result: v.exactOptional(v.unknown()) };
const retry = {
  delay: v.exactOptional(duration),
  error: v.exactOptional(errorText),
  postpone: v.exactOptional(v.boolean()),
};
const fail = { error: v.exactOptional(errorText) };

export const completeRequest = v.strictObject({ ...ref, ...complete });
export const retryRequest = v.strictObject({ ...ref, ...retry });
export const failRequest = v.strictObject({ ...ref, ...fail });
export const completeItemRequest = v.strictObject({ lease: v.pipe(v.string(), v.minLength(1)) });
const release = { begun: v.exactOptional(v.boolean()) };
export const releaseRequest = v.strictObject({ ...ref, ...release });
export const extendRequest = v.strictObject({ receipt, for: duration, worker: leaseFields.worker });
export const progressRequest = v.strictObject({
  receipt,
  progress: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  note: v.exactOptional(v.string()),
  extend: v.exactOptional(duration),
});

const settleItem = v.variant("action", [
  v.strictObject({ action: v.literal("complete"), id, ...ref, ...complete }),
  v.strictObject({ action: v.literal("retry"), id, ...ref, ...retry }),
  v.strictObject({ action: v.literal("fail"), id, ...ref, ...fail }),
  v.strictObject({ action: v.literal("release"), id, ...ref, ...release }),
]);

export const turnRequest = v.strictObject({
  settle: v.exactOptional(list(settleItem)),
  lease: v.exactOptional(v.strictObject(leaseFields)),
});

const limit = v.pipe(v.string(), v.regex(/^([1-9]\d{0,2}|1000)$/, "a whole number from 1 to 1000"));
const queryDuration = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?(ms|s|m|h|d)?$/, 'ms, or text such as "30s"'));

export const listQuery = v.strictObject({
  state: v.picklist(STATES),
  cursor: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{1,12}$/, "the one that the page before gave"))),
  limit: v.exactOptional(limit),
});
export const failedItemsQuery = v.strictObject({ limit: v.exactOptional(limit) });
export const queuesQuery = v.strictObject({
  cursor: v.exactOptional(v.pipe(v.string(), v.maxLength(128))),
  limit: v.exactOptional(limit),
});
/** A name of a queue, or the beginning of names with a `*` after it. */
const pattern = v.pipe(v.string(), v.regex(/^([\w.:-]{1,128}|[\w.:-]{0,127}\*)$/, "the name of a queue, or web-*"));
export const metricsQuery = v.strictObject({
  queue: v.exactOptional(v.pipe(v.array(pattern), v.maxLength(100))),
  ...queuesQuery.entries,
});
export const waitQuery = v.strictObject({ wait: v.exactOptional(queryDuration) });

const ids = list(id);
export const redriveRequest = v.strictObject({ ids: v.exactOptional(ids), limit: v.exactOptional(count(1_000)) });
export const promoteRequest = v.strictObject({ ids });
export const purgeRequest = v.strictObject({ state: v.picklist(["ready", "delayed", "failed", "done", "seen"]) });
export const destroyRequest = v.strictObject({ queue: v.string() });
export const failWorkerRequest = v.strictObject({ worker: v.pipe(v.string(), v.minLength(1), v.maxLength(256)) });
export const cleanRequest = v.strictObject({ limit: v.exactOptional(count(1_000)) });
export const deepCleanRequest = v.strictObject({ budget: v.exactOptional(duration) });
export const recordEventsRequest = v.strictObject({
  keep: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
});
export const eventsQuery = v.strictObject({
  since: v.exactOptional(
    v.pipe(v.string(), v.regex(/^\d{1,15}(\.\d{1,5})?$/, "the id of an event, or ms since the epoch")),
  ),
});
const tokenName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{1,64}$/, "1 to 64 of A-Z a-z 0-9 . _ -"));
const patterns = v.pipe(list(v.pipe(v.string(), v.minLength(1), v.maxLength(256)), 100), v.minLength(1));
const most = v.pipe(v.number(), v.integer(), v.minValue(0));
export const newToken = v.strictObject({
  name: tokenName,
  scopes: v.pipe(list(v.picklist(SCOPES), 100), v.minLength(1)),
  queues: v.exactOptional(patterns),
  ids: v.exactOptional(patterns),
  notBefore: v.exactOptional(time),
  expires: v.exactOptional(time),
  limits: v.exactOptional(
    v.strictObject({
      requests: v.exactOptional(most),
      bytes: v.exactOptional(most),
      waits: v.exactOptional(most),
      inFlight: v.exactOptional(most),
      queues: v.exactOptional(most),
    }),
  ),
});
export const revokeRequest = v.strictObject({ name: tokenName });
export const auditQuery = v.strictObject({
  after: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{1,15}-\d{1,10}$/, "the id of an entry"))),
  limit: v.exactOptional(limit),
});
export const wakeRequest = v.strictObject({ queue: v.string() });
export const nothing = v.strictObject({});

/** The last event that a client of server-sent events has received. */
export const lastEvent = v.object({
  "last-event-id": v.exactOptional(v.pipe(v.string(), v.regex(/^(\d{1,15}\.\d{1,5})?$/, "the id of an event"))),
});

/** Names a request that its sender may send again: the same key again gets the first reply again. */
export const idempotency = v.object({
  "idempotency-key": v.exactOptional(
    v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/, "1 to 200 visible ASCII characters")),
  ),
});
