// Being woken: POST /drain, signed by another deployment of the same owner.
import type { Context } from "hono";
import type { Secrets } from "../../webhooks/signatures/secrets.ts";
import { standardKeys } from "../../webhooks/verifiers/standard.ts";
import { verifyWake } from "../../webhooks/wake.ts";
import { rawBody } from "../requests/raw-body.ts";
import { badSignature } from "../responses/bad-signature.ts";
import { problem } from "../responses/problem.ts";

/** The options of POST /drain. */
export interface DrainRouteOptions {
  secrets: Secrets;
  /** Begins to drain a queue, and does not wait for its end; false where this deployment has no handler for it. */
  drain(c: Context, queue: string): boolean;
  /** The time in ms, for tests. */
  now?(): number;
}

// A name of 128 characters, and little around it.
const MAX_BYTES = 1_024;

/**
 * Answers 202 when a drain has begun.
 *
 * @example
 * app.post("/drain", drain({ secrets: env.WAKE_SECRET, drain: (c, queue) => begin(c, queue) }));
 */
export function drain({ secrets, drain, now = Date.now }: DrainRouteOptions): (c: Context) => Promise<Response> {
  standardKeys("drain", secrets);
  return async (c) => {
    const body = await rawBody(c.req.raw, MAX_BYTES);
    if (body === "too_large")
      return problem(c, { status: 413, code: "too_large", detail: "The request is larger than this server takes." });
    if (body === "broken") return problem(c, { status: 400, code: "malformed", detail: "The body broke off." });
    const woken = await verifyWake(secrets, { headers: c.req.raw.headers, body, now: now() });
    if ("refused" in woken) {
      if (woken.refused !== "bad_body") return badSignature(c, woken.refused);
      return problem(c, {
        status: 400,
        code: "malformed",
        detail: "The body must be a JSON object that names a queue, and nothing else.",
      });
    }
    if (!drain(c, woken.queue))
      return problem(c, { status: 404, code: "not_found", detail: "There is no handler for this queue here." });
    return c.json({ queue: woken.queue }, 202);
  };
}
