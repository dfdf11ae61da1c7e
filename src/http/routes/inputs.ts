// What comes in as text, and what goes on to the library.
import type { Duration } from "../../core/duration.ts";
import { milliseconds } from "../../core/duration.ts";
import { sha256 } from "../../core/hex.ts";

/** The name of a request that may come again. A key holds no space, so that those of two operations never meet. */
export function nonceOf(headers: { "idempotency-key"?: string }, operation?: "lease"): { nonce?: string } {
  const key = headers["idempotency-key"];
  if (key === undefined) return {};
  return { nonce: operation === undefined ? key : `${operation} ${key}` };
}

/** The same where a key that was used for another job, or another end, would be told that it is done. */
export async function contentNonceOf(key: string | undefined, content: unknown): Promise<{ nonce?: string }> {
  if (key === undefined) return {};
  return { nonce: `settle ${key} ${(await sha256(JSON.stringify(content))).slice(0, 32)}` };
}

/** A number of the query. */
export function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** A duration, of a query perhaps, as ms that are no more than a number of them. */
export function durationOf(duration: Duration | string, most: number): number {
  const known = typeof duration === "string" && /^\d+$/.test(duration) ? Number(duration) : (duration as Duration);
  return milliseconds(known, "wait", 0, most);
}
