// Requests that wait. Each keeps a connection, so a token may have only some of them at once.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { AppEnv } from "../service.ts";

/** Runs an operation that waits for up to `ms`, as one of those that its token may have at once. */
export async function waiting<R>(c: Context<AppEnv>, ms: number, operation: () => Promise<R>): Promise<R> {
  const end = ms > 0 ? beginWait(c, ms) : undefined;
  try {
    return await operation();
  } finally {
    end?.();
  }
}

/** Begins a wait of up to `ms`. Returns the function that ends it. */
export function beginWait(c: Context<AppEnv>, ms: number): () => void {
  const access = c.get("access");
  const end = c.get("service").gate.budgetOf(access).wait(Date.now(), ms);
  if (end) return end;
  throw new HTTPException(429, { message: `The token's limit is ${access.limits.waits} requests that wait at once.` });
}
