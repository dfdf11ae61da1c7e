// Valid requests to any documented operation that name any target. They are made from the documented examples, so a new
// operation needs no change here.
import * as v from "valibot";
import type { Operation } from "../../../scripts/openapi/operation.ts";
import { isItemOperation, operationPath } from "../../http/kit/operations-by-subject.ts";

/** The names of a tenant's queue and of its redis-work-queue. */
export interface QueueNames {
  queue: string;
  items: string;
}

/** The queues, the job, the worker and the token that a request can name. */
export interface Target {
  names: QueueNames;
  id: string;
  receipt: string;
  worker: string;
  tokenName: string;
}

/** Returns the route and the body of a request to an operation that names a target. */
export function createOperationRequest(operation: Operation, target: Target): { route: string; body: unknown } {
  const queue = targetQueue(operation, target);
  const query = operation.query && !v.is(operation.query, {}) ? "?state=failed" : "";
  const path =
    operationPath(operation, {
      ...{ queue, id: target.id, group: target.id, schedule: target.id, source: "shop", operation: target.id },
    }) + query;
  return { route: `${operation.method.toUpperCase()} ${path}`, body: createBody(operation, target) };
}

/** Returns the name of the target's queue that has the format of an operation. */
export function targetQueue(operation: Operation, { names }: Target): string {
  return isItemOperation(operation) ? names.items : names.queue;
}

/** Returns the example of a body with every field of the target that the schema permits, required or not. */
function createBody(operation: Operation, target: Target): unknown {
  if (!operation.body) return undefined;
  const [, schema, example] = operation.body;
  const { id, receipt, worker, tokenName } = target;
  const queue = targetQueue(operation, target);
  const texts: Record<string, unknown> = { id, group: id, receipt, worker, queue, name: tokenName };
  const lists: Record<string, unknown> = { ids: [id], queues: [queue], scopes: ["admin"] };
  let body = JSON.parse(JSON.stringify(example), (key, value) => {
    if (key === "wait") return undefined;
    if (typeof value === "string") return texts[key] ?? value;
    return Array.isArray(value) ? (lists[key] ?? value) : value;
  });
  for (const [key, value] of Object.entries({ ...texts, ...lists })) {
    const extended = { ...body, [key]: value };
    // Only tokens of some scopes can be bound to ids.
    if (!(key in body) && !(operation.id === "makeToken" && key === "ids") && v.is(schema, extended)) body = extended;
  }
  return body;
}
