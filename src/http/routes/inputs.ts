// Conversion of requests to the options of the library.
import type { Context } from "hono";
import type { Duration } from "../../core/duration.ts";
import { milliseconds } from "../../core/duration.ts";
import { sha256 } from "../../core/hex.ts";
import type { AppEnv } from "../service.ts";

/**
 * Returns the idempotency key of a request that may come again, bound to its token: holders of other tokens can neither
 * get its reply nor claim the ids that follow from it. The queue binds it to what the request asks for.
 */
export async function idempotencyKeyOf(c: Context<AppEnv>): Promise<{ idempotencyKey?: string }> {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return {};
  return { idempotencyKey: (await sha256(`${c.get("access").hash} ${key}`)).slice(0, 32) };
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
