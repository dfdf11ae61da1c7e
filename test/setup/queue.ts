// Queues with names that no other test uses, and a clock that a test sets.
import { inject } from "vitest";
import { Queue, type QueueOptions, upstash } from "../../src/index.ts";
import { filePrefix } from "./keys/file-prefix.ts";

/** The time at which a clock begins. */
export const START = 1_700_000_000_000;

/** Returns a queue name that no other test uses. */
export function freshName(): string {
  return `q-${crypto.randomUUID().slice(0, 13)}`;
}

/** Returns the prefix of every queue of this test file. */
export function testPrefix(): string {
  return filePrefix();
}

/** A clock that stands still until `pass` moves it forward. */
export class Clock {
  time = START;
  readonly now = (): number => this.time;

  pass(ms: number): void {
    this.time += ms;
  }
}

/** Returns a queue over the gateway, or over the adapter in the options. */
export function freshQueue<T = unknown, Input = T>(
  options: Partial<QueueOptions<T, Input>> = {},
  name = freshName(),
): Queue<T, Input> {
  const redis = options.redis ?? upstash({ url: inject("restUrl"), token: inject("token") });
  return new Queue<T, Input>(name, { prefix: testPrefix(), logger: false, ...options, redis });
}
