// Deadlines for requests, and the errors after which a request is worth sending again.
import { LeaseholdError } from "./errors.ts";
import { monotonicNow } from "./monotonic.ts";

// The interval in ms at which a deadline that may change is read again.
const READ_AGAIN = 250;

const PASSING = new Set(["redis_unreachable", "redis_busy", "bad_reply"]);

/** Reports whether a retry may succeed; the request may already have taken effect. */
export function isTransient(error: unknown): boolean {
  return error instanceof LeaseholdError && PASSING.has(error.code);
}

/** Rejects where no answer arrives until a time, which may change meanwhile; the request may still take effect. */
export function withDeadline<R>(answer: Promise<R>, until: () => number): Promise<R> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const read = () => {
      const left = until() - monotonicNow();
      if (left > 0) timer = setTimeout(read, Math.min(left, READ_AGAIN));
      else reject(new LeaseholdError("redis_unreachable", "Redis did not answer in time"));
    };
    read();
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
