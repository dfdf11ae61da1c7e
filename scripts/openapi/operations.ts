// The operations of the OpenAPI document. A test compares them with the routes of the app.
import type { GenericSchema } from "valibot";
import * as requests from "../../src/http/requests/request-schemas.ts";
import { explanation } from "../../src/http/responses/explanation-schema.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { BULK_OPERATIONS } from "./bulk-operations.ts";
import { GROUP_OPERATIONS } from "./group-operations.ts";
import { ITEM_OPERATIONS } from "./item-operations.ts";
import { BAD_BODY, type Operation } from "./operation.ts";
import { QUEUE_OPERATIONS } from "./queue-operations.ts";
import { SCHEDULE_OPERATIONS } from "./schedule-operations.ts";
import { SERVICE_OPERATIONS } from "./service-operations.ts";
import { TOKEN_OPERATIONS } from "./token-operations.ts";
import { WAITING_OPERATIONS } from "./waiting-operations.ts";

const EXAMPLE_RECEIPT = "4f1ab2c3d4e5.1x2y3z4a5b.9f2c4e6a8b0d1f3e5c7a9b2d4f6e8c0a";
const FOLLOW_UPS =
  "The jobs in `then` are added if the action takes effect, in the same step. They need the scope `produce`, and a token that is " +
  "valid for their queues. A job for another queue has the state `outbox` until that queue has received it.";

const DECLARED: Operation[] = [
  {
    id: "enqueue",
    method: "post",
    path: "/v1/queues/:queue/jobs",
    tag: "Jobs",
    summary: "Enqueue one job, or an array of jobs: all of them or none",
    description:
      "A known id creates nothing: an id of a job in any state, or one that is remembered by `uniqueFor`. With `onDuplicate` or " +
      "`debounce`, a job replaces the one with its id, or runs after it. A request with an " +
      "Idempotency-Key may be repeated, and gets the first response again; ids of jobs without one follow from the key.",
    scopes: ["produce"],
    body: ["NewJobs", requests.newJobs, { data: { to: "ada@example.com" }, delay: "10m" }],
    repeatable: true,
    responses: {
      201: ["At least one job was created. An entry for each, in the order of the request.", responses.enqueueResult],
      200: ["No job was created, since all ids were known. Jobs may have been replaced.", responses.enqueueResult],
    },
    problems: [...BAD_BODY, 429],
  },
  {
    id: "listJobs",
    method: "get",
    path: "/v1/queues/:queue/jobs",
    tag: "Jobs",
    summary: "List the jobs of one state, page by page",
    scopes: ["read"],
    query: requests.listQuery,
    responses: { 200: ["A page. The last one has no cursor.", responses.jobPage] },
    problems: [400],
  },
  {
    id: "getJob",
    method: "get",
    path: "/v1/queues/:queue/jobs/:id",
    tag: "Jobs",
    summary: "Return a job",
    scopes: ["read", "see"],
    responses: { 200: ["The job.", responses.job] },
    problems: [400, 404],
  },
  {
    id: "explainJob",
    method: "get",
    path: "/v1/queues/:queue/jobs/:id/explain",
    tag: "Jobs",
    summary: "Explain why a job is not running",
    scopes: ["read", "see"],
    responses: {
      200: ["One sentence, and the facts behind it. Also for ids of jobs that no longer exist.", explanation],
    },
    problems: [400, 404],
  },
  {
    id: "getResult",
    method: "get",
    path: "/v1/queues/:queue/jobs/:id/result",
    tag: "Jobs",
    summary: "Return the outcome of a job, after a wait of up to 20 seconds",
    scopes: ["read", "see"],
    query: requests.waitQuery,
    responses: {
      200: ["The job has ended.", responses.jobOutcome],
      202: ["The job has not ended yet.", responses.pendingOutcome],
    },
    problems: [400, 404],
  },
  {
    id: "cancelJob",
    method: "delete",
    path: "/v1/queues/:queue/jobs/:id",
    tag: "Jobs",
    summary: "Cancel a job, even a leased one",
    scopes: ["operate", "cancel"],
    responses: { 200: ["The job is cancelled.", responses.cancelResult] },
    problems: [400, 404, 409, 413],
  },
  {
    id: "lease",
    method: "post",
    path: "/v1/queues/:queue/lease",
    tag: "Leases",
    summary: "Lease ready jobs for a limited time",
    description: "With `wait`, of up to 20 seconds, it responds as soon as a job is ready.",
    scopes: ["consume"],
    body: ["LeaseRequest", requests.leaseRequest, { count: 10, for: "30s", wait: "20s" }],
    repeatable: true,
    responses: {
      200: ["The jobs, and the time of the next lease; an empty list if none is ready.", responses.leaseResult],
    },
    problems: BAD_BODY,
  },
  {
    id: "turn",
    method: "post",
    path: "/v1/queues/:queue/turn",
    tag: "Leases",
    summary: "Settle any mix of jobs and lease the next ones, in one request",
    description: FOLLOW_UPS,
    scopes: ["consume"],
    body: [
      "TurnRequest",
      requests.turnRequest,
      {
        settle: [{ action: "complete", id: "welcome-ada", receipt: EXAMPLE_RECEIPT, result: { sent: true } }],
        lease: { count: 1 },
      },
    ],
    repeatable: true,
    responses: { 200: ["The outcome of each settled job, in order, and the leased jobs.", responses.turnResult] },
    problems: BAD_BODY,
  },
  jobOperation("complete", {
    summary: "Complete a job, with an optional result",
    description: FOLLOW_UPS,
    body: [
      requests.completeRequest,
      { result: { sent: true }, then: [{ data: { invoice: 42 }, queue: "invoices", id: "invoice-42" }] },
    ],
    result: responses.endResult,
  }),
  jobOperation("retry", {
    summary: "Retry a job after a delay",
    body: [requests.retryRequest, { delay: "5m" }],
  }),
  jobOperation("fail", {
    summary: "Fail a job, even if attempts are left",
    description: FOLLOW_UPS,
    body: [requests.failRequest, { error: "no such address" }],
    result: responses.endResult,
  }),
  jobOperation("release", {
    summary: "Release a job to its position in the queue, without counting the attempt",
    body: [requests.releaseRequest, {}],
  }),
  jobOperation("progress", {
    summary: "Report the progress of a job, and optionally extend its lease",
    body: [requests.progressRequest, { progress: 0.5 }],
    repeatable: false,
  }),
  {
    id: "extend",
    method: "post",
    path: "/v1/queues/:queue/jobs/:id/extend",
    tag: "Leases",
    summary: "Extend a lease, to end after a duration from now",
    scopes: ["consume"],
    body: ["ExtendRequest", requests.extendRequest, { receipt: EXAMPLE_RECEIPT, for: "10m" }],
    responses: { 200: ["The new end of the lease.", responses.extendResult] },
    problems: [...BAD_BODY, 409],
  },
  ...QUEUE_OPERATIONS,
  ...GROUP_OPERATIONS,
  ...WAITING_OPERATIONS,
  ...SCHEDULE_OPERATIONS,
  ...BULK_OPERATIONS,
  ...SERVICE_OPERATIONS,
  ...ITEM_OPERATIONS,
  ...TOKEN_OPERATIONS,
];

/** All operations. Those on queues of jobs respond with 409 for a queue in the format of redis-work-queue. */
export const OPERATIONS: Operation[] = DECLARED.map((operation) => {
  const { path, problems = [] } = operation;
  return path.includes("/queues/:queue") ? { ...operation, problems: [...new Set([...problems, 409])] } : operation;
});

interface JobOperationOptions {
  summary: string;
  description?: string;
  body: [schema: GenericSchema, example: object];
  repeatable?: boolean;
  result?: GenericSchema;
}

/** Returns an operation on a leased job, which takes a receipt. */
function jobOperation(
  action: string,
  { summary, description, body, repeatable = true, result = responses.success }: JobOperationOptions,
): Operation {
  const [schema, example] = body;
  const schemaName = `${action[0]?.toUpperCase()}${action.slice(1)}Request`;
  return {
    id: action,
    method: "post",
    path: `/v1/queues/:queue/jobs/:id/${action}`,
    tag: "Leases",
    summary,
    ...(description !== undefined && { description }),
    scopes: ["consume"],
    body: [schemaName, schema, { receipt: EXAMPLE_RECEIPT, ...example }],
    repeatable,
    responses: { 200: ["The operation took effect.", result] },
    problems: [...BAD_BODY, 409],
  };
}
