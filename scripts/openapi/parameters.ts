// The parameters of paths, queries and headers in the OpenAPI document.

/** A parameter of the document. */
interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  required?: true;
  description: string;
  schema: Record<string, unknown>;
}

/** The parameters of the document, by the names of their references. */
export const PARAMETERS: Record<string, Parameter> = {
  queue: {
    in: "path",
    name: "queue",
    required: true,
    description: "The name of the queue. The first job creates a queue.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._:-]{1,128}$" },
  },
  id: {
    in: "path",
    name: "id",
    required: true,
    description: "The id of the job, percent-encoded.",
    schema: { type: "string", minLength: 1, maxLength: 256 },
  },
  group: {
    in: "path",
    name: "group",
    required: true,
    description: "The name of the group, percent-encoded.",
    schema: { type: "string", minLength: 1, maxLength: 128 },
  },
  schedule: {
    in: "path",
    name: "schedule",
    required: true,
    description: "The id of the schedule, percent-encoded.",
    schema: { type: "string", minLength: 1, maxLength: 242 },
  },
  operation: {
    in: "path",
    name: "operation",
    required: true,
    description: "The id of the bulk operation.",
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
    description: "The cursor of the previous page.",
    schema: { type: "string" },
  },
  limit: {
    in: "query",
    name: "limit",
    description: "The maximum number of entries on a page; 50 unless set, or 500 in /metrics.",
    schema: { type: "integer", minimum: 1, maximum: 1_000 },
  },
  queues: {
    in: "query",
    name: "queue",
    description: "Names of queues, or prefixes of names followed by `*`.",
    schema: { type: "array", items: { type: "string" } },
  },
  blocked: {
    in: "query",
    name: "blocked",
    description: "1 for groups with blocked jobs only.",
    schema: { type: "string", enum: ["0", "1"] },
  },
  recent: {
    in: "query",
    name: "recent",
    description: "1 to add to each queue the completed and failed jobs of each minute of the last hour.",
    schema: { type: "string", enum: ["0", "1"] },
  },
  from: {
    in: "query",
    name: "from",
    description: "The start in ms since the epoch; an hour ago unless set, or 30 days ago for samples of an hour.",
    schema: { type: "string", pattern: "^\\d{1,15}$" },
  },
  step: {
    in: "query",
    name: "step",
    description: "The length of a sample; a minute unless set.",
    schema: { type: "string", enum: ["minute", "hour"] },
  },
  target: {
    in: "query",
    name: "target",
    description:
      'The time in which the waiting jobs are to be leased: ms, or text such as "30s", which is the default.',
    schema: { type: "string", pattern: "^\\d+(\\.\\d+)?(ms|s|m|h|d)?$" },
  },
  concurrency: {
    in: "query",
    name: "concurrency",
    description: "The number of jobs that a worker handles at a time; 10 unless set.",
    schema: { type: "integer", minimum: 1, maximum: 1_000 },
  },
  state: {
    in: "query",
    name: "state",
    required: true,
    description: "The state of the jobs.",
    schema: { type: "string", enum: ["ready", "delayed", "blocked", "leased", "failed", "done"] },
  },
  wait: {
    in: "query",
    name: "wait",
    description: 'The longest wait for the outcome: ms, or text such as "20s"; 0 unless set.',
    schema: { type: "string", pattern: "^\\d+(\\.\\d+)?(ms|s|m|h|d)?$" },
  },
  after: {
    in: "query",
    name: "after",
    description: "The id of the entry to continue after; the list starts with the oldest entry unless set.",
    schema: { type: "string", pattern: "^\\d{1,15}-\\d{1,10}$" },
  },
  since: {
    in: "query",
    name: "since",
    description:
      "The id of the event to continue after, or a time in ms since the epoch; the stream starts now unless set.",
    schema: { type: "string", pattern: "^\\d{1,15}(\\.\\d{1,5})?$" },
  },
  "last-event-id": {
    in: "header",
    name: "Last-Event-ID",
    description:
      "The id of the event to continue after. Clients of server-sent events send this header when they reconnect.",
    schema: { type: "string", pattern: "^(\\d{1,15}\\.\\d{1,5})?$" },
  },
  "idempotency-key": {
    in: "header",
    name: "Idempotency-Key",
    description:
      "A key that makes the request repeatable: for a day, a request with the same key gets the first response again. The key " +
      "is bound to the token and to the content of the request.",
    schema: { type: "string", pattern: "^[!-~]{1,200}$" },
  },
};
