// The operations of the service: webhooks, wakes, crons, health, metrics and the document itself.
import { SCOPES } from "../../src/access/token.ts";
import * as requests from "../../src/http/requests/request-schemas.ts";
import * as queueResponses from "../../src/http/responses/queue-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { type Operation, type UntaggedOperation, withTag } from "./operation.ts";

/** The operations. */
export const SERVICE_OPERATIONS: Operation[] = withTag("Service", [
  {
    id: "receiveWebhook",
    method: "post",
    path: "/hooks/:source",
    summary: "Receive a webhook that its source has signed",
    description: "The job contains the body unchanged. A repeated delivery creates no second job.",
    responses: {
      202: ["The job is stored.", responses.deliveryResult],
      200: ["The delivery creates no job, or the request was a handshake of the sender.", "*/*"],
    },
    problems: [400, 401, 404, 413, 415, 422],
  },
  {
    id: "wake",
    method: "post",
    path: "/drain",
    summary: "Wake the consumer of a queue; the request is signed as Standard Webhooks define",
    body: ["WakeRequest", requests.wakeRequest, { queue: "emails" }],
    responses: { 202: ["A drain has started.", responses.wakeResult] },
    problems: [400, 401, 404, 413],
  },
  cronOperation("light", "Run a light clean of all queues, and drain those with a handler"),
  cronOperation("deep", "Run a deep clean of all queues, and drain those with a handler"),
  {
    id: "listCrons",
    method: "get",
    path: "/v1/crons",
    summary: "Return the last report of the light and of the deep clean of all queues",
    description:
      "A kind that has never run is missing. A token that is limited to some queues gets neither the names of other queues " +
      "nor the sums over all queues.",
    scopes: ["read"],
    responses: { 200: ["The reports.", queueResponses.cronReports] },
  },
  {
    id: "health",
    method: "get",
    path: "/healthz",
    summary: "Report that the app runs; with a token also the round-trip time of Redis",
    responses: { 200: ["The app runs. With a token, Redis responds, too.", responses.health] },
    problems: [401, 403, 429],
  },
  {
    id: "metrics",
    method: "get",
    path: "/metrics",
    summary: "Return the counts and totals of queues for Prometheus",
    description: "Declared queues come first. The header Link leads to the next page.",
    scopes: ["read"],
    query: requests.metricsQuery,
    responses: { 200: ["Prometheus's text format.", "text/plain"] },
    problems: [400],
  },
  {
    id: "openapi",
    method: "get",
    path: "/openapi.json",
    summary: "Return this document",
    description:
      "The Worker serves it as a static asset, without a token. An app serves it if its option `openapi` is set.",
    scopes: SCOPES,
    problems: [404],
    responses: { 200: ["The document.", "application/json"] },
  },
]);

function cronOperation(kind: string, summary: string): UntaggedOperation {
  return {
    id: `${kind}Cron`,
    method: "get",
    path: `/cron/${kind}`,
    summary,
    description: "For schedulers that send requests. The bearer token is the cron secret.",
    responses: { 200: ["The report.", "application/json"] },
    problems: [401, 404],
  };
}
