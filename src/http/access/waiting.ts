// Requests that wait. Each keeps a connection, so a token may have only some of them at once; and each ends soon after its
// token does.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { AppEnv } from "../service.ts";

// The interval in ms at which the token of a wait is looked at again.
const CHECKED_EVERY = 5_000;

/** Runs an operation that waits for up to `ms`, until its signal aborts, as one of those that its token may have at once. */
export async function waiting<R>(
  c: Context<AppEnv>,
  ms: number,
  operation: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const { signal } = c.req.raw;
  if (ms === 0) return operation(signal);
  const stop = new AbortController();
  const abort = () => stop.abort();
  const end = beginWait(c, ms, abort);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await operation(stop.signal);
  } finally {
    signal.removeEventListener("abort", abort);
    end();
  }
}

/** Begins a wait of up to `ms`; `onInvalid` is called once the token is not valid any more. Returns the function that ends it. */
export function beginWait(c: Context<AppEnv>, ms: number, onInvalid: () => void): () => void {
  const access = c.get("access");
  const { gate } = c.get("service");
  const release = gate.budgetOf(access).wait(Date.now(), ms);
  if (!release)
    throw new HTTPException(429, {
      message: `The token's limit is ${access.limits.waits} requests that wait at once.`,
    });
  const timer = setInterval(async () => {
    if (!(await gate.isStillValid(access, Date.now()))) onInvalid();
  }, CHECKED_EVERY);
  return () => {
    clearInterval(timer);
    release();
  };
}
