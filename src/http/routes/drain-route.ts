// POST /drain: another deployment of the same owner, which signs the request, wakes the consumer of a queue.
import type { Context } from "hono";
import type { Secrets } from "../../webhooks/signatures/secrets.ts";
import { decodeStandardSecrets } from "../../webhooks/verifiers/standard.ts";
import { verifyWake } from "../../webhooks/wake.ts";
import { rawBody } from "../requests/raw-body.ts";
import { badBody } from "../responses/bad-body.ts";
import { badSignature } from "../responses/bad-signature.ts";
import { notFound, problem } from "../responses/problem.ts";

/** The options of POST /drain. */
export interface DrainRouteOptions {
  secrets: Secrets;
  /** Starts to drain a queue without waiting for the end. Returns false if this deployment has no handler for the queue. */
  drain(c: Context, queue: string): boolean;
  /** The time in ms since the epoch, for tests. */
  now?(): number;
}

// A name of 128 characters, and the JSON around it.
const MAX_BYTES = 1_024;

/**
 * Returns the handler of POST /drain. It responds with 202 after a drain has started.
 *
 * @example
 * app.post("/drain", drainRoute({ secrets: env.WAKE_SECRET, drain: (c, queue) => startDrain(c, queue) }));
 */
export function drainRoute({ secrets, drain, now = Date.now }: DrainRouteOptions): (c: Context) => Promise<Response> {
  decodeStandardSecrets(secrets, "drain");
  return async (c) => {
    const body = await rawBody(c.req.raw, MAX_BYTES);
    if (typeof body === "string") return badBody(c, body, MAX_BYTES);
    const wake = await verifyWake(secrets, { headers: c.req.raw.headers, body, now: now() });
    if ("refused" in wake) {
      if (wake.refused !== "bad_body") return badSignature(c, wake.refused);
      const detail = "The body must be a JSON object with the field queue alone.";
      return problem(c, { status: 400, code: "malformed", detail });
    }
    if (!drain(c, wake.queue)) return notFound(c, "This deployment has no handler for the queue.");
    return c.json({ queue: wake.queue }, 202);
  };
}
