// The operations on the groups and the limits of a queue.
import * as requests from "../../src/http/requests/group-schemas.ts";
import * as responses from "../../src/http/responses/group-schemas.ts";
import { BAD_BODY, type Operation, withTag } from "./operation.ts";

const GROUP = "/v1/queues/:queue/groups/:group";
const LIMITS = "/v1/queues/:queue/limits";

/** The operations. */
export const GROUP_OPERATIONS: Operation[] = withTag("Groups", [
  {
    id: "listGroups",
    method: "get",
    path: "/v1/queues/:queue/groups",
    summary: "List the groups of a queue with blocked jobs, limits of their own or leased jobs, page by page",
    description:
      "Groups with blocked jobs come first. A page may have more or fewer groups than `limit`, or none, and a group may be on two pages if " +
      "it changes meanwhile.",
    scopes: ["read"],
    query: requests.groupsQuery,
    responses: { 200: ["A page. The last one has no cursor.", responses.groupPage] },
    problems: [400],
  },
  {
    id: "getGroup",
    method: "get",
    path: GROUP,
    summary: "Return the numbers of a group's jobs and its limits, also of a group without jobs",
    scopes: ["read", "see"],
    responses: { 200: ["The group.", responses.group] },
    problems: [400],
  },
  {
    id: "setGroup",
    method: "patch",
    path: GROUP,
    summary: "Change the limits of one group, or pause it",
    description:
      "What the body does not name stays, and null stands for the limit of the queue's groups. The limits of a group are " +
      "stored with the queue. With `ifVersion` the status is 409 if they have another version.",
    scopes: ["operate"],
    body: ["SetGroupRequest", requests.setGroupRequest, { paused: true, until: "5m" }],
    responses: { 200: ["The new version of the group's own limits; 0 if it has none.", responses.setLimitsResult] },
    problems: [...BAD_BODY, 409, 429],
  },
  {
    id: "cancelGroup",
    method: "delete",
    path: `${GROUP}/jobs`,
    summary: "Cancel the jobs of a group that wait or are leased, and a failed one that holds it back",
    description:
      "One request cancels up to 20,000 jobs, and searches for delayed ones among up to 20,000 of all groups. Repeat it with the " +
      "cursor of the response until that has none.",
    scopes: ["operate"],
    query: requests.cancelGroupQuery,
    responses: { 200: ["The number of cancelled jobs.", responses.cancelGroupResult] },
    problems: [400],
  },
  {
    id: "getLimits",
    method: "get",
    path: LIMITS,
    summary: "Return the limits of a queue and of its groups, and their version",
    scopes: ["read"],
    responses: { 200: ["The limits.", responses.queueLimits] },
    problems: [400],
  },
  {
    id: "setLimits",
    method: "put",
    path: LIMITS,
    summary: "Replace the limits of a queue and of its groups, under the next version",
    description:
      "A limit that the body does not name is removed. Clients that declare limits with a lower or the same version do not " +
      "change them. With `ifVersion` the status is 409 if the limits have another version.",
    scopes: ["operate"],
    body: [
      "SetLimitsRequest",
      requests.setLimitsRequest,
      { groups: { concurrency: 1, rate: { limit: 100, per: "1m" } }, concurrency: 50, ifVersion: 0 },
    ],
    responses: { 200: ["The new version.", responses.setLimitsResult] },
    problems: [...BAD_BODY, 409, 429],
  },
]);
