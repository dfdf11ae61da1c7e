// The descriptions of fields and parameters in the OpenAPI document, by name: a name means the same everywhere. They are not
// in the schemas, so that they are deployed once, in the document.

/** Fields of bodies and replies. */
const FIELDS: Record<string, string> = {
  backoff: "The delay after a failed attempt; the queue's unless set.",
  base64: "The bytes of an item that are not JSON.",
  at: "The time in ms since the epoch: when a job becomes ready, or when an error or event happened.",
  attempt: "The number of leases of the job so far, from 1.",
  begun: "True where the work had begun. Every tenth such release counts as an attempt.",
  budget: "The time limit.",
  count: "The most jobs to lease; 1 unless set.",
  created: "False where the id was known.",
  cursor: "The start of the next page; missing on the last page.",
  data: "The payload: any JSON, or missing where it cannot be read.",
  delay: "The delay until it is ready.",
  detail: "An explanation for people, without any content of the request.",
  dueAt: "The time at which it becomes ready, in ms since the epoch.",
  enqueuedAt: "The time of its enqueueing, in ms since the epoch.",
  error: "The error message; the first 300 bytes are kept.",
  errors: "The last errors, oldest first.",
  extend: "The new duration of the lease, from now on.",
  fence: "The number of the lease; it rises with each lease in the queue.",
  for: "The duration of the lease, from 1s to 12h; the queue's unless set.",
  id: "The id of the job in its queue: 1 to 256 bytes without control characters.",
  keep: "The number of requests whose events are kept, up to 10,000; 0 for none.",
  leasedUntil: "The end of the lease, in ms since the epoch.",
  maxAttempts: "The most attempts, after which the job has failed; the queue's unless set.",
  more: "True where more jobs are ready.",
  nextWakeAt: "The time before which no job or lease is due, in ms since the epoch; missing where none is known.",
  now: "Redis's time, in ms since the epoch.",
  oldestReadyAge: "The time in ms for which the next job has been ready.",
  place: "The number of ready jobs before it.",
  postpone: "Set to use up no attempt; up to 1,000 times a job.",
  previous: "The progress and the errors of earlier attempts; missing on the first lease.",
  priority: "From 0, first, to 9, last; 5 unless set.",
  progress: "The progress of the work, from 0 to 1.",
  reason: "The reason why the receipt is stale.",
  result: "The result: any JSON.",
  stack: "The first lines of the error's stack; kept for the last error only.",
  receipt: "The proof that the job was leased, for settling and extending it.",
  timeout: "The time limit of an attempt in `drain` or `work`; `false` for none.",
  total: "The number on all pages.",
  ttl: "The time to live: a job that is older is dropped instead of leased.",
  uniqueFor: "The time for which its id is remembered, even when the job is gone. Needs an id.",
  wait: "The time to wait for a job where none is ready, up to 20s; 0 unless set.",
  worker: "The name of the worker; empty where it has none.",
};

/** A parameter of the document. */
interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  required?: true;
  description: string;
  schema: Record<string, unknown>;
}

/** Parameters that several operations have, by the names of their references. */
export const PARAMETERS: Record<string, Parameter> = {
  queue: {
    in: "path",
    name: "queue",
    required: true,
    description: "The name of the queue. A queue exists from its first job on.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._:-]{1,128}$" },
  },
  id: {
    in: "path",
    name: "id",
    required: true,
    description: "The id of the job, percent-encoded.",
    schema: { type: "string", minLength: 1, maxLength: 256 },
  },
  source: {
    in: "path",
    name: "source",
    required: true,
    description: "The name of the source in the configuration.",
    schema: { type: "string" },
  },
  cursor: {
    in: "query",
    name: "cursor",
    description: "The cursor of the page before.",
    schema: { type: "string" },
  },
  limit: {
    in: "query",
    name: "limit",
    description: "The most entries of a page; unless set 50, or 500 in /metrics.",
    schema: { type: "integer", minimum: 1, maximum: 1_000 },
  },
  queues: {
    in: "query",
    name: "queue",
    description: "Names of queues, or beginnings of names with a `*` after them.",
    schema: { type: "array", items: { type: "string" } },
  },
  state: {
    in: "query",
    name: "state",
    required: true,
    description: "The state of the jobs.",
    schema: { type: "string", enum: ["ready", "delayed", "leased", "failed", "done"] },
  },
  wait: {
    in: "query",
    name: "wait",
    description: 'The time to wait for the end: ms, or text such as "20s"; 0 unless set.',
    schema: { type: "string", pattern: "^\\d+(\\.\\d+)?(ms|s|m|h|d)?$" },
  },
  after: {
    in: "query",
    name: "after",
    description: "The id of the entry to continue after; from the oldest one unless set.",
    schema: { type: "string", pattern: "^\\d{1,15}-\\d{1,10}$" },
  },
  since: {
    in: "query",
    name: "since",
    description: "The id of the event to continue after, or a time in ms since the epoch; from now on unless set.",
    schema: { type: "string", pattern: "^\\d{1,15}(\\.\\d{1,5})?$" },
  },
  "last-event-id": {
    in: "header",
    name: "Last-Event-ID",
    description: "The id of the event to continue after, which a client of server-sent events sends by itself.",
    schema: { type: "string", pattern: "^(\\d{1,15}\\.\\d{1,5})?$" },
  },
  "idempotency-key": {
    in: "header",
    name: "Idempotency-Key",
    description:
      "Identifies the request, so that it can be sent again: for a day it gets its first reply again. It is bound to the " +
      "token and to what the request asks for.",
    schema: { type: "string", pattern: "^[!-~]{1,200}$" },
  },
};

type JsonObject = { [key: string]: Json };
type Json = null | boolean | number | string | Json[] | JsonObject;

/** Adds the descriptions to properties without one, and replaces parameters by references. */
export function withWords<D extends object>(document: D): D {
  return worded(JSON.parse(JSON.stringify(document))) as D;
}

function worded(node: Json): Json {
  if (Array.isArray(node)) return node.map(worded);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]): [string, Json] => {
    if (key === "properties") return [key, mapValues(value as JsonObject, described)];
    if (key === "parameters") return [key, (value as JsonObject[]).map(referred)];
    return [key, worded(value)];
  });
  return Object.fromEntries(entries);
}

function described(schema: Json, name: string): Json {
  const description = FIELDS[name];
  const known = worded(schema) as JsonObject;
  return description === undefined ? known : { description, ...known };
}

function referred(parameter: JsonObject): Json {
  const name = String(parameter.name);
  const found = Object.entries(PARAMETERS).find(
    ([, known]) => known.in === parameter.in && known.name.toLowerCase() === name.toLowerCase(),
  );
  if (!found) throw new Error(`${import.meta.filename} does not describe the parameter ${name}`);
  return { $ref: `#/components/parameters/${found[0]}` };
}

function mapValues(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
