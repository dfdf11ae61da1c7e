// An app with only webhooks, over a fresh queue.
import { Hono } from "hono";
import { expect } from "vitest";
import { type WebhookRouteOptions, webhookRoute } from "../../../src/http/routes/webhook-route.ts";
import type { Queue } from "../../../src/index.ts";
import { type Source, sharedSecret } from "../../../src/webhooks.ts";
import { freshQueue, START } from "../../setup/queue.ts";

/** The queue of an app with webhooks, and a function that posts deliveries to a source. */
export interface HooksApp {
  queue: Queue;
  post(source: string, init: Omit<RequestInit, "method">): Promise<Response>;
  /** Posts a valid delivery of JSON to the source "sender", as {@link createSource} creates it. */
  deliver(id?: string, body?: string): Promise<Response>;
}

/** Creates an app whose sources deliver to one queue at the time START, and functions that post to it. */
export function createHooksApp(
  sources: WebhookRouteOptions["sources"],
  options: Partial<WebhookRouteOptions> & { queue?: Queue } = {},
): HooksApp {
  const { queue = freshQueue(), ...rest } = options;
  const targetOf = (_: unknown, name: string) => {
    expect(name).toBe("hooks");
    return queue;
  };
  const app = new Hono().post("/hooks/:source", webhookRoute({ sources, targetOf, now: () => START, ...rest }));
  // The handler must never throw, even if the app around it would answer the error.
  app.onError((error) => {
    throw error;
  });
  const post = async (source: string, init: Omit<RequestInit, "method">) =>
    app.fetch(new Request(`https://jobs.example.com/hooks/${source}`, { method: "POST", ...init }));
  const deliver = (id = "1", body = "{}") => post("sender", { headers: validHeaders(id), body });
  return { queue, post, deliver };
}

/** The shared secret of a source. */
export const SECRET = "s3cret-of-the-test";

/** Creates a source with a shared secret and ids in X-Id. */
export function createSource(more: Partial<Source> = {}): Source {
  return { verify: sharedSecret(SECRET, { idHeader: "x-id" }), queue: "hooks", ...more };
}

/** Returns the headers of a JSON delivery that a source of `createSource` accepts. */
export function validHeaders(id: string, more: Record<string, string> = {}): Record<string, string> {
  return { "content-type": "application/json", authorization: SECRET, "x-id": id, ...more };
}

/** Returns the status, the code and the detail of a problem. */
export async function readProblem(response: Response): Promise<{ status: number; code: string; detail: string }> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const { status, code, detail } = (await response.json()) as { status: number; code: string; detail: string };
  expect(response.status).toBe(status);
  return { status, code, detail };
}
