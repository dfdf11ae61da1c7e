// The part of a light clean after its queues are clean: bulk operations, outboxes and schedules use the requests that are left.
import type { Adapter } from "../redis/adapter.ts";
import type { ContextOf } from "./clean-queues.ts";
import type { RequestCounter } from "./request-counter.ts";

const MINUTE = 60_000;

/** The limits of a part that follows the cleaning of queues. */
export interface RestLimits {
  adapter: Adapter;
  contextOf: ContextOf;
  counter: RequestCounter;
  /** The value of the counter from which no further step begins. */
  maxCount: number;
  /** Times of the monotonic clock: no further step begins after the first, and none is awaited after the second. */
  deadline: number;
  replyDeadline: number;
}

/** Returns the names of queues in their order in this minute: each run begins with another one. */
export function namesInTurn(queues: Iterable<string>): string[] {
  const names = [...queues].sort();
  const first = Math.floor(Date.now() / MINUTE) % Math.max(1, names.length);
  return [...names.slice(first), ...names.slice(0, first)];
}
