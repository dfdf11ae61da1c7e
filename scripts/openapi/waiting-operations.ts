// The operations on jobs that wait for others, and on batches.
import { newJobs } from "../../src/http/requests/request-schemas.ts";
import * as requests from "../../src/http/requests/waiting-schemas.ts";
import { enqueueResult } from "../../src/http/responses/response-schemas.ts";
import * as responses from "../../src/http/responses/waiting-schemas.ts";
import { BAD_BODY, type Operation, withTag } from "./operation.ts";

const BATCH = "/v1/queues/:queue/batches/:id";

/** The operations. */
export const WAITING_OPERATIONS: Operation[] = withTag("Batches", [
  {
    id: "listChildren",
    method: "get",
    path: "/v1/queues/:queue/jobs/:id/children",
    summary: "List the jobs for which a job waits, or has waited, page by page",
    description: "Those that have not ended come first. They are known until the job itself is gone.",
    scopes: ["read"],
    query: requests.childrenQuery,
    responses: { 200: ["A page. The last one has no cursor.", responses.childrenPage] },
    problems: [400],
  },
  {
    id: "startBatch",
    method: "post",
    path: "/v1/queues/:queue/batches",
    summary: "Start a batch, to which jobs may be added until it is sealed",
    description:
      "When all jobs of the batch have ended, the job `ended` runs; if each has succeeded, also the job `succeeded`, which is " +
      "cancelled otherwise. At least one of them is needed.",
    scopes: ["produce"],
    body: ["StartBatchRequest", requests.startBatchRequest, { ended: { data: { kind: "report" } } }],
    repeatable: true,
    responses: { 201: ["The id of the batch, which is that of the first of these jobs.", responses.startBatchResult] },
    problems: [...BAD_BODY, 429],
  },
  {
    id: "addToBatch",
    method: "post",
    path: `${BATCH}/jobs`,
    summary: "Enqueue jobs as a part of an open batch: all of them or none, at most 500",
    scopes: ["produce"],
    body: ["BatchJobs", newJobs, { data: { page: 1 } }],
    repeatable: true,
    responses: {
      201: ["At least one job was created. An entry for each, in the order of the request.", enqueueResult],
      200: ["No job was created, since all ids were known. They are a part of the batch.", enqueueResult],
    },
    problems: [...BAD_BODY, 429],
  },
  {
    id: "sealBatch",
    method: "post",
    path: `${BATCH}/seal`,
    summary: "End the adding of jobs to a batch",
    scopes: ["produce"],
    responses: { 204: ["The batch is sealed."] },
    problems: BAD_BODY,
  },
  {
    id: "getBatch",
    method: "get",
    path: BATCH,
    summary: "Return the progress of a batch",
    scopes: ["read", "see"],
    responses: { 200: ["The number of its jobs, and of those that have ended.", responses.batchProgress] },
    problems: [400],
  },
  {
    id: "cancelBatch",
    method: "delete",
    path: BATCH,
    summary: "Remove a batch, and its jobs that have not ended",
    scopes: ["operate"],
    responses: { 200: ["The number of the jobs that were removed.", responses.cancelBatchResult] },
    problems: [400],
  },
]);
