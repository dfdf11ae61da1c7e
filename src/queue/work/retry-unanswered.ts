// Retries of requests to which Redis did not reply, or which it refused for a moment.
import { isTransient, withDeadline } from "../../base/deadline.ts";
import { monotonicNow, sleep } from "../../base/monotonic.ts";

const FIRST_PAUSE = 100;
const MAX_PAUSE = 1_000;
// The last request may wait this long in ms past the end of the retries.
const LAST_REPLY = 500;

/** Limits of the retries. */
export interface RetryLimits {
  /** The time in ms without a reply after which a request is sent again. */
  replyTimeout: number;
  /** Returns the time after which nothing is sent again, by the monotonic clock. It is read anew, since it may change. */
  until: () => number;
  /** Called after each request without a reply, with the time of the first one. */
  onUnanswered?: (error: unknown, since: number) => void;
}

/** Sends a request repeatedly until Redis replies to any of them. */
export async function retryUnanswered<R>(
  send: () => Promise<R>,
  { replyTimeout, until, onUnanswered }: RetryLimits,
): Promise<R> {
  let resolveFirst: (first: { value: R }) => void = () => {};
  const first = new Promise<{ value: R }>((resolve) => {
    resolveFirst = resolve;
  });
  const startedAt = monotonicNow();
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
    const replyBy = monotonicNow() + replyTimeout;
    const sent = send().then((value) => {
      resolveFirst({ value });
      return { value };
    });
    try {
      return (await withDeadline(Promise.race([first, sent]), () => Math.min(replyBy, until() + LAST_REPLY))).value;
    } catch (error) {
      // A later failure of this request has no other listener.
      sent.catch(() => {});
      const left = until() - monotonicNow();
      if (!isTransient(error) || left <= 0) throw error;
      onUnanswered?.(error, startedAt);
      const late = await Promise.race([first, sleep(Math.min(pause, left))]);
      if (late) return late.value;
    }
  }
}
