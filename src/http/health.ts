// Whether Redis answers, and how fast. Open to everybody, so it tells nothing else.
import type { Context } from "hono";
import { LeaseholdError } from "../core/errors.ts";

/** Asks Redis whether it is there. */
export type Ping = () => Promise<unknown>;

/** Answers 200 with the round-trip time in ms, or 503 with a reason. */
export function health(ping: Ping) {
  return async (c: Context) => {
    const start = performance.now();
    try {
      await ping();
    } catch (error) {
      const known = error instanceof LeaseholdError;
      const reason = known ? error.code : "redis_error";
      return c.json({ ok: false, reason, message: known ? error.message : "Redis could not be asked." }, 503);
    }
    return c.json({ ok: true, redis: { roundTripMs: Math.round((performance.now() - start) * 100) / 100 } });
  };
}
