// The descriptions of routes in the OpenAPI document, beside those of their schemas. A test compares them with the routes of the app.
import type { GenericSchema } from "valibot";
import * as requests from "../../src/http/requests/request-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { ITEM_OPERATIONS } from "./item-operations.ts";
import { BAD_BODY, type Operation } from "./operation.ts";
import { QUEUE_OPERATIONS } from "./queue-operations.ts";
import { TOKEN_OPERATIONS } from "./token-operations.ts";

/** A receipt, as an example. */
const RECEIPT = "4f1ab2c3d4e5.1x2y3z4a5b.9f2c4e6a8b0d1f3e5c7a9b2d4f6e8c0a";

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
    responses: {
      201: ["One or more jobs were created. An entry for each, in the order of the request.", responses.enqueueResult],
      200: ["No job was created: all ids were known.", responses.enqueueResult],
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
    responses: { 200: ["A page; the cursor of the last one is missing.", responses.jobPage] },
    problems: [400],
  },
  {
    id: "getJob",
    method: "get",
    path: "/v1/queues/:queue/jobs/:id",
    tag: "Jobs",
    summary: "A job as it is stored",
    scopes: ["read", "see"],
    responses: { 200: ["The job.", responses.job] },
    problems: [400, 404],
  },
  {
    id: "explainJob",
    method: "get",
    path: "/v1/queues/:queue/jobs/:id/explain",
    tag: "Jobs",
    summary: "Why a job is not running",
    scopes: ["read", "see"],
    responses: { 200: ["One sentence, and what it rests on. Also for jobs that are gone.", responses.explanation] },
    problems: [400],
  },
  {
    id: "getResult",
    method: "get",
    path: "/v1/queues/:queue/jobs/:id/result",
    tag: "Jobs",
    summary: "The end of a job, waiting for it for up to 20 seconds",
    scopes: ["read", "see"],
    query: requests.waitQuery,
    responses: {
      200: ["It has ended.", responses.jobOutcome],
      202: ["It has not ended yet.", responses.pendingOutcome],
    },
    problems: [400, 404],
  },
  {
    id: "cancelJob",
    method: "delete",
    path: "/v1/queues/:queue/jobs/:id",
    tag: "Jobs",
    summary: "Remove a waiting job, or take a leased one from its holder",
    scopes: ["operate", "cancel"],
    responses: { 200: ["It is cancelled.", responses.cancelResult] },
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
    responses: { 200: ["The jobs, perhaps none, and when to come back.", responses.leaseResult] },
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
      {
        settle: [{ action: "complete", id: "welcome-ada", receipt: RECEIPT, result: { sent: true } }],
        lease: { count: 1 },
      },
    ],
    repeatable: true,
    responses: { 200: ["The outcome of each settled job in order, and what was leased.", responses.turnResult] },
    problems: BAD_BODY,
  },
  ...settle("complete", "End a job well, with a result perhaps", requests.completeRequest, {
    result: { sent: true },
  }),
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
    body: ["ExtendRequest", requests.extendRequest, { receipt: RECEIPT, for: "10m" }],
    responses: { 200: ["Until when.", responses.extendResult] },
    problems: [...BAD_BODY, 409],
  },
  ...QUEUE_OPERATIONS,
  ...ITEM_OPERATIONS,
  ...TOKEN_OPERATIONS,
];

/** A name may be that of a queue in the format of redis-work-queue, which the routes of jobs refuse. */
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
      body: [name, schema, { receipt: RECEIPT, ...example }],
      repeatable,
      responses: { 200: ["It took effect.", responses.success] },
      problems: [...BAD_BODY, 409],
    },
  ];
}
