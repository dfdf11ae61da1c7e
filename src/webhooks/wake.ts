// Waking another deployment: a signed request that names a queue, and the check of it at the other end. It carries no
// job, so the worst that a repeated or lost one does is a drain too many, or one that waits for the cron.

import { isPrivateAddress } from "../base/address.ts";
import { validateName } from "../base/arguments.ts";
import { LeaseholdError } from "../base/errors.ts";
import { randomName } from "../base/random.ts";
import { sign } from "./sign.ts";
import { jsonOf } from "./signatures/encoding.ts";
import type { Secrets } from "./signatures/secrets.ts";
import type { Reason, WebhookRequest } from "./signatures/verifier.ts";
import { standardKeys, standardWebhooks } from "./verifiers/standard.ts";

/** Whom to wake. */
export interface WakeOptions {
  /** The other deployment, with or without `/drain` at its end. */
  url: string;
  /** Base64, with or without `whsec_` before it. */
  secret: string;
  fetch?: typeof fetch;
}

/** The outcome of a request that wakes a consumer. */
export type Woken = { queue: string } | { refused: Reason | "bad_body" };

const TIMEOUT = 5_000;

/**
 * Makes what wakes the other deployment. It resolves to whether that was accepted and never throws: the job that it is
 * about is safe already. A failure is logged.
 *
 * @example
 * const wakeWorkers = wake({ url: "https://jobs.example.com", secret });
 * ctx.waitUntil(wakeWorkers("emails"));
 */
export function wake(options: WakeOptions): (queue: string) => Promise<boolean> {
  const { secret, fetch = globalThis.fetch } = options;
  standardKeys("wake", secret);
  const url = addressOf(options.url);
  return async (queue) => {
    try {
      const response = await post(fetch, url, secret, queue);
      // A body that is not read keeps the connection.
      await response.body?.cancel();
      if (!response.ok) logFailed(queue, { status: response.status });
      return response.ok;
    } catch (error) {
      logFailed(queue, { error: error instanceof Error ? error.name : typeof error });
      return false;
    }
  };
}

/** Checks a request to wake up. */
export async function verifyWake(secrets: Secrets, request: Omit<WebhookRequest, "url">): Promise<Woken> {
  const verdict = await standardWebhooks(secrets).verify({ ...request, url: "" });
  if (!verdict.ok) return { refused: verdict.reason };
  const queue = queueIn(jsonOf(request.body));
  return queue === undefined ? { refused: "bad_body" } : { queue };
}

async function post(send: typeof fetch, url: string, secret: string, queue: string): Promise<Response> {
  const body = JSON.stringify({ queue });
  const signed = await sign(secret, { id: `wake_${randomName()}`, timestamp: Date.now(), body });
  return send(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...signed },
    body,
    // A signed request goes where it was meant to go, or nowhere.
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT),
  });
}

function addressOf(url: string): string {
  if (!isPrivateAddress(url)) throw new LeaseholdError("not_configured", "wake: url must be a whole https address");
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, "").replace(/\/drain$/, "")}/drain`;
  return address.href;
}

/** The queue that an object names which says nothing else. */
function queueIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).join() !== "queue") return undefined;
  try {
    return validateName((value as { queue: string }).queue, "queue");
  } catch {
    return undefined;
  }
}

function logFailed(queue: string, why: { status: number } | { error: string }): void {
  console.warn(JSON.stringify({ event: "wake_failed", queue, ...why }));
}
