// Retries of requests that Redis did not answer, or refused for a moment.
import { isPassing, withDeadline } from "../core/deadline.ts";
import { elapsed, pause } from "../core/monotonic.ts";

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1_000;
// The last attempt may wait this long in ms past the end of the retries.
const LAST_ANSWER = 500;

/** Limits of the retries, by the monotonic clock. Each is read anew, since it may change meanwhile. */
export interface Patience {
  /** The longest time in ms to wait for one answer. */
  answer: number;
  /** The time after which nothing is sent again. */
  until: () => number;
}

/** Sends a request until Redis answers. */
export async function retryUnanswered<R>(send: () => Promise<R>, { answer, until }: Patience): Promise<R> {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    const answeredBy = elapsed() + answer;
    try {
      return await withDeadline(send(), () => Math.min(answeredBy, until() + LAST_ANSWER));
    } catch (error) {
      const left = until() - elapsed();
      if (!isPassing(error) || left <= 0) throw error;
      await pause(Math.min(wait, left));
    }
  }
}
