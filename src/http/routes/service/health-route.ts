// GET /healthz: the health of the app, and of Redis for a token with the scope read or operate. A request without a token
// costs no command of Redis.
import type { Context } from "hono";
import type * as v from "valibot";
import { withDeadline } from "../../../base/deadline.ts";
import { monotonicNow } from "../../../base/monotonic.ts";
import { callRegistry } from "../../../engine/registry.ts";
import { ping } from "../../../engine/scripts.gen.ts";
import type * as responses from "../../responses/response-schemas.ts";
import type { AppEnv } from "../../service/app-env.ts";

// In ms. Redis that needs longer counts as unavailable.
const TIMEOUT = 2_000;

/** Reports that the app runs, to requests without a token. */
export async function liveness(c: Context<AppEnv>, next: () => Promise<void>) {
  if (c.req.header("Authorization") !== undefined) return next();
  return c.json<v.InferOutput<typeof responses.health>, 200>({ ok: true }, 200);
}

/** Responds with the round-trip time of Redis in ms. */
export async function redisHealth(c: Context<AppEnv>) {
  const { adapter, prefix } = c.get("service");
  const start = performance.now();
  const deadline = monotonicNow() + TIMEOUT;
  await withDeadline(callRegistry({ adapter, prefix, clock: () => "" }, ping, {}), () => deadline);
  const roundTripMs = Math.round((performance.now() - start) * 100) / 100;
  return c.json<v.InferOutput<typeof responses.health>, 200>({ ok: true, redis: { roundTripMs } }, 200);
}
