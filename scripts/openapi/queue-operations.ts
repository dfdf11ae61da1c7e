// The operations on whole queues.
import type { GenericSchema } from "valibot";
import * as requests from "../../src/http/requests/request-schemas.ts";
import * as queueResponses from "../../src/http/responses/queue-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { BAD_BODY, type Operation, type UntaggedOperation, withTag } from "./operation.ts";

/** The operations. */
export const QUEUE_OPERATIONS: Operation[] = withTag("Queues", [
  {
    id: "listQueues",
    method: "get",
    path: "/v1/queues",
    summary: "List the queues for which the token is valid, with their counts",
    scopes: ["read"],
    query: requests.queuesQuery,
    responses: { 200: ["A page, in alphabetical order.", responses.queuePage] },
    problems: [400],
  },
  {
    id: "getQueue",
    method: "get",
    path: "/v1/queues/:queue",
    summary: "Return the counts and totals of a queue, and the age of the next job",
    scopes: ["read"],
    responses: { 200: ["The queue.", responses.queue] },
    problems: [400, 404],
  },
  {
    id: "readHistory",
    method: "get",
    path: "/v1/queues/:queue/history",
    summary: "Return the samples of a queue: jobs by state, totals and latencies of each minute or hour",
    description:
      "A light clean adds a sample, at most one in half a minute. Those of a day are kept by the minute, and those of 30 days " +
      "by the hour. A sample that is longer than the step covers a time in which no clean has run, or nothing has changed.",
    scopes: ["read"],
    query: requests.historyQuery,
    responses: { 200: ["The samples, oldest first.", queueResponses.history] },
    problems: [400],
  },
  {
    id: "readScaling",
    method: "get",
    path: "/v1/queues/:queue/scaling",
    summary: "Return the numbers for a program that scales workers, such as KEDA",
    description:
      "The suggested number of workers follows from the average time that a job takes, the waiting jobs and the rate at which " +
      "jobs arrive, of the last five minutes if a clean has looked at the queue since. It is at least 1 if a job waits, and " +
      "never less than the workers that the leased jobs need. A queue that does not exist has no job.",
    scopes: ["read"],
    query: requests.scalingQuery,
    responses: { 200: ["The numbers.", queueResponses.scaling] },
    problems: [400],
  },
  {
    id: "readCost",
    method: "get",
    path: "/v1/queues/:queue/cost",
    summary: "Return what the responding process has sent to Redis for a queue",
    description:
      "Requests, commands and bytes, by operation and per hour, since the first request of this process. Other processes " +
      "count for themselves. A request with commands of several queues counts in parts.",
    scopes: ["read"],
    responses: { 200: ["The usage.", queueResponses.cost] },
    problems: [400],
  },
  {
    id: "listWorkers",
    method: "get",
    path: "/v1/queues/:queue/workers",
    summary: "List the workers of a queue and the jobs that they lease, of the first 5,000 leased jobs",
    scopes: ["read"],
    responses: { 200: ["The workers.", responses.workerList] },
    problems: [400],
  },
  {
    id: "streamEvents",
    method: "get",
    path: "/v1/queues/:queue/events",
    summary: "Stream the events of a queue as server-sent events",
    description:
      "Each event has an id, and JSON as its data: `id`, `at`, `job`, and the `state` that the job has entered (ready, " +
      "delayed, leased, failed, done) or the way in which it ended without one (cancelled, expired, purged). The state " +
      "`missed`, without a job, stands for events that are no longer stored. The stream ends after 40 seconds; a client that " +
      "reconnects with Last-Event-ID misses no event. The status is 409 if the queue does not record events.",
    scopes: ["read"],
    query: requests.eventsQuery,
    header: requests.lastEvent,
    responses: { 200: ["The events, from the start that the request states.", "text/event-stream"] },
    problems: [400],
  },
  queueOperation("record-events", {
    summary: "Start to record events, or stop with `keep` 0",
    body: [requests.recordEventsRequest, { keep: 1_000 }],
  }),
  queueOperation("pause", { summary: "Pause a queue: no job is leased until resume" }),
  queueOperation("resume", { summary: "Resume a queue" }),
  queueOperation("redrive", {
    summary: "Make failed jobs ready again: those with the given ids, or the first `limit`",
    description:
      "With a `change`, which needs `ids`, the jobs get another payload, priority or number of attempts. Its `data` is a JSON " +
      "merge patch (RFC 7396) of at most 10,000 bytes; what it does not name stays as it is stored. If one of the jobs cannot be " +
      "changed as asked, none is redriven.",
    body: [
      requests.redriveRequest,
      { ids: ["welcome-ada"], change: { data: { to: "ada@example.com" }, maxAttempts: 3 } },
    ],
    response: responses.redriveResult,
  }),
  queueOperation("promote", {
    summary: "Make delayed jobs ready now",
    body: [requests.promoteRequest, { ids: ["welcome-ada"] }],
    response: responses.promoteResult,
  }),
  queueOperation("purge", {
    summary: "Remove all jobs of a state other than leased, or all remembered ids",
    body: [requests.purgeRequest, { state: "failed" }],
    response: responses.purgeResult,
  }),
  queueOperation("clean", {
    summary: "Run a light clean, which moves due jobs",
    body: [requests.cleanRequest, { limit: 500 }],
    response: responses.cleanResult,
  }),
  queueOperation("deep-clean", {
    summary: "Run a deep clean, which audits and repairs the queue, for 10 seconds unless set",
    body: [requests.deepCleanRequest, { budget: "10s" }],
    response: responses.deepCleanResult,
  }),
  queueOperation("fail-worker", {
    summary: "Take all leased jobs back from a worker",
    body: [requests.failWorkerRequest, { worker: "w1" }],
    response: responses.failWorkerResult,
  }),
  queueOperation("destroy", {
    summary: "Remove a queue and all its jobs; the body names the queue again",
    body: [requests.destroyRequest, { queue: "emails" }],
  }),
]);

interface QueueOperationOptions {
  summary: string;
  description?: string;
  body?: [schema: GenericSchema, example: object];
  response?: GenericSchema;
}

/** Describes a POST that changes a queue. `verb` is the end of its path, such as `deep-clean`. */
function queueOperation(
  verb: string,
  { summary, description, body, response }: QueueOperationOptions,
): UntaggedOperation {
  const id = verb.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const schemaName = `${id[0]?.toUpperCase()}${id.slice(1)}Request`;
  return {
    id,
    method: "post",
    path: `/v1/queues/:queue/${verb}`,
    summary,
    ...(description !== undefined && { description }),
    scopes: ["operate"],
    ...(body ? { body: [schemaName, ...body] } : {}),
    responses: response ? { 200: ["The result.", response] } : { 204: ["Success."] },
    problems: BAD_BODY,
  };
}
