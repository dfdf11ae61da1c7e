// Deadlines for requests, and the errors after which a request may be retried.
import { LeaseholdError } from "./errors.ts";
import { monotonicNow } from "./monotonic.ts";

// The interval in ms at which a deadline that may change is read again.
const RECHECK_INTERVAL = 250;

const TRANSIENT = new Set(["redis_unreachable", "redis_busy", "bad_reply"]);

/** Reports whether a retry may succeed after an error. The failed request may already have taken effect. */
export function isTransient(error: unknown): boolean {
  return error instanceof LeaseholdError && TRANSIENT.has(error.code);
}

/**
 * Resolves with a reply, or rejects if none arrives before a deadline. `deadline` returns a time of the monotonic clock, and is
 * read at intervals, since it may change. A request without a reply may still take effect.
 */
export function withDeadline<R>(reply: Promise<R>, deadline: () => number): Promise<R> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const check = () => {
      const left = deadline() - monotonicNow();
      if (left > 0) timer = setTimeout(check, Math.min(left, RECHECK_INTERVAL));
      else reject(new LeaseholdError("redis_unreachable", "Redis did not answer in time"));
    };
    check();
  });
  return Promise.race([reply, timeout]).finally(() => clearTimeout(timer));
}
