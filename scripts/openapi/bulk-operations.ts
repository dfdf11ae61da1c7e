// The operations that search jobs, and those that change all jobs that match a filter.
import * as filters from "../../src/http/requests/filter-schemas.ts";
import * as responses from "../../src/http/responses/bulk-schemas.ts";
import { BAD_BODY, type Operation, withTag } from "./operation.ts";

const BULK = "/v1/queues/:queue/bulk";
const FILTER = { state: "failed", error: "timeout", data: [{ path: "user.id", is: 7 }] };

/** The operations. */
export const BULK_OPERATIONS: Operation[] = withTag("Bulk", [
  {
    id: "searchJobs",
    method: "post",
    path: "/v1/queues/:queue/search",
    summary: "Search the jobs of a state by a filter, or count those that match",
    description:
      "The response has the matches of one part of the state, in the order of the state, and the cursor of the next part. A " +
      "part may have no match. A job that stays in its place is found exactly once, whatever enters and leaves the state.",
    scopes: ["read"],
    body: ["SearchRequest", filters.searchRequest, { filter: FILTER, limit: 50 }],
    responses: { 200: ["A part of the search.", responses.searchResult] },
    problems: BAD_BODY,
  },
  {
    id: "listBulkOperations",
    method: "get",
    path: BULK,
    summary: "List the bulk operations that run, and the last ones that ended",
    scopes: ["read"],
    responses: { 200: ["The operations, newest first.", responses.bulkOperationList] },
    problems: [400],
  },
  {
    id: "getBulkOperation",
    method: "get",
    path: `${BULK}/:operation`,
    summary: "Return a bulk operation and its progress",
    scopes: ["read"],
    responses: { 200: ["The operation.", responses.bulkOperation] },
    problems: [400, 404],
  },
  {
    id: "startBulkOperation",
    method: "post",
    path: BULK,
    summary: "Begin to cancel, promote or redrive all jobs that match a filter",
    description:
      "With a `change`, redrive gives the jobs another payload, priority or number of attempts. Its `data` is a JSON merge patch " +
      "(RFC 7396) of at most 10,000 bytes; what it does not name stays as it is stored. A job that cannot be changed as asked is " +
      "skipped, and `problem` states why. " +
      "The operation touches only jobs that are in the state now and stay in it until their turn; a blocked job counts as " +
      "blocked even if it was the next of its group meanwhile. It changes nothing before it " +
      "is continued, by requests or by the light cron; a clean of one queue does not continue it. An operation on leased jobs " +
      "examines a job again whose lease is extended, so it goes on while leases that it does not cancel are extended faster " +
      "than it examines them; stop it then. A search with the output `count` tells how many jobs match. An " +
      "operation on a queue that does not exist is finished at once, and not stored.",
    scopes: ["operate", "read"],
    needsAllScopes: true,
    body: ["BulkRequest", filters.bulkRequest, { operation: "redrive", filter: FILTER }],
    responses: { 201: ["The operation.", responses.bulkOperation] },
    problems: BAD_BODY,
  },
  {
    id: "continueBulkOperation",
    method: "post",
    path: `${BULK}/:operation/continue`,
    summary: "Continue a bulk operation, for two seconds and 5,000 examined jobs at most",
    description: "Several clients may continue an operation at once: no job is changed twice.",
    scopes: ["operate", "read"],
    needsAllScopes: true,
    responses: { 200: ["The operation and its progress.", responses.bulkOperation] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "stopBulkOperation",
    method: "post",
    path: `${BULK}/:operation/stop`,
    summary: "Stop a bulk operation; the jobs that it has changed stay changed",
    scopes: ["operate", "read"],
    needsAllScopes: true,
    responses: { 200: ["The operation.", responses.bulkOperation] },
    problems: [...BAD_BODY, 404],
  },
]);
