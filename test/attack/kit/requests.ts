// A good request to any operation of the document, about any object: made from the example of its body, so that an
// operation that is added needs nothing here.
import * as v from "valibot";
import type { Operation } from "../../../scripts/openapi/operation.ts";
import { ofItems, pathOf } from "../../http/kit/hostile.ts";
import type { Names } from "./world.ts";

/** The object of a request. */
export interface Target {
  names: Names;
  id: string;
  receipt: string;
  worker: string;
  /** The name of a token. */
  token: string;
}

/** A request without its token. */
export interface Aimed {
  method: string;
  path: string;
  body?: unknown;
}

/** Returns the request of an operation about a target. */
export function requestAbout(operation: Operation, target: Target): Aimed {
  const queue = queueOf(operation, target);
  const query = operation.query && !v.is(operation.query, {}) ? "?state=failed" : "";
  const path = pathOf(operation, { queue, id: target.id, source: "shop" }) + query;
  const body = bodyAbout(operation, target);
  return { method: operation.method.toUpperCase(), path, ...(body === undefined ? {} : { body }) };
}

/** Returns the name of the queue in the format that an operation is for. */
export function queueOf(operation: Operation, { names }: Target): string {
  return ofItems(operation) ? names.items : names.queue;
}

/** Returns the body: the example with everything in it that can name an object, also where it may be left out. */
function bodyAbout(operation: Operation, target: Target): unknown {
  if (!operation.body) return undefined;
  const [, schema, example] = operation.body;
  const { id, receipt, worker, token } = target;
  const queue = queueOf(operation, target);
  const texts: Record<string, unknown> = { id, receipt, worker, queue, name: token };
  const lists: Record<string, unknown> = { ids: [id], queues: [queue], scopes: ["admin"] };
  let body = JSON.parse(JSON.stringify(example), (key, value) => {
    if (key === "wait") return undefined;
    if (typeof value === "string") return texts[key] ?? value;
    return Array.isArray(value) ? (lists[key] ?? value) : value;
  });
  for (const [key, value] of Object.entries({ ...texts, ...lists })) {
    const more = { ...body, [key]: value };
    // Only some tokens can be bound to ids.
    if (!(key in body) && !(operation.id === "makeToken" && key === "ids") && v.is(schema, more)) body = more;
  }
  return body;
}
