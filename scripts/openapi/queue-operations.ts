// The operations on queues as a whole, and of the service, in the OpenAPI document.
import type { GenericSchema } from "valibot";
import { SCOPES } from "../../src/access/token.ts";
import * as requests from "../../src/http/requests/request-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { BAD_BODY, type Body, type Operation } from "./operation.ts";

export const QUEUE_OPERATIONS: Operation[] = [
  {
    id: "listQueues",
    method: "get",
    path: "/v1/queues",
    tag: "Queues",
    summary: "All queues for which the token is valid, with their counts",
    scopes: ["read"],
    query: requests.queuesQuery,
    responses: { 200: ["A page, in the order of the alphabet.", responses.queuePage] },
    problems: [400],
  },
  {
    id: "getQueue",
    method: "get",
    path: "/v1/queues/:queue",
    tag: "Queues",
    summary: "Counts, totals and the age of the job that is next",
    scopes: ["read"],
    responses: { 200: ["The queue.", responses.queue] },
    problems: [400, 404],
  },
  {
    id: "listWorkers",
    method: "get",
    path: "/v1/queues/:queue/workers",
    tag: "Queues",
    summary: "The workers of the queue, and the jobs that each holds, of the first 5,000 that are leased",
    scopes: ["read"],
    responses: { 200: ["The workers.", responses.workerList] },
    problems: [400],
  },
  {
    id: "streamEvents",
    method: "get",
    path: "/v1/queues/:queue/events",
    tag: "Queues",
    summary: "The events of a queue, as server-sent events",
    description:
      "Each event has an id and, as its data, JSON: `id`, `at`, `job` and the `state` that the job has entered (ready, " +
      "delayed, leased, failed, done), or how it is gone (cancelled, expired, purged). The state `missed`, without a job, " +
      "stands for events that are no longer recorded. The stream ends after 40 seconds; a client that connects again with " +
      "Last-Event-ID misses none. 409 where the queue does not record events.",
    scopes: ["read"],
    query: requests.eventsQuery,
    header: requests.lastEvent,
    responses: { 200: ["The events from then on.", "text/event-stream"] },
    problems: [400],
  },
  operate("record-events", "Record events, or with `keep` 0 no longer", [
    requests.recordEventsRequest,
    { keep: 1_000 },
  ]),
  operate("pause", "Let nothing be leased until resume"),
  operate("resume", "Let jobs be leased again"),
  operate(
    "redrive",
    "Make failed jobs ready again: those named, or the first `limit`",
    [requests.redriveRequest, { limit: 100 }],
    responses.redriveResult,
  ),
  operate(
    "promote",
    "Make delayed jobs ready now",
    [requests.promoteRequest, { ids: ["welcome-ada"] }],
    responses.promoteResult,
  ),
  operate(
    "purge",
    "Remove all jobs of a state that nobody holds",
    [requests.purgeRequest, { state: "failed" }],
    responses.purgeResult,
  ),
  operate(
    "clean",
    "The light clean: moves what is due",
    [requests.cleanRequest, { limit: 500 }],
    responses.cleanResult,
  ),
  operate(
    "deep-clean",
    "The deep clean: audits and repairs, for 10 seconds unless set",
    [requests.deepCleanRequest, { budget: "10s" }],
    responses.deepCleanResult,
  ),
  operate(
    "fail-worker",
    "Take back every job that a worker holds",
    [requests.failWorkerRequest, { worker: "w1" }],
    responses.failWorkerResult,
  ),
  operate("destroy", "Remove a queue and all its jobs; the body names the queue again", [
    requests.destroyRequest,
    { queue: "emails" },
  ]),
  {
    id: "receiveWebhook",
    method: "post",
    path: "/hooks/:source",
    tag: "Service",
    summary: "A webhook, signed as its source signs",
    description: "The body is kept as it came. A delivery that comes again makes no second job.",
    responses: {
      202: ["The job is in Redis.", responses.deliveryResult],
      200: ["The delivery was taken and makes no job, or its sender asked a question.", "*/*"],
    },
    problems: [400, 401, 404, 413, 415, 422],
  },
  {
    id: "wake",
    method: "post",
    path: "/drain",
    tag: "Service",
    summary: "Wake the consumer of a queue, with a signature of Standard Webhooks",
    body: ["WakeRequest", requests.wakeRequest, { queue: "emails" }],
    responses: { 202: ["A drain has begun.", responses.wakeResult] },
    problems: [400, 401, 404, 413],
  },
  ...cron("light", "Clean all queues lightly, and drain those with a handler"),
  ...cron("deep", "Audit all queues, and drain those with a handler"),
  {
    id: "health",
    method: "get",
    path: "/healthz",
    tag: "Service",
    summary: "Report that the app runs; with a token, whether Redis answers, and how fast",
    responses: { 200: ["The app runs. With a token, Redis answers, too.", responses.health] },
    problems: [401, 403, 429],
  },
  {
    id: "metrics",
    method: "get",
    path: "/metrics",
    tag: "Service",
    summary: "Counts and totals of queues, for Prometheus",
    description: "Declared queues come first. The header Link leads to the next page.",
    scopes: ["read"],
    query: requests.metricsQuery,
    responses: { 200: ["The text format of Prometheus.", "text/plain"] },
    problems: [400],
  },
  {
    id: "openapi",
    method: "get",
    path: "/openapi.json",
    tag: "Service",
    summary: "This document",
    description:
      "The Worker serves it as a static asset, without a token; an app serves it where its option `openapi` is set.",
    scopes: SCOPES,
    problems: [404],
    responses: { 200: ["The document.", "application/json"] },
  },
];

function cron(kind: string, summary: string): Operation[] {
  return [
    {
      id: `${kind}Cron`,
      method: "get",
      path: `/cron/${kind}`,
      tag: "Service",
      summary,
      description: "For a scheduler that calls an address, with the secret of the crons as its token.",
      responses: { 200: ["The result.", "application/json"] },
      problems: [401, 404],
    },
  ];
}

function operate(
  verb: string,
  summary: string,
  body?: [schema: GenericSchema, example: object],
  reply?: GenericSchema,
): Operation {
  const id = verb.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const name = `${id[0]?.toUpperCase()}${id.slice(1)}Request`;
  return {
    id,
    method: "post",
    path: `/v1/queues/:queue/${verb}`,
    tag: "Queues",
    summary,
    scopes: ["operate"],
    ...(body ? { body: [name, ...body] as Body } : {}),
    responses: reply ? { 200: ["The result.", reply] } : { 204: ["Done."] },
    problems: BAD_BODY,
  };
}
