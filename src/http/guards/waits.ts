// Requests that wait. Each keeps a connection, so a token may have only some of them at once; and each ends soon after its
// token does.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { AppEnv } from "../service/service.ts";

// The interval in ms at which the token of a wait is looked at again.
const CHECKED_EVERY = 5_000;
// The time in ms after which a request counts as one that waits, and no longer as one in flight.
const BEGINNING = 20;

/** A wait that has begun. */
export interface Wait {
  /** Aborts when the client is gone, or the token is not valid any more. */
  signal: AbortSignal;
  end(): void;
}

/** Runs an operation that waits for up to `ms`, as one of those that its token may have at once. */
export async function waiting<R>(
  c: Context<AppEnv>,
  ms: number,
  operation: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  if (ms === 0) return operation(c.req.raw.signal);
  const { signal, end } = beginWait(c, ms);
  try {
    return await operation(signal);
  } finally {
    end();
  }
}

/** Begins a wait of up to `ms`. */
export function beginWait(c: Context<AppEnv>, ms: number): Wait {
  const access = c.get("access");
  const { gate } = c.get("service");
  const release = gate.budgetOf(access).wait(ms);
  if (!release)
    throw new HTTPException(429, {
      message: `The token's limit is ${access.limits.waits} requests that wait at once.`,
    });
  const { signal } = c.req.raw;
  const stop = new AbortController();
  const abort = () => stop.abort();
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  const timer = setInterval(async () => {
    if (!(await gate.isStillValid(access, Date.now()))) abort();
  }, CHECKED_EVERY);
  // One that does not wait after all, since there are jobs, is in flight as any other.
  const begun = setTimeout(c.get("leave"), BEGINNING);
  const end = () => {
    clearInterval(timer);
    clearTimeout(begun);
    signal.removeEventListener("abort", abort);
    release();
  };
  return { signal: stop.signal, end };
}
