// Webhooks in: POST /hooks/:source. A delivery is a job in Redis before its sender is told that it arrived.
import type { Context } from "hono";
import { LeaseholdError } from "../../base/errors.ts";
import { type Received, receive } from "../../webhooks/receive.ts";
import { type ReadySource, readySources, type Source, takesType } from "../../webhooks/source.ts";
import { rawBody } from "../requests/raw-body.ts";
import { badSignature } from "../responses/bad-signature.ts";
import { problem } from "../responses/problem.ts";
import type { Receiver } from "../service/delivery-target.ts";

/** The options of receiving webhooks. */
export interface HooksOptions {
  /** By the name that stands in the path. */
  sources: Record<string, Source>;
  /** The queue of a name, for one request. */
  queueOf(name: string, c: Context): Receiver;
  /** Called when a job was made, to have it worked on; what it throws changes nothing for the sender. */
  enqueued?(c: Context, queue: string): void;
  /** The time in ms, for tests. */
  now?(): number;
}

/**
 * Answers 202 with the job's id once the job is in Redis, and 503 where the sender should try again.
 *
 * @example
 * app.post("/hooks/:source", hooks({ sources, queueOf }));
 */
export function hooks(options: HooksOptions): (c: Context) => Promise<Response> {
  const sources = readySources(options.sources);
  return async (c) => {
    const source = sources.get(c.req.param("source") ?? "");
    if (!source) return problem(c, { status: 404, code: "not_found", detail: "There is no source of this name." });
    try {
      return await answer(c, source, options);
    } catch (error) {
      return failed(c, source, error);
    }
  };
}

async function answer(c: Context, source: ReadySource, options: HooksOptions): Promise<Response> {
  const { raw, url } = c.req;
  if (!takesType(source, raw.headers.get("content-type"))) {
    return problem(c, {
      status: 415,
      code: "unsupported_media_type",
      detail: "The source takes no bodies of this type.",
    });
  }
  const body = await rawBody(raw, source.maxBytes);
  if (body === "too_large")
    return problem(c, {
      status: 413,
      code: "too_large",
      detail: `The source takes bodies of ${source.maxBytes} bytes.`,
    });
  if (body === "broken") return problem(c, { status: 400, code: "malformed", detail: "The body broke off." });
  const now = (options.now ?? Date.now)();
  return respond(c, source, options, await receive(source, { headers: raw.headers, body, now, url }));
}

async function respond(c: Context, source: ReadySource, options: HooksOptions, received: Received): Promise<Response> {
  switch (received.is) {
    case "refused":
      return badSignature(c, received.reason);
    case "question":
      return c.text(received.answer, 200, { "X-Content-Type-Options": "nosniff" });
    case "ignored":
      return received.quiet ? c.body(null, 200) : c.json({ created: false }, 200);
    case "job": {
      const { id, created } = await options.queueOf(source.queue, c).enqueue(received.data, received.options);
      if (created) tell(c, source, options);
      return received.quiet ? c.body(null, 200) : c.json({ id, created }, 202);
    }
  }
}

/** The job is safe by now, so the sender is told so whatever comes of this. */
function tell(c: Context, { name, queue }: ReadySource, { enqueued }: HooksOptions): void {
  try {
    enqueued?.(c, queue);
  } catch (error) {
    log("hook_untold", name, error);
  }
}

/** Senders try again after 503; after most other answers they give up, some of them for good. */
function failed(c: Context, { name }: ReadySource, error: unknown): Response {
  if (!(error instanceof LeaseholdError)) {
    log("hook_failed", name, error, c.get("requestId") as string | undefined);
    return problem(c, { status: 503, code: "internal", detail: "Internal error. The request id is in the log." });
  }
  switch (error.code) {
    case "too_large":
      return problem(c, { status: 413, code: error.code, detail: error.message });
    case "invalid_payload":
      return problem(c, { status: 422, code: error.code, detail: error.message });
    default:
      return problem(c, { status: 503, code: error.code, detail: error.message });
  }
}

function log(event: string, source: string, error: unknown, requestId?: string): void {
  console.error(
    JSON.stringify({ event, requestId, source, error: error instanceof Error ? error.name : typeof error }),
  );
}
