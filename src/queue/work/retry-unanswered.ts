// Retries of requests that Redis did not answer, or refused for a moment.
import { isTransient, withDeadline } from "../../base/deadline.ts";
import { monotonicNow, sleep } from "../../base/monotonic.ts";

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1_000;
// The last attempt may wait this long in ms past the end of the retries.
const LAST_ANSWER = 500;

/** Limits of the retries, by the monotonic clock. Each is read anew, since it may change meanwhile. */
export interface Patience {
  /** The time in ms without an answer after which a request is sent again. */
  answer: number;
  /** The time after which nothing is sent again. */
  until: () => number;
  /** Called after each attempt without an answer, with the time of the first one. */
  unanswered?: (error: unknown, since: number) => void;
}

/** Sends a request until Redis answers any of the attempts. */
export async function retryUnanswered<R>(send: () => Promise<R>, { answer, until, unanswered }: Patience): Promise<R> {
  let resolveFirst: (first: { value: R }) => void = () => {};
  const first = new Promise<{ value: R }>((resolve) => {
    resolveFirst = resolve;
  });
  const startedAt = monotonicNow();
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    const answeredBy = monotonicNow() + answer;
    const sent = send().then((value) => {
      resolveFirst({ value });
      return { value };
    });
    try {
      return (await withDeadline(Promise.race([first, sent]), () => Math.min(answeredBy, until() + LAST_ANSWER))).value;
    } catch (error) {
      // Its later failure has no other listener.
      sent.catch(() => {});
      const left = until() - monotonicNow();
      if (!isTransient(error) || left <= 0) throw error;
      unanswered?.(error, startedAt);
      const late = await Promise.race([first, sleep(Math.min(wait, left))]);
      if (late) return late.value;
    }
  }
}
