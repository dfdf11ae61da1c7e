// Time that a test sets.
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { type AnyQueue, internalsOf } from "./queue-internals.ts";

const CENTURY = 100 * 365 * 86_400_000;

/**
 * A clock that stands still until it is moved. Scripts use its time instead of Redis's, so leases, delays and retention
 * end when a test says so. Keys that Redis itself expires follow the real time: results, ids within their `uniqueFor`,
 * and remembered replies.
 *
 * @example
 * const clock = new TestClock();
 * const queue = new Queue("emails", { redis, now: clock.now });
 * await queue.enqueue(mail, { delay: "10m" });
 * clock.pass("10m");
 * expect((await queue.lease()).jobs).toHaveLength(1);
 */
export class TestClock {
  /** The time in ms since the epoch; may be set to any value. */
  time: number;

  constructor(start = Date.now()) {
    this.time = start;
  }

  /** The function to pass to a queue as its option `now`. */
  readonly now = (): number => this.time;

  /** Moves the clock forward. */
  pass(duration: Duration): void {
    this.time += toMilliseconds(duration, "time that passes", { max: CENTURY });
  }
}

/**
 * Sets the clock of an existing queue and of its jobs. Returns a function that restores the queue's own clock.
 *
 * @example
 * import { emails } from "../src/queues.ts";
 * const clock = new TestClock();
 * onTestFinished(setClock(emails, clock));
 */
export function setClock(queue: AnyQueue, clock: TestClock): () => void {
  const internals = internalsOf(queue);
  const { clock: formatNow, now } = internals;
  internals.clock = () => `=${clock.time}`;
  internals.now = clock.now;
  return () => {
    internals.clock = formatNow;
    internals.now = now;
  };
}
