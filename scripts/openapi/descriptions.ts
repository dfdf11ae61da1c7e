// The descriptions of fields in the OpenAPI document. A name has the same meaning everywhere, so each is described once. The
// descriptions are not part of the schemas, which would add them to the deployed code.
import { PARAMETERS } from "./parameters.ts";
import { SCHEDULE_FIELDS } from "./schedule-descriptions.ts";
import { WAITING_FIELDS } from "./waiting-descriptions.ts";

/** The fields of request and response bodies. */
const FIELDS: Record<string, string> = {
  backoff: "The delay after a failed attempt; the queue's unless set.",
  base64: "The content of an item that is not JSON.",
  at: "A time in ms since the epoch: when a job becomes ready, or when an error or event happened.",
  attempt: "The number of leases of the job so far, from 1.",
  attempts: "The last ten attempts, oldest first; of a leased job with the one that holds it.",
  begun: "True if the work had started. Every tenth such release counts as an attempt.",
  budget: "The time limit.",
  concurrency: "The maximum number of leased jobs; no limit unless set.",
  cost: "The number of tokens that the job spends of a rate; 1 unless set.",
  count: "The maximum number of jobs to lease; 1 unless set.",
  created: "False if the id was known.",
  cursor: "The start of the next page; missing on the last page.",
  data: "The payload: any JSON; missing if it cannot be read.",
  delay: "The delay until the job is ready.",
  detail: "An explanation for people, without any value of the request.",
  dueAt: "The time at which the job becomes ready, in ms since the epoch.",
  endedAt: "The time at which it ended, in ms since the epoch.",
  enqueuedAt: "The time at which the job was enqueued, in ms since the epoch.",
  error: "The error message, of which the first 300 bytes are stored.",
  errors: "The last five errors, oldest first.",
  extend: "The new duration of the lease, from now on.",
  fence: "The fence of the lease: a number that rises with each lease in the queue.",
  for: "The duration of the lease, from 1s to 12h; the queue's unless set.",
  group: "The group of the job, up to 128 bytes: the queue limits the jobs of each group, and serves groups in turns.",
  heldBackBy: "The limit that holds the job back; missing if none does.",
  holdsGroup: "True if its ordered group waits for it, though no worker holds it.",
  id: "The id of the job in its queue: 1 to 256 bytes without control characters.",
  ifVersion: "The version that the limits must have, 0 for none; any version unless set.",
  keep: "The number of requests whose events are stored, up to 10,000; 0 for none.",
  leasedUntil: "The end of the lease, in ms since the epoch.",
  longestBlocked:
    "The time in ms for which the group that has had blocked jobs for longest has had some, though it may have run jobs " +
    "meanwhile; missing if no job is blocked.",
  maxAttempts: "The maximum number of attempts, after which the job fails; the queue's unless set.",
  more: "True if more jobs are ready.",
  nextWakeAt: "The time before which no job or lease is due, in ms since the epoch; missing if none is known.",
  now: "The time of Redis, in ms since the epoch.",
  oldestReadyAge: "The time since the next job became ready, in ms.",
  placeInGroup: "The number of blocked jobs of its group before this one.",
  place: "The number of ready jobs before this one.",
  postpone: "True to retry without counting the attempt, up to 1,000 times for a job.",
  previous: "The progress and the errors of earlier attempts; missing on the first lease.",
  priority: "From 0, first, to 9, last; 5 unless set.",
  progress: "The progress of the work, from 0 to 1.",
  rate: "The rate at which jobs start, by cost; no limit unless set.",
  reason: "The reason why the receipt is stale.",
  result: "The result: any JSON.",
  stack: "The first lines of the error's stack, stored for the last error only.",
  receipt: "The proof that the job was leased, for operations on the leased job.",
  startsAt:
    "The probable time at which the waiting job starts, in ms since the epoch, from the rates seen; missing if they are unknown.",
  timeout: "The time limit of an attempt in `drain` or `work`; `false` for none.",
  total: "The number of entries on all pages.",
  ttl: "The time to live. An older job is not leased but expires.",
  debounce:
    "Delays the job; each further job with its id replaces it and delays it again. While it is leased, the newest one runs after it. " +
    "Needs an id, and excludes `delay`, `at`, `uniqueFor` and `onDuplicate`.",
  onDuplicate:
    "What happens if the id is known: `keep`, the default, changes nothing; `replace` replaces the job while it waits; `again` does so " +
    "too, and runs the new job after one that is leased or has ended. Needs an id.",
  outcome:
    "`created`; `kept`, unchanged; `replaced` by the new job; `again`, the new job runs after the leased one; or `debounced`, replaced " +
    "and pushed back.",
  schedule: "The run of a schedule that the job is; missing if no schedule has created it.",
  after:
    "The ids of jobs of the queue, or of jobs before this one in the request. The job is delayed until each of them has ended, whichever way.",
  afterFailure:
    "What the job does if one of these jobs ends without success: `run` when all have ended, the default; or `fail`, or `cancel`, at once.",
  waitsForOthers: "Set for a delayed job that becomes ready when others have ended.",
  waitsFor: "The jobs for which it waits.",
  runsAgain: "Set if a newer payload waits for the end of the job, and runs after it.",
  uniqueFor: "The time for which the id is remembered, even after the job is gone. Needs an id.",
  version: "The version of the worker's deployment, up to 64 bytes.",
  wait: "The longest wait for a ready job, up to 20s; 0 unless set.",
  worker: "The name of the worker; empty if it has none.",
};

/** The fields that have another meaning in one schema, by the name of the schema. */
const FIELDS_OF: Record<string, Record<string, string>> = {
  ...SCHEDULE_FIELDS,
  ...WAITING_FIELDS,
  SetGroupRequest: {
    concurrency: "The maximum number of leased jobs of the group; null for that of the queue's groups.",
    paused: "True to start no more jobs of the group.",
    rate: "The rate at which jobs of the group start; null for that of the queue's groups.",
    until:
      'The end of the pause: a time in ms since the epoch, or a duration from now such as "5m"; no end unless set.',
  },
  SetLimitsRequest: {
    groups:
      "The limits of each group. `ordered` runs its jobs strictly one after the other; `stop` also after a failed one.",
  },
  Limits: {
    groups: "The limits of each group.",
    version: "The version of the limits; 0 if the queue has never had any.",
  },
  Group: {
    blocked: "The number of its jobs that wait for their turn.",
    held: "The number of its leased jobs; in an ordered group also one that waits for its retry or has stopped the group.",
    limitedUntil: "The time until which its rate lets no job start, in ms since the epoch.",
    name: "The name of the group.",
    next: "The id of its job that is next in line, or waits for its rate or the end of its pause; only with the scope read.",
    pausedUntil: "The end of its pause, in ms since the epoch; missing if it has none.",
    version: "The version of its own limits; missing if it has none.",
  },
  HeldBackBy: {
    holders: "The ids of the jobs that hold the slots of the group, at most ten; only with the scope read.",
    limit: "The kind of the limit.",
    until:
      "The earliest time at which the limit lets a job start, in ms since the epoch; missing if that depends on other jobs.",
    waitsSince:
      "The time of the job's enqueueing or the end of its last attempt, in ms since the epoch; the limit may have begun to hold it " +
      "back later.",
  },
  Rate: {
    burst: "The number of tokens that the bucket holds; a tenth of `limit` unless set.",
    limit: "The number of tokens that are added in the time `per`. A job spends its cost.",
    per: "The time in which `limit` tokens are added.",
  },
  Debounce: {
    wait: "The time after the last job with the id at which the job is due.",
    longest:
      "The longest time after the first job with the id at which the job is due in any case; no limit unless set.",
  },
  Queue: {
    groups: "The numbers of the groups; missing for a queue that has never had groups or limits.",
    outbox:
      "The follow-ups that wait for other queues, and the time in ms for which the first has waited; missing for none.",
    overdue: "The numbers of due delayed jobs and of expired leases that no lease or clean has moved yet.",
    runTimes: "The times from leased to completed, retried or failed.",
    schedules:
      "The slots of its schedules, and the lateness of the last ones in ms; missing for a queue that has never had any.",
    waits: "The times from ready to leased.",
  },
  Latency: {
    count: "The number of times since the queue was created, or in a sample.",
    sum: "The sum of the times in ms, estimated from a histogram: up to half more or a third less.",
    p50: "The median in ms, estimated; missing without any time.",
  },
  ListedQueue: {
    groups: "The numbers of the groups; missing for a queue that has never had groups or limits.",
    outbox:
      "The follow-ups that wait for other queues, and the time in ms for which the first has waited; missing for none.",
    overdue: "The numbers of due delayed jobs and of expired leases that no lease or clean has moved yet.",
    recent: "The last hour by the minute, oldest first; null for a minute in which no clean has looked at the queue.",
    runTimes: "The times from leased to completed, retried or failed.",
    schedules:
      "The slots of its schedules, and the lateness of the last ones in ms; missing for a queue that has never had any.",
    waits: "The times from ready to leased.",
  },
  CronReport: {
    at: "The time at which the clean ended, in ms since the epoch.",
    errors: "The queues that could not be cleaned, of which the first 50 are kept.",
    left: "The queues that were not reached or not finished, of which the first 50 are kept.",
    leftCount: "The length of `left` if it is larger than 50.",
    errorsCount: "The length of `errors` if it is larger than 50.",
    ms: "The duration in ms.",
    queues: "The number of queues.",
    requests: "The number of requests to Redis.",
    retired: "The number of queues that were removed because they were empty and unused for a week.",
  },
  Scaling: {
    rate: "The completed jobs a second in the last five minutes; 0 if no clean has looked at the queue in this time.",
    workers: "The suggested number of workers.",
  },
  History: {
    step: "The usual length of a sample in ms.",
  },
  SearchRequest: {
    cursor: "The cursor of the result before.",
    limit: "The maximum number of jobs to return; 50 unless set.",
    scan: "The maximum number of jobs to examine; 20,000 unless set.",
    output: "`count` to count the matches without reading them; `jobs` unless set.",
  },
  SearchResult: {
    cursor: "The start of the next part; missing after the last job of the state.",
    examined: "The number of jobs that the search has examined so far.",
    jobs: "The matches; empty if they are only counted.",
    matched: "The number of matches in this part.",
    skipped: "The number of examined jobs whose payload is too large or no JSON, so that it could not be compared.",
    total:
      "The number of jobs to examine: those in the state, or only those of the filter's group if they are ready or blocked.",
  },
  Attempt: {
    endedAt:
      "The time at which it ended, in ms since the epoch; missing while it runs. An expired lease ends when that is noticed.",
    outcome:
      "Its end: `postponed` used up no attempt, `worker_failed` was taken back by failWorker, `leased` still runs.",
    startedAt: "The time of its lease, in ms since the epoch.",
  },
  BulkOperation: {
    by: "The name of the token that began the operation.",
    changed: "The number of changed jobs; other matches had left the state meanwhile.",
    examined: "The number of jobs that were examined so far.",
    id: "The id of the operation.",
    matched: "The number of examined jobs that matched.",
    skipped:
      "The number of examined jobs whose payload is too large or no JSON, so that it could not be compared, and of those that could not be changed as asked.",
    total:
      "The number of jobs to examine: those in the state, or only those of the filter's group if they are ready or blocked.",
  },
  JobFilter: {
    data: "Conditions on the payload, which must be JSON in Redis.",
    error: "A text that one of the job's errors contains.",
    group: "The group of the job. Its ready and its blocked jobs are found at once, among any number of others.",
    id: "An id; or the beginning of ids, followed by a `*`.",
    maxAge: "The largest time since the job was enqueued.",
    minAge: "The least time since the job was enqueued.",
    minAttempts: "The least number of attempts.",
    worker: "The worker that holds the job, or held it last.",
  },
};

/** The problems of all operations, by status. */
export const PROBLEMS: Record<number, string> = {
  400: "The request is invalid.",
  401: "The token, the secret or the signature is missing or wrong.",
  403: "The token is not valid for this operation, queue, group or id.",
  404: "The queue, the job, the schedule or the route does not exist.",
  409: "Nothing was changed: the receipt is stale, as `reason` states, the limits have another version, or the state of the job or the queue does not allow it.",
  413: "The request, or a payload in it, is too large.",
  415: "The Content-Type is not accepted.",
  422: "A payload or a result is invalid, or the Idempotency-Key was used for another request.",
  429: "The queue is full, or a limit of the token is reached.",
  503: "Redis did not respond or refused. The same request may succeed later.",
};

type JsonObject = { [key: string]: Json };
type Json = null | boolean | number | string | Json[] | JsonObject;

/** Adds the descriptions to the properties of a document, and replaces its parameters by references. */
export function addDescriptions<D extends object>(document: D): D {
  const described = withDescriptions(JSON.parse(JSON.stringify(document)));
  return describeOwnFields(described as JsonObject) as D;
}

/** Replaces the descriptions of fields that have another meaning in one schema. */
function describeOwnFields(document: JsonObject): JsonObject {
  const { schemas = {} } = (document.components ?? {}) as JsonObject;
  for (const [schema, fields] of Object.entries(FIELDS_OF)) {
    const { properties } = ((schemas as JsonObject)[schema] ?? {}) as { properties?: Record<string, JsonObject> };
    for (const [field, description] of Object.entries(fields)) {
      const property = properties?.[field];
      if (!property) throw new Error(`${import.meta.filename} describes ${schema}.${field}, which does not exist`);
      property.description = description;
    }
  }
  return document;
}

function withDescriptions(node: Json): Json {
  if (Array.isArray(node)) return node.map(withDescriptions);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]): [string, Json] => {
    if (key === "properties") return [key, mapValues(value as JsonObject, propertyWithDescription)];
    if (key === "parameters") return [key, (value as JsonObject[]).map(parameterReference)];
    return [key, withDescriptions(value)];
  });
  return Object.fromEntries(entries);
}

function propertyWithDescription(schema: Json, name: string): Json {
  const description = FIELDS[name];
  const described = withDescriptions(schema) as JsonObject;
  return description === undefined ? described : { description, ...described };
}

function parameterReference(parameter: JsonObject): Json {
  const name = String(parameter.name);
  const found = Object.entries(PARAMETERS).find(
    ([, known]) => known.in === parameter.in && known.name.toLowerCase() === name.toLowerCase(),
  );
  if (!found) throw new Error(`parameters.ts has no description of the parameter ${name}`);
  return { $ref: `#/components/parameters/${found[0]}` };
}

function mapValues(object: JsonObject, map: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
