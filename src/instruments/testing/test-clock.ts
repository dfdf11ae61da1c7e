// Time that a test sets.
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { type AnyQueue, contextOf } from "./queue-internals.ts";

const CENTURY = 100 * 365 * 86_400_000;

/**
 * A clock that stands still until it is moved. Scripts take its time in place of Redis's, so that leases, delays and
 * retention run out when a test says so. What Redis forgets by itself goes by its own time all the same: results, ids
 * within their `uniqueFor`, and the answers that it remembers.
 *
 * @example
 * const clock = new TestClock();
 * const queue = new Queue("emails", { redis, now: clock.now });
 * await queue.enqueue(mail, { delay: "10m" });
 * clock.pass("10m");
 * expect((await queue.lease()).jobs).toHaveLength(1);
 */
export class TestClock {
  /** The time in ms; may be set to any. */
  time: number;

  constructor(start = Date.now()) {
    this.time = start;
  }

  /** What a queue takes as its `now`. */
  readonly now = (): number => this.time;

  /** Lets time pass. */
  pass(duration: Duration): void {
    this.time += toMilliseconds(duration, "time that passes", { max: CENTURY });
  }
}

/**
 * Has a queue that was made elsewhere go by a clock, its jobs too; the function that comes back ends that.
 *
 * @example
 * import { emails } from "../src/queues.ts";
 * const clock = new TestClock();
 * onTestFinished(setClock(emails, clock));
 */
export function setClock(queue: AnyQueue, clock: TestClock): () => void {
  const context = contextOf(queue);
  const { clock: clockBefore, now: nowBefore } = context;
  context.clock = () => `=${clock.time}`;
  context.now = clock.now;
  return () => {
    context.clock = clockBefore;
    context.now = nowBefore;
  };
}
