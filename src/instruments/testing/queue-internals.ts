// Access to the private context of a queue, for this folder only.
import type { QueueContext } from "../../queue/jobs/queue-context.ts";
import type { Queue } from "../../queue/queue.ts";

/** A queue, whatever its jobs are. */
// biome-ignore lint/suspicious/noExplicitAny: a queue of any jobs
export type AnyQueue = Queue<any, any>;

/** The parts of a queue's context that the instruments read and replace. */
type QueueInternals = Pick<QueueContext<unknown>, "name" | "keys"> & {
  -readonly [Part in "adapter" | "now" | "clock"]: QueueContext<unknown>[Part];
};

/** Returns the context of a queue. */
export function internalsOf(queue: AnyQueue): QueueInternals {
  // biome-ignore lint/complexity/useLiteralKeys: the one way past `protected`
  return queue["context"];
}
