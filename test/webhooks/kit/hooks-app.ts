// An app with nothing but webhooks, over a queue of the test's own.
import { Hono } from "hono";
import { expect } from "vitest";
import { type WebhookRouteOptions, webhookRoute } from "../../../src/http/routes/webhook-route.ts";
import type { Queue } from "../../../src/index.ts";
import { freshQueue, START } from "../../setup/queue.ts";

/** What it is asked, and its queue. */
export interface HooksApp {
  queue: Queue;
  post(source: string, init: Omit<RequestInit, "method">): Promise<Response>;
}

export function hooksApp(
  sources: WebhookRouteOptions["sources"],
  options: Partial<WebhookRouteOptions> & { queue?: Queue } = {},
): HooksApp {
  const { queue = freshQueue(), ...rest } = options;
  const targetOf = (_: unknown, name: string) => {
    expect(name).toBe("hooks");
    return queue;
  };
  const app = new Hono().post("/hooks/:source", webhookRoute({ sources, targetOf, now: () => START, ...rest }));
  // What comes out of the handler as an exception is a failure, whatever the app around it would make of it.
  app.onError((error) => {
    throw error;
  });
  const post = async (source: string, init: Omit<RequestInit, "method">) =>
    app.fetch(new Request(`https://jobs.example.com/hooks/${source}`, { method: "POST", ...init }));
  return { queue, post };
}

/** What a problem says, without its words. */
export async function problemIn(response: Response): Promise<{ status: number; code: string; detail: string }> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const { status, code, detail } = (await response.json()) as { status: number; code: string; detail: string };
  expect(response.status).toBe(status);
  return { status, code, detail };
}
