// Asking a verifier about a request.
import type { Verdict, Verifier } from "../../../src/webhooks.ts";
import { START } from "../../setup/queue.ts";
import { URL } from "./schemes.ts";

/** A request, with what most have. */
interface Asked {
  headers: Record<string, string> | Headers;
  body: string | Uint8Array;
  now?: number;
  url?: string;
}

export function ask(verifier: Verifier, { headers, body, now = START, url = URL }: Asked): Promise<Verdict> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return verifier.verify({ headers: new Headers(headers), body: bytes, now, url });
}

export const refusedAs = (reason: string) => ({ ok: false, reason });
