// What the OpenAPI document says of fields and parameters, by their names, which mean the same everywhere. Not said in the
// schemas themselves, so that the words are deployed once, in the document.

/** Fields of bodies and replies. */
const FIELDS: Record<string, string> = {
  backoff: "How long the job waits after a failed attempt; what the queue says unless set.",
  base64: "The bytes of an item that are not JSON.",
  at: "When it becomes ready, in ms since the epoch; or when it happened.",
  attempt: "How often the job was leased, from 1.",
  begun: "Whether the work had begun. Every tenth such release counts as an attempt.",
  budget: "How long it may take.",
  count: "How many jobs at the most; 1 unless set.",
  created: "False where the id was known.",
  cursor: "Where the next page begins; missing on the last one.",
  data: "The payload: any JSON, or missing where it cannot be read.",
  delay: "How long it waits before it is ready.",
  detail: "For people. Never repeats what was sent.",
  dueAt: "When it becomes ready, in ms since the epoch.",
  enqueuedAt: "In ms since the epoch.",
  error: "What went wrong; the first 1,000 characters are kept.",
  errors: "The last ones, oldest first.",
  extend: "Makes the lease end that long from now.",
  fence: "The number that the lease gave; rises with each lease in the queue.",
  for: "How long the lease lasts, from 1s to 12h; what the queue says unless set.",
  id: "Names the job in its queue: 1 to 256 bytes without control characters.",
  keep: "How many requests' events are kept, up to 10,000; 0 for none.",
  leasedUntil: "When the lease ends, in ms since the epoch.",
  maxAttempts: "How often it may be leased before it has failed; what the queue says unless set.",
  more: "Whether there is more to be had at once.",
  nextWakeAt: "When there will be something to do; missing when nothing is known to come.",
  now: "Redis's time, in ms since the epoch.",
  oldestReadyAge: "How long the job that is next has waited, in ms.",
  place: "How many ready jobs are before it.",
  postpone: "Whether to use up no attempt; up to 1,000 times a job.",
  previous: "What earlier attempts left; missing on the first lease.",
  priority: "0 is first, 9 last; 5 unless set.",
  progress: "How far the work is, from 0 to 1.",
  reason: "Why the fence is stale.",
  result: "Any JSON.",
  stack: "The first lines of its stack; kept for the last error only.",
  timeout: "How long an attempt of `drain` or `work` may take; `false` for no limit.",
  total: "On all pages together.",
  ttl: "How old it may be when it is leased; after that it is dropped.",
  uniqueFor: "How long its id is remembered, even when the job is gone. Needs an id.",
  wait: "How long to wait for a job where none is ready: up to 20s; not at all unless set.",
  worker: "Who leases; the empty text is nobody.",
};

/** A parameter as the document has it. */
interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  required?: true;
  description: string;
  schema: Record<string, unknown>;
}

/** Parameters that many operations have, by the names under which those refer to them. */
export const PARAMETERS: Record<string, Parameter> = {
  queue: {
    in: "path",
    name: "queue",
    required: true,
    description: "The name of the queue. It is there from its first job on.",
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
    description: "The name that the source has in the configuration.",
    schema: { type: "string" },
  },
  cursor: {
    in: "query",
    name: "cursor",
    description: "The one that the page before gave.",
    schema: { type: "string" },
  },
  limit: {
    in: "query",
    name: "limit",
    description: "How many a page holds at the most; 50 unless set.",
    schema: { type: "integer", minimum: 1, maximum: 1_000 },
  },
  state: {
    in: "query",
    name: "state",
    required: true,
    description: "Where the jobs are.",
    schema: { type: "string", enum: ["ready", "delayed", "leased", "failed", "done"] },
  },
  wait: {
    in: "query",
    name: "wait",
    description: 'How long to wait for the end: ms, or text such as "20s"; not at all unless set.',
    schema: { type: "string", pattern: "^\\d+(\\.\\d+)?(ms|s|m|h|d)?$" },
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
    description: "Names the request, so that it may be sent again: for two minutes it gets its first reply again.",
    schema: { type: "string", pattern: "^[!-~]{1,200}$" },
  },
};

type JsonObject = { [key: string]: Json };
type Json = null | boolean | number | string | Json[] | JsonObject;

/** Puts the words in: at each property that has none, and in the place of each parameter. */
export function withWords<D extends object>(document: D): D {
  return worded(JSON.parse(JSON.stringify(document))) as D;
}

function worded(node: Json): Json {
  if (Array.isArray(node)) return node.map(worded);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]): [string, Json] => {
    if (key === "properties") return [key, mapValues(value as JsonObject, described)];
    if (key === "parameters") return [key, (value as JsonObject[]).map(({ name }) => referred(String(name)))];
    return [key, worded(value)];
  });
  return Object.fromEntries(entries);
}

function described(schema: Json, name: string): Json {
  const description = FIELDS[name];
  const known = worded(schema) as JsonObject;
  return description === undefined ? known : { description, ...known };
}

function referred(name: string): Json {
  if (!(name in PARAMETERS)) throw new Error(`say in ${import.meta.filename} what the parameter ${name} is`);
  return { $ref: `#/components/parameters/${name}` };
}

function mapValues(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
