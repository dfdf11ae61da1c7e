// The status with which a request must be refused, derived from the scopes that the OpenAPI document declares.
import type { Operation } from "../../../scripts/openapi/operation.ts";
import { isForGroup, isForId, isForQueue, type Scope } from "../../../src/access/token.ts";
import type { AttackerToken } from "./attacker-tokens.ts";
import { createOperationRequest, type Target, targetQueue } from "./operation-requests.ts";

// The operations that a token may send although it is restricted to groups. To the last three, a job of another group is unknown.
const FOR_GROUPS = ["enqueue", "getGroup", "getJob", "explainJob", "cancelJob"];

/** Returns the status with which a request must be refused, or undefined if the token may send it. */
export function expectedRefusal(
  { rights }: AttackerToken,
  { operation, target }: { operation: Operation; target: Target },
): 401 | 403 | undefined {
  const { scopes = [], needsAllScopes, path } = operation;
  if (!rights) return 401;
  const has = (scope: Scope) => rights.scopes.includes(scope);
  if (!(needsAllScopes ? scopes.every(has) : scopes.some(has))) return 403;
  const { body } = createOperationRequest(operation, target);
  /** Reports whether the path or the body of the request contains a parameter. */
  const hasParameter = (key: string) =>
    path.includes(`:${key}`) || (typeof body === "object" && body !== null && key in body);
  // The body of a new token names its queues in `queues`.
  if ((hasParameter("queue") || hasParameter("queues")) && !isForQueue(rights, targetQueue(operation, target)))
    return 403;
  if (hasParameter("id") && !isForId(rights, target.id)) return 403;
  if (path.includes(":group") && (rights.ids || !isForGroup(rights, target.id))) return 403;
  if (!rights.groups || operation.id === "getToken" || operation.id === "openapi") return undefined;
  // A token that is restricted to groups chooses no ids.
  return !FOR_GROUPS.includes(operation.id) || (operation.id === "enqueue" && hasParameter("id")) ? 403 : undefined;
}
