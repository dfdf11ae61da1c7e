// Requests that wait. Each keeps a connection open, so a token may have only a limited number of them; and each ends soon
// after its token becomes invalid.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { AppEnv } from "../service/app-env.ts";

// The interval in ms at which the token of a waiting request is checked again.
const TOKEN_CHECK_INTERVAL = 5_000;
// The time in ms after which a request counts as waiting instead of in flight.
const IN_FLIGHT_TIME = 20;

/** A wait in progress. */
export interface Wait {
  /** Aborts if the client disconnects or the token becomes invalid. */
  signal: AbortSignal;
  end(): void;
}

/** Runs an operation that waits for up to `maxDuration` ms, as one of the waiting requests of its token. */
export async function runWait<R>(
  c: Context<AppEnv>,
  maxDuration: number,
  operation: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  if (maxDuration === 0) return operation(c.req.raw.signal);
  const { signal, end } = startWait(c, maxDuration);
  try {
    return await operation(signal);
  } finally {
    end();
  }
}

/**
 * Takes a wait slot of the token for up to `maxDuration` ms. The signal aborts when the client disconnects or the token
 * is no longer valid; `end` releases the slot. Throws a 429 if no slot is free.
 */
export function startWait(c: Context<AppEnv>, maxDuration: number): Wait {
  const access = c.get("access");
  const { tokens, usage } = c.get("service");
  const releaseWaitSlot = usage.quotaOf(access).takeWaitSlot(maxDuration);
  if (!releaseWaitSlot)
    throw new HTTPException(429, { message: `The token's limit is ${access.limits.waits} waiting requests.` });
  const { signal } = c.req.raw;
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  const tokenCheck = setInterval(async () => {
    if (!(await tokens.isStillValid(access, Date.now()))) abort();
  }, TOKEN_CHECK_INTERVAL);
  // A request that finds jobs at once has not waited, so it stays in flight for a moment.
  const leaveFlight = setTimeout(c.get("releaseSlot"), IN_FLIGHT_TIME);
  const end = () => {
    clearInterval(tokenCheck);
    clearTimeout(leaveFlight);
    signal.removeEventListener("abort", abort);
    releaseWaitSlot();
  };
  return { signal: controller.signal, end };
}
