// POST /hooks/:source: a webhook becomes a job. The job is stored before its sender gets a response.
import type { Context } from "hono";
import { LeaseholdError } from "../../base/errors.ts";
import { type ReceiveResult, receive } from "../../webhooks/receive.ts";
import { isAcceptedType, type ResolvedSource, type Source, validateSources } from "../../webhooks/source.ts";
import { rawBody } from "../requests/raw-body.ts";
import { badBody } from "../responses/bad-body.ts";
import { badSignature } from "../responses/bad-signature.ts";
import { kindOfError, notFound, problem } from "../responses/problem.ts";
import type { DeliveryTarget } from "../service/delivery-target.ts";

/** The options of the route of webhooks. */
export interface WebhookRouteOptions {
  /** The senders, by their name in the path. */
  sources: Record<string, Source>;
  /** Returns the target for a queue. */
  targetOf(c: Context, queue: string): DeliveryTarget;
  /** Called after a job was created, to have it handled. An error that it throws does not reach the sender. */
  onEnqueued?(c: Context, queue: string): void;
  /** The time in ms since the epoch, for tests. */
  now?(): number;
}

/**
 * Returns the handler of POST /hooks/:source. It responds with 202 and the job's id after the job is stored, and with 503 if
 * the sender should retry.
 *
 * @example
 * app.post("/hooks/:source", webhookRoute({ sources, targetOf }));
 */
export function webhookRoute(options: WebhookRouteOptions): (c: Context) => Promise<Response> {
  const sources = validateSources(options.sources);
  return async (c) => {
    const source = sources.get(c.req.param("source") ?? "");
    if (!source) return notFound(c, "No source has this name.");
    try {
      return await receiveDelivery(c, source, options);
    } catch (error) {
      return failureResponse(c, source, error);
    }
  };
}

/** Reads and verifies a delivery, enqueues its job, and responds. */
async function receiveDelivery(c: Context, source: ResolvedSource, options: WebhookRouteOptions): Promise<Response> {
  const { raw, url } = c.req;
  if (!isAcceptedType(source, raw.headers.get("content-type"))) {
    return problem(c, {
      status: 415,
      code: "unsupported_media_type",
      detail: "The source does not accept this Content-Type.",
    });
  }
  const body = await rawBody(raw, source.maxBytes);
  if (typeof body === "string") return badBody(c, body, source.maxBytes);
  const now = (options.now ?? Date.now)();
  const received = await receive(source, { headers: raw.headers, body, now, url });
  return respondToDelivery(c, received, { ...options, source });
}

/** Responds to a received delivery, after its job is stored. To some senders every success is an empty 200: `quiet`. */
async function respondToDelivery(
  c: Context,
  received: ReceiveResult,
  { source, targetOf, onEnqueued }: WebhookRouteOptions & { source: ResolvedSource },
): Promise<Response> {
  switch (received.kind) {
    case "refused":
      return badSignature(c, received.reason);
    case "challenge":
      return c.text(received.answer, 200, { "X-Content-Type-Options": "nosniff" });
    case "ignored":
      return received.quiet ? c.body(null, 200) : c.json({ created: false }, 200);
    case "job": {
      const { id, created } = await targetOf(c, source.queue).enqueue(received.data, received.options);
      if (created) {
        try {
          onEnqueued?.(c, source.queue);
        } catch (error) {
          // The job is stored, so the sender gets no error.
          logError("source_callback_failed", { source: source.name, error });
        }
      }
      return received.quiet ? c.body(null, 200) : c.json({ id, created }, 202);
    }
  }
}

/** Responds to an error. Senders retry after 503; after most other statuses they give up, some of them for good. */
function failureResponse(c: Context, { name }: ResolvedSource, error: unknown): Response {
  if (!(error instanceof LeaseholdError)) {
    logError("hook_failed", { requestId: c.get("requestId") as string | undefined, source: name, error });
    return problem(c, { status: 503, code: "internal", detail: "Internal error. The request id is in the log." });
  }
  const status = error.code === "too_large" ? 413 : error.code === "invalid_payload" ? 422 : 503;
  return problem(c, { status, code: error.code, detail: error.message });
}

function logError(
  event: string,
  { error, ...fields }: { requestId?: string | undefined; source: string; error: unknown },
) {
  console.error(JSON.stringify({ event, ...fields, error: kindOfError(error) }));
}
