// Wakes: signed requests by which one deployment has another one drain a queue. They contain no job: a repeated request costs
// one useless drain, and after a lost one the job waits for the cron.

import { isHttpsOrLocal } from "../base/address.ts";
import { validateName } from "../base/arguments.ts";
import { LeaseholdError } from "../base/errors.ts";
import { randomName } from "../base/random.ts";
import { sign } from "./sign.ts";
import { parseJsonBytes } from "./signatures/encoding.ts";
import type { Secrets } from "./signatures/secrets.ts";
import type { Reason, WebhookRequest } from "./signatures/verifier.ts";
import { decodeStandardSecrets, standardWebhooks } from "./verifiers/standard.ts";

/** The deployment to wake. */
export interface WakeOptions {
  /** The address of the other deployment, with or without `/drain` at its end. */
  url: string;
  /** Base64, with or without `whsec_` before it. */
  secret: string;
  fetch?: typeof fetch;
}

/** The outcome of a request that wakes this deployment. */
export type WakeVerdict = { queue: string } | { refused: Reason | "bad_body" };

const TIMEOUT = 5_000;

/**
 * Returns a function that wakes the other deployment. It resolves with true if that deployment accepts the request. It
 * never rejects, since the job is stored already: a failure is logged.
 *
 * @example
 * const wakeWorkers = wake({ url: "https://jobs.example.com", secret });
 * ctx.waitUntil(wakeWorkers("emails"));
 */
export function wake(options: WakeOptions): (queue: string) => Promise<boolean> {
  const { secret, fetch = globalThis.fetch } = options;
  decodeStandardSecrets(secret, "wake");
  const url = toDrainUrl(options.url);
  return async (queue) => {
    try {
      const response = await fetch(url, await createRequest(queue, secret));
      // An unread body keeps the connection open.
      await response.body?.cancel();
      if (!response.ok) logFailure(queue, { status: response.status });
      return response.ok;
    } catch (error) {
      logFailure(queue, { error: error instanceof Error ? error.name : typeof error });
      return false;
    }
  };
}

/** Verifies a request that wakes this deployment. */
export async function verifyWake(secrets: Secrets, request: Omit<WebhookRequest, "url">): Promise<WakeVerdict> {
  const verdict = await standardWebhooks(secrets).verify({ ...request, url: "" });
  if (!verdict.ok) return { refused: verdict.reason };
  const queue = parseQueue(parseJsonBytes(request.body));
  return queue === undefined ? { refused: "bad_body" } : { queue };
}

/** Returns a signed request that names the queue to drain. */
async function createRequest(queue: string, secret: string): Promise<RequestInit> {
  const body = JSON.stringify({ queue });
  const signature = await sign(secret, { id: `wake_${randomName()}`, timestamp: Date.now(), body });
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...signature },
    body,
    // A redirect would send the signed request elsewhere.
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT),
  };
}

/** Returns the URL of POST /drain for the URL of a deployment, which may end in /drain already. */
function toDrainUrl(url: string): string {
  if (!isHttpsOrLocal(url)) throw new LeaseholdError("not_configured", "wake: url must be an absolute https URL");
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, "").replace(/\/drain$/, "")}/drain`;
  return address.href;
}

/** Returns the queue in a body; undefined for a body that is not an object with a valid `queue` alone. */
function parseQueue(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || Object.keys(body).join() !== "queue") return undefined;
  try {
    return validateName((body as { queue: string }).queue, "queue");
  } catch {
    return undefined;
  }
}

function logFailure(queue: string, cause: { status: number } | { error: string }): void {
  console.warn(JSON.stringify({ event: "wake_failed", queue, ...cause }));
}
