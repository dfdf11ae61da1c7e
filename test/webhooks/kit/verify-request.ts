// Requests to verifiers, without an app.
import type { Verdict, Verifier } from "../../../src/webhooks.ts";
import { START } from "../../setup/queue.ts";
import { HOOK_URL } from "./schemes.ts";

interface SignedRequest {
  headers: Record<string, string> | Headers;
  body?: string | Uint8Array;
  /** The time in ms at which the request is received; START unless set. */
  now?: number;
  url?: string;
}

/** Resolves with the verdict of a verifier on a request. */
export function verify(
  verifier: Verifier,
  { headers, body = "", now = START, url = HOOK_URL }: SignedRequest,
): Promise<Verdict> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return verifier.verify({ headers: new Headers(headers), body: bytes, now, url });
}

/** Returns the verdict that accepts a request with an id or without one. */
export function acceptance(id?: string): { ok: true; id: string | undefined } {
  return { ok: true, id };
}

/** Returns the verdict that refuses a request for a reason. */
export function refusal(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
