// Idempotency keys of requests.
import type { Context } from "hono";
import type { AppEnv } from "../service/app-env.ts";
import { deriveKey } from "./derived-key.ts";
import { idempotency } from "./request-schemas.ts";
import { validateHeaders } from "./validate-request.ts";

/** Validates the header Idempotency-Key. */
export const idempotencyHeader = /* @__PURE__ */ validateHeaders(idempotency);

/** Returns the idempotency key of a request for the library, if it has one. */
export async function idempotencyKeyOf(c: Context<AppEnv>): Promise<{ idempotencyKey?: string }> {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return {};
  const { hash } = c.get("access");
  return { idempotencyKey: await deriveKey(key, { hash, queue: c.req.param("queue") ?? "" }) };
}
