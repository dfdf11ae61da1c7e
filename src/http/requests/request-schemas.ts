// The schemas of the API's requests. They validate requests, and the OpenAPI document is built from them.
import * as v from "valibot";
import { SCOPES } from "../../access/token.ts";
import { STATES } from "../../engine/keys.ts";
import { jobChange } from "../json/job-change.ts";
import { ownOptions } from "../json/own-options.ts";
import {
  count,
  duration,
  fraction,
  integer,
  pageLimit as limit,
  list,
  matching,
  shortText,
  strictObject,
} from "../json/schema-parts.ts";
import { withRef } from "../json/schema-ref.ts";

const time = integer(0);

const id = shortText(256);
const receipt = shortText(100);

const debounce = withRef("Debounce", v.strictObject({ wait: duration, longest: v.exactOptional(duration) }));

/** The fields of a new job. */
export const newJobFields = {
  data: v.unknown(),
  id: v.exactOptional(id),
  delay: v.exactOptional(duration),
  at: v.exactOptional(time),
  priority: v.exactOptional(v.pipe(integer(0), v.maxValue(9))),
  maxAttempts: v.exactOptional(count(1_000)),
  ttl: v.exactOptional(duration),
  uniqueFor: v.exactOptional(duration),
  group: v.exactOptional(shortText(128)),
  cost: v.exactOptional(count(1_000_000)),
  ...ownOptions,
};
const newJob = withRef(
  "NewJob",
  strictObject({
    ...newJobFields,
    onDuplicate: v.exactOptional(v.picklist(["keep", "replace", "again"])),
    debounce: v.exactOptional(debounce),
    after: v.exactOptional(list(id)),
    afterFailure: v.exactOptional(v.picklist(["run", "fail", "cancel"])),
  }),
);
const followUp = withRef(
  "FollowUp",
  strictObject({
    ...newJobFields,
    queue: v.exactOptional(matching(/^[\w.:-]{1,128}$/, "the name of a queue")),
  }),
);

const newItem = withRef("NewItem", strictObject({ data: v.unknown(), id: v.exactOptional(id) }));

const oneOrMany = <S extends v.GenericSchema>(one: S) => v.union([one, v.pipe(list(one), v.minLength(1))]);

/** The jobs to enqueue. */
export const newJobs = oneOrMany(newJob);
/** The items to add to a queue in the format of redis-work-queue. */
export const newItems = oneOrMany(newItem);

const leaseFields = {
  count: v.exactOptional(count(1_000)),
  for: v.exactOptional(duration),
  worker: v.exactOptional(v.pipe(v.string(), v.maxLength(256))),
  version: v.exactOptional(v.pipe(v.string(), v.maxLength(64))),
};

/** The body of a lease. */
export const leaseRequest = strictObject({ ...leaseFields, wait: v.exactOptional(duration) });
/** The body of a lease of items. */
export const leaseItemsRequest = strictObject({ count: leaseFields.count, for: leaseFields.for });

const proof = { receipt, attempt: v.exactOptional(integer(1)) };
const then = v.exactOptional(list(followUp, 100));
const complete = { result: v.exactOptional(v.unknown()), then };
const retry = {
  delay: v.exactOptional(duration),
  error: v.exactOptional(v.string()),
  postpone: v.exactOptional(v.boolean()),
};
const fail = { error: v.exactOptional(v.string()), then };
const release = { begun: v.exactOptional(v.boolean()) };

/** The body that completes a job. */
export const completeRequest = strictObject({ ...proof, ...complete });
/** The body that retries a job. */
export const retryRequest = strictObject({ ...proof, ...retry });
/** The body that fails a job. */
export const failRequest = strictObject({ ...proof, ...fail });
/** The body that completes an item. */
export const completeItemRequest = strictObject({ lease: v.pipe(v.string(), v.minLength(1)) });
/** The body that releases a job. */
export const releaseRequest = strictObject({ ...proof, ...release });
/** The body that extends a lease. */
export const extendRequest = strictObject({ receipt, for: duration, worker: leaseFields.worker });
/** The body that reports the progress of a job. */
export const progressRequest = strictObject({
  receipt,
  progress: fraction,
  note: v.exactOptional(v.string()),
  extend: v.exactOptional(duration),
});

const settleItem = v.variant("action", [
  strictObject({ action: v.literal("complete"), id, ...proof, ...complete }),
  strictObject({ action: v.literal("retry"), id, ...proof, ...retry }),
  strictObject({ action: v.literal("fail"), id, ...proof, ...fail }),
  strictObject({ action: v.literal("release"), id, ...proof, ...release }),
]);

/** The body of a turn: jobs to settle, and the next lease. */
export const turnRequest = strictObject({
  settle: v.exactOptional(list(settleItem)),
  lease: v.exactOptional(strictObject(leaseFields)),
});

const queryDuration = matching(/^\d+(\.\d+)?(ms|s|m|h|d)?$/, 'ms, or text such as "30s"');

/** The query of a list of jobs. */
export const listQuery = strictObject({
  state: v.picklist(STATES),
  cursor: v.exactOptional(matching(/^\d{1,12}$/, "the cursor of the previous page")),
  limit: v.exactOptional(limit),
});
/** The query of a list of failed items. */
export const failedItemsQuery = strictObject({ limit: v.exactOptional(limit) });
const queuePage = {
  cursor: v.exactOptional(v.pipe(v.string(), v.maxLength(128))),
  limit: v.exactOptional(limit),
};
/** The query of a list of queues. */
export const queuesQuery = strictObject({ ...queuePage, recent: v.exactOptional(v.picklist(["0", "1"])) });
/** The query of a history. */
export const historyQuery = strictObject({
  from: v.exactOptional(matching(/^\d{1,15}$/, "ms since the epoch")),
  step: v.exactOptional(v.picklist(["minute", "hour"])),
});
/** The query of the numbers for scaling. */
export const scalingQuery = strictObject({
  target: v.exactOptional(queryDuration),
  concurrency: v.exactOptional(limit),
});
/** The name of a queue, or a prefix of names followed by `*`. */
const pattern = matching(/^([\w.:-]{1,128}|[\w.:-]{0,127}\*)$/, "the name of a queue, or a prefix such as web-*");
/** The query of the metrics. */
export const metricsQuery = strictObject({
  queue: v.exactOptional(v.pipe(v.array(pattern), v.maxLength(100))),
  ...queuePage,
});
/** The query of a request that may wait. */
export const waitQuery = strictObject({ wait: v.exactOptional(queryDuration) });

const ids = list(id);
const failedJobs = { ids: v.exactOptional(ids), limit: v.exactOptional(count(1_000)) };
/** The failed jobs to make ready: these, with a change if there is one, or the first `limit`. */
export const redriveRequest = strictObject({ ...failedJobs, change: v.exactOptional(jobChange) });
/** The failed items to queue again: these, or the first `limit`. */
export const redriveItemsRequest = strictObject(failedJobs);
/** The delayed jobs to make ready. */
export const promoteRequest = strictObject({ ids });
/** The state whose jobs are removed. */
export const purgeRequest = strictObject({
  state: v.picklist(["ready", "delayed", "blocked", "failed", "done", "seen"]),
});
/** The name of the queue to destroy, again. */
export const destroyRequest = strictObject({ queue: v.string() });
/** The worker whose leased jobs are taken back. */
export const failWorkerRequest = strictObject({ worker: id });
/** The body of a light clean. */
export const cleanRequest = strictObject({ limit: v.exactOptional(count(1_000)) });
/** The body of a deep clean. */
export const deepCleanRequest = strictObject({ budget: v.exactOptional(duration) });
/** The number of requests whose events are kept; 0 stops the recording. */
export const recordEventsRequest = strictObject({
  keep: v.pipe(integer(0), v.maxValue(10_000)),
});
/** The query of a stream of events. */
export const eventsQuery = strictObject({
  since: v.exactOptional(matching(/^\d{1,15}(\.\d{1,5})?$/, "the id of an event, or ms since the epoch")),
});
const tokenName = matching(/^[A-Za-z0-9._-]{1,64}$/, "1 to 64 of A-Z a-z 0-9 . _ -");
const patterns = v.pipe(list(id, 100), v.minLength(1));
const tokenLimit = v.exactOptional(integer(0));
/** The rights of a token to create. */
export const newToken = strictObject({
  name: tokenName,
  scopes: v.pipe(list(v.picklist(SCOPES), 100), v.minLength(1)),
  queues: v.exactOptional(patterns),
  ids: v.exactOptional(patterns),
  groups: v.exactOptional(patterns),
  notBefore: v.exactOptional(time),
  expires: v.exactOptional(time),
  limits: v.exactOptional(
    strictObject({
      requests: tokenLimit,
      bytes: tokenLimit,
      waits: tokenLimit,
      inFlight: tokenLimit,
      queues: tokenLimit,
      maxCost: tokenLimit,
    }),
  ),
});
/** The stored token to revoke. */
export const revokeRequest = strictObject({ name: tokenName });
/** The query of the audit log. */
export const auditQuery = strictObject({
  after: v.exactOptional(matching(/^\d{1,15}-\d{1,10}$/, "the id of an entry")),
  limit: v.exactOptional(limit),
});
/** The queue to drain. */
export const wakeRequest = strictObject({ queue: v.string() });
/** The body of a request without parameters. */
export const emptyRequest = strictObject({});

/** The header with the last event that a client of server-sent events has received. */
export const lastEvent = v.object({
  "last-event-id": v.exactOptional(matching(/^(\d{1,15}\.\d{1,5})?$/, "the id of an event")),
});

/** The header that makes a request repeatable: a request with the same key gets the first response again. */
export const idempotency = v.object({
  "idempotency-key": v.exactOptional(matching(/^[\x21-\x7e]{1,200}$/, "1 to 200 visible ASCII characters")),
});
