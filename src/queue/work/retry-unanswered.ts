// Retries of requests to which Redis did not reply, or which it refused for a moment.
import { isTransient, withDeadline } from "../../base/deadline.ts";
import { monotonicNow, sleep } from "../../base/monotonic.ts";

const FIRST_PAUSE = 100;
const MAX_PAUSE = 1_000;
// The time in ms for which the last request waits for its reply past the end of the retries.
const LAST_REPLY_WAIT = 500;

/** Limits of the retries. */
export interface RetryLimits {
  /** The time in ms without a reply after which a request is sent again. */
  replyTimeout: number;
  /** Returns the time after which nothing is sent again, by the monotonic clock. It is read anew, since it may change. */
  until: () => number;
  /** Called after each request without a reply, with the time of the first one. */
  onUnanswered?: (error: unknown, since: number) => void;
}

/** Sends a request again and again until Redis replies to any of the copies. */
export async function retryUnanswered<R>(
  send: () => Promise<R>,
  { replyTimeout, until, onUnanswered }: RetryLimits,
): Promise<R> {
  let resolveFirst: (reply: { value: R }) => void = () => {};
  const firstReply = new Promise<{ value: R }>((resolve) => {
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
      return (await withDeadline(Promise.race([firstReply, sent]), () => Math.min(replyBy, until() + LAST_REPLY_WAIT)))
        .value;
    } catch (error) {
      // A later failure of this request has no other listener.
      sent.catch(() => {});
      const left = until() - monotonicNow();
      if (!isTransient(error) || left <= 0) throw error;
      onUnanswered?.(error, startedAt);
      const lateReply = await Promise.race([firstReply, sleep(Math.min(pause, left))]);
      if (lateReply) return lateReply.value;
    }
  }
}
