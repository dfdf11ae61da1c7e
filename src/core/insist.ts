// Retries of unanswered requests.
import { elapsed, pause } from "./elapsed.ts";
import { LeaseholdError } from "./errors.ts";

const ATTEMPTS = 6;
// A client may wait for an answer without limit. Each attempt waits this long, and at most LAST_ANSWER past `until`.
const ANSWERED_WITHIN = 10_000;
const LAST_ANSWER = 1_000;
const LOOK_AGAIN = 250;

/** Sends a request until Redis answers; retries end at `until`, which may change meanwhile. */
export async function insist<R>(send: () => Promise<R>, until: () => number): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    const answeredBy = elapsed() + ANSWERED_WITHIN;
    try {
      return await within(send(), () => Math.min(answeredBy, until() + LAST_ANSWER));
    } catch (error) {
      if (!isPassing(error) || attempt === ATTEMPTS || elapsed() >= until()) throw error;
      await pause(50 * 2 ** attempt);
    }
  }
}

const PASSING = new Set(["redis_unreachable", "redis_busy", "bad_reply"]);

/** Reports whether a retry may succeed; the request may already have taken effect. */
export function isPassing(error: unknown): boolean {
  return error instanceof LeaseholdError && PASSING.has(error.code);
}

/** Rejects where no answer arrives until a time, which may change meanwhile; the request may still take effect. */
export function within<R>(answer: Promise<R>, until: () => number): Promise<R> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new LeaseholdError("redis_unreachable", "Redis did not answer in time");
    const look = () => {
      const left = until() - elapsed();
      if (left <= 0) reject(error);
      else timer = setTimeout(look, Math.min(left, LOOK_AGAIN));
    };
    look();
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
