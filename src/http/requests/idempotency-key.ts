// Idempotency keys of requests, and the ids of jobs that are derived from them.
import type { Context } from "hono";
import { sha256Hex } from "../../base/hex.ts";
import type { AppEnv } from "../service/app-env.ts";
import { idempotency } from "./request-schemas.ts";
import { validateHeaders } from "./validate-request.ts";

/** Validates the header Idempotency-Key. */
export const idempotencyHeader = /* @__PURE__ */ validateHeaders(idempotency);

// A key of a request and the index of a job in it.
const DERIVED_ID = /~[0-9a-f]{32}\.\d{1,3}$/;

/**
 * Returns the idempotency key of a request for the library, derived from the token, the queue and the sender's key. So a
 * holder of another token can neither get the reply nor compute the key, and a key of another queue is another key. The
 * queue binds the key to the content of the request.
 */
export async function idempotencyKeyOf(c: Context<AppEnv>): Promise<{ idempotencyKey?: string }> {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return {};
  const hash = await sha256Hex(`${c.get("access").hash} ${c.req.param("queue")} ${key}`);
  return { idempotencyKey: `~${hash.slice(0, 32)}` };
}

/** Reports whether an id has the format of a derived one. From one such id the ids of the request's other jobs follow. */
export function isDerivedId(id: string): boolean {
  return DERIVED_ID.test(id);
}
