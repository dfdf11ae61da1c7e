// What the OpenAPI document says of each route, beside what its schemas say. A test holds this to the routes of the app.
import { type GenericSchema, union } from "valibot";
import type { Scope } from "../../src/http/access.ts";
import * as replies from "../../src/http/replies.ts";
import * as requests from "../../src/http/requests.ts";

/** One route. */
export interface Operation {
  id: string;
  method: "get" | "post" | "delete";
  path: string;
  summary: string;
  description?: string;
  tag: "Jobs" | "Leases" | "Queues" | "Service";
  /** A token with any of these; no token where there are none. */
  scopes?: readonly Scope[];
  body?: Body;
  query?: GenericSchema;
  /** Whether the request may be named with an Idempotency-Key. */
  repeatable?: boolean;
  /** A schema, or the media type of what has none. */
  replies: Record<number, [description: string, content?: GenericSchema | string]>;
  /** Beside 401 and 403, where there are scopes, and 503. */
  problems?: readonly number[];
}

type Body = [name: string, schema: GenericSchema, example: unknown];

const ALL = ["produce", "consume", "operate", "read"] as const;
const BAD_BODY = [400, 413, 415, 422];

const OWN: Operation[] = [
  {
    id: "enqueue",
    method: "post",
    path: "/v1/queues/:queue/jobs",
    tag: "Jobs",
    summary: "Put in one job, or an array of jobs: all of them or none",
    description:
      "An id that is known, in any state or within its uniqueFor, creates nothing. With an Idempotency-Key, the same " +
      "request again gets the first reply again; jobs without an id are then named after the key.",
    scopes: ["produce"],
    body: ["NewJobs", requests.newJobs, { data: { to: "ada@example.com" }, delay: "10m" }],
    repeatable: true,
    replies: {
      201: ["The job was created.", union([replies.enqueued, replies.added])],
      200: [
        "The job was known already; or, for an array, what came of each.",
        union([replies.enqueuedOneOrMany, replies.added, replies.addedMany]),
      ],
    },
    problems: [...BAD_BODY, 429],
  },
  {
    id: "listJobs",
    method: "get",
    path: "/v1/queues/:queue/jobs",
    tag: "Jobs",
    summary: "Jobs of one state, a page at a time",
    scopes: ["read"],
    query: requests.listQuery,
    replies: { 200: ["A page; the cursor of the last one is missing.", union([replies.page, replies.items])] },
    problems: [400],
  },
  {
    id: "getJob",
    method: "get",
    path: "/v1/queues/:queue/jobs/:id",
    tag: "Jobs",
    summary: "A job as it is stored",
    scopes: ["read", "produce"],
    replies: { 200: ["The job.", replies.job] },
    problems: [400, 404],
  },
  {
    id: "explainJob",
    method: "get",
    path: "/v1/queues/:queue/jobs/:id/explain",
    tag: "Jobs",
    summary: "Why a job is not running",
    scopes: ["read", "produce"],
    replies: { 200: ["One sentence, and what it rests on. Also for jobs that are gone.", replies.explanation] },
    problems: [400],
  },
  {
    id: "getResult",
    method: "get",
    path: "/v1/queues/:queue/jobs/:id/result",
    tag: "Jobs",
    summary: "How a job ended, waiting for up to 20 seconds until it has",
    scopes: ["read", "produce"],
    query: requests.waitQuery,
    replies: {
      200: ["It has ended.", replies.ended],
      202: ["It has not ended yet.", replies.pending],
    },
    problems: [400, 404],
  },
  {
    id: "cancelJob",
    method: "delete",
    path: "/v1/queues/:queue/jobs/:id",
    tag: "Jobs",
    summary: "Remove a waiting job, or take a leased one from its holder",
    scopes: ["operate", "produce"],
    replies: { 200: ["It is cancelled.", union([replies.cancelled, replies.itemCancelled])] },
    problems: [400, 404, 409, 413],
  },
  {
    id: "lease",
    method: "post",
    path: "/v1/queues/:queue/lease",
    tag: "Leases",
    summary: "Take ready jobs out for a limited time",
    description: "With `wait`, up to 20 seconds, it answers as soon as there is a job.",
    scopes: ["consume"],
    body: ["LeaseRequest", requests.leaseRequest, { count: 10, for: "30s", wait: "20s" }],
    repeatable: true,
    replies: { 200: ["The jobs, perhaps none, and when to come back.", union([replies.leased, replies.items])] },
    problems: BAD_BODY,
  },
  {
    id: "turn",
    method: "post",
    path: "/v1/queues/:queue/turn",
    tag: "Leases",
    summary: "Settle any mix of jobs and lease the next ones, in one request",
    scopes: ["consume"],
    body: [
      "TurnRequest",
      requests.turnRequest,
      { settle: [{ action: "complete", id: "welcome-ada", fence: 7, result: { sent: true } }], lease: { count: 1 } },
    ],
    repeatable: true,
    replies: { 200: ["The outcome of each settled job in order, and what was leased.", replies.turned] },
    problems: BAD_BODY,
  },
  ...settle(
    "complete",
    "End a job well, with a result perhaps",
    union([requests.completeRequest, requests.completeItemRequest]),
    { result: { sent: true } },
  ),
  ...settle("retry", "Give a job back for another attempt, after a delay", requests.retryRequest, { delay: "5m" }),
  ...settle("fail", "End a job as failed, whatever attempts are left", requests.failRequest, {
    error: "no such address",
  }),
  ...settle("release", "Give a job back to its place, as if it had not been leased", requests.releaseRequest, {}),
  ...settle(
    "progress",
    "Note how far the work is, and prolong the lease perhaps",
    requests.progressRequest,
    { progress: 0.5 },
    false,
  ),
  {
    id: "extend",
    method: "post",
    path: "/v1/queues/:queue/jobs/:id/extend",
    tag: "Leases",
    summary: "Make a lease end that long from now",
    scopes: ["consume"],
    body: ["ExtendRequest", requests.extendRequest, { fence: 7, for: "10m" }],
    replies: { 200: ["Until when.", replies.extended] },
    problems: [...BAD_BODY, 409],
  },
  {
    id: "listQueues",
    method: "get",
    path: "/v1/queues",
    tag: "Queues",
    summary: "All queues that the token is good for, with their counts",
    scopes: ["read"],
    query: requests.queuesQuery,
    replies: { 200: ["A page, in the order of the alphabet.", replies.queues] },
    problems: [400],
  },
  {
    id: "getQueue",
    method: "get",
    path: "/v1/queues/:queue",
    tag: "Queues",
    summary: "Counts, totals and the age of the job that is next",
    scopes: ["read"],
    replies: { 200: ["The queue.", union([replies.queue, replies.redisWorkQueue])] },
    problems: [400, 404],
  },
  {
    id: "listWorkers",
    method: "get",
    path: "/v1/queues/:queue/workers",
    tag: "Queues",
    summary: "Who works on the queue, and what each holds",
    scopes: ["read"],
    replies: { 200: ["The workers.", replies.workers] },
    problems: [400],
  },
  operate("pause", "Let nothing be leased until resume"),
  operate("resume", "Let jobs be leased again"),
  operate(
    "redrive",
    "Make failed jobs ready again: those named, or the first `limit`",
    [requests.redriveRequest, { limit: 100 }],
    replies.redriven,
  ),
  operate(
    "promote",
    "Make delayed jobs ready now",
    [requests.promoteRequest, { ids: ["welcome-ada"] }],
    replies.promoted,
  ),
  operate(
    "purge",
    "Remove all jobs of a state that nobody holds",
    [requests.purgeRequest, { state: "failed" }],
    replies.purged,
  ),
  operate(
    "clean",
    "The light clean: moves what is due",
    [requests.cleanRequest, { limit: 500 }],
    union([replies.cleaned, replies.itemsLightCleaned]),
  ),
  operate(
    "deep-clean",
    "The deep clean: audits and repairs, for 10 seconds unless set",
    [requests.deepCleanRequest, { budget: "10s" }],
    union([replies.deepCleaned, replies.itemsDeepCleaned]),
  ),
  {
    id: "destroyQueue",
    method: "delete",
    path: "/v1/queues/:queue",
    tag: "Queues",
    summary: "Remove a queue and all its jobs",
    scopes: ["operate"],
    replies: { 204: ["It is gone."] },
    problems: [400, 413],
  },
  {
    id: "receiveWebhook",
    method: "post",
    path: "/hooks/:source",
    tag: "Service",
    summary: "A webhook, signed as its source signs",
    description: "The body is kept as it came. A delivery that comes again makes no second job.",
    replies: {
      202: ["The job is in Redis.", replies.delivered],
      200: ["The delivery was taken and makes no job, or its sender asked a question.", "*/*"],
    },
    problems: [400, 401, 404, 413, 415, 422],
  },
  {
    id: "wake",
    method: "post",
    path: "/drain",
    tag: "Service",
    summary: "Another deployment says that a queue has work, signed as Standard Webhooks are",
    body: ["WakeRequest", requests.wakeRequest, { queue: "emails" }],
    replies: { 202: ["A drain has begun.", replies.woken] },
    problems: [400, 401, 404, 413],
  },
  ...cron("light", "Clean all queues lightly, and drain those with a handler"),
  ...cron("deep", "Audit all queues, and drain those with a handler"),
  {
    id: "health",
    method: "get",
    path: "/healthz",
    tag: "Service",
    summary: "Whether Redis answers, and how fast",
    replies: { 200: ["It does.", replies.health] },
  },
  {
    id: "metrics",
    method: "get",
    path: "/metrics",
    tag: "Service",
    summary: "Counts and totals of all queues, for Prometheus",
    scopes: ["read"],
    replies: { 200: ["The text format of Prometheus.", "text/plain"] },
  },
  {
    id: "openapi",
    method: "get",
    path: "/openapi.json",
    tag: "Service",
    summary: "This document",
    scopes: ALL,
    replies: { 200: ["The document.", "application/json"] },
  },
];

/** A queue in the format of redis-work-queue cannot hold everything, so that any route of a queue may be refused. */
export const OPERATIONS: Operation[] = OWN.map((operation) => {
  const { path, problems = [] } = operation;
  return path.includes("/queues/:queue") ? { ...operation, problems: [...new Set([...problems, 409])] } : operation;
});

function settle(
  action: string,
  summary: string,
  schema: GenericSchema,
  example: object,
  repeatable = true,
): Operation[] {
  const name = `${action[0]?.toUpperCase()}${action.slice(1)}Request`;
  return [
    {
      id: action,
      method: "post",
      path: `/v1/queues/:queue/jobs/:id/${action}`,
      tag: "Leases",
      summary,
      scopes: ["consume"],
      body: [name, schema, { fence: 7, ...example }],
      repeatable,
      replies: { 200: ["It took effect.", replies.done] },
      problems: [...BAD_BODY, 409],
    },
  ];
}

function cron(kind: string, summary: string): Operation[] {
  return [
    {
      id: `${kind}Cron`,
      method: "get",
      path: `/cron/${kind}`,
      tag: "Service",
      summary,
      description: "For a scheduler that calls an address, with the secret of the crons as its token.",
      replies: { 200: ["What was done.", "application/json"] },
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
    replies: reply ? { 200: ["What was done.", reply] } : { 204: ["Done."] },
    problems: BAD_BODY,
  };
}
