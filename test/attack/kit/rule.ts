// The statuses of refusals, as a rule over the scopes that the document declares.
import type { Operation } from "../../../scripts/openapi/operation.ts";
import { queueOf, requestAbout, type Target } from "./requests.ts";
import { type Held, hasScope, mayName } from "./tokens.ts";

/** Why a request is refused; undefined where it is let through. */
export type Refusal = 401 | 403 | undefined;

/** Returns the status with which a request must be refused; undefined where the token may send it. */
export function refusalOf(held: Held, operation: Operation, target: Target): Refusal {
  const { scopes = [], path } = operation;
  if (!held.access) return 401;
  if (!hasScope(held, scopes)) return 403;
  const { body } = requestAbout(operation, target);
  const named = (key: string) => path.includes(`:${key}`) || (typeof body === "object" && body !== null && key in body);
  // The body of a new token names the queues that it is for.
  const queue = named("queue") || named("queues") ? queueOf(operation, target) : undefined;
  const id = named("id") ? target.id : undefined;
  return mayName(held, { queue, id }) ? undefined : 403;
}
