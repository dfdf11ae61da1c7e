// Reports that the app runs; to a token with the scope read or operate, whether Redis answers, and how fast. Strangers cost no
// command of Redis.
import type { Context } from "hono";
import type * as v from "valibot";
import { withDeadline } from "../../base/deadline.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import { callRegistry } from "../../engine/registry.ts";
import { ping } from "../../engine/scripts.gen.ts";
import type * as responses from "../responses/response-schemas.ts";
import type { AppEnv } from "../service/service.ts";

// A health check that waits longer than this has its answer already.
const ANSWERED_WITHIN = 2_000;

/** Answers strangers that the app runs. */
export async function alive(c: Context<AppEnv>, next: () => Promise<void>) {
  if (c.req.header("Authorization") !== undefined) return next();
  return c.json<v.InferOutput<typeof responses.health>, 200>({ ok: true }, 200);
}

/** Answers 200 with the round-trip time in ms. */
export async function health(c: Context<AppEnv>) {
  const { adapter, prefix } = c.get("service");
  const start = performance.now();
  const deadline = monotonicNow() + ANSWERED_WITHIN;
  await withDeadline(callRegistry({ adapter, prefix, clock: () => "" }, ping, {}), () => deadline);
  const roundTripMs = Math.round((performance.now() - start) * 100) / 100;
  return c.json<v.InferOutput<typeof responses.health>, 200>({ ok: true, redis: { roundTripMs } }, 200);
}
