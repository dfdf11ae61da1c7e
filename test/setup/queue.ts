// A queue of this test's own, with a clock that the test sets.
import { inject } from "vitest";
import { Queue, type QueueOptions, upstash } from "../../src/index.ts";

/** A time that tests begin at. */
export const START = 1_700_000_000_000;

/** A name that no other test uses. */
export function freshName(): string {
  return `q-${crypto.randomUUID().slice(0, 13)}`;
}

/** The prefix of every queue of this run. */
export function testPrefix(): string {
  return inject("prefix").replace(/:$/, "");
}

/** A clock that stands still until it is moved. */
export class Clock {
  time = START;
  readonly now = (): number => this.time;

  pass(ms: number): void {
    this.time += ms;
  }
}

/** A queue over the gateway, unless the options say otherwise. */
export function freshQueue<T = unknown, Input = T>(
  options: Partial<QueueOptions<T, Input>> = {},
  name = freshName(),
): Queue<T, Input> {
  const redis = options.redis ?? upstash({ url: inject("restUrl"), token: inject("token") });
  return new Queue<T, Input>(name, { prefix: testPrefix(), logger: false, ...options, redis });
}
