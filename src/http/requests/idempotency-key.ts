// Idempotency keys of requests that may come again, and the ids of jobs that follow from them.
import type { Context } from "hono";
import { sha256Hex } from "../../base/hex.ts";
import type { AppEnv } from "../service/service.ts";

// The key of a request and the index of a job in it.
const FOLLOWS = /~[0-9a-f]{32}\.\d{1,3}$/;

/**
 * Returns the idempotency key of a request, bound to its token and its queue: holders of other tokens can neither get its
 * reply nor compute it, also not from that of the same key in another queue. The queue binds it to what the request asks for.
 */
export async function idempotencyKeyOf(c: Context<AppEnv>): Promise<{ idempotencyKey?: string }> {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return {};
  const hash = await sha256Hex(`${c.get("access").hash} ${c.req.param("queue")} ${key}`);
  return { idempotencyKey: `~${hash.slice(0, 32)}` };
}

/** Reports whether an id could follow from an idempotency key: from one id, those of the other jobs can be computed. */
export function followsFromKey(id: string): boolean {
  return FOLLOWS.test(id);
}
