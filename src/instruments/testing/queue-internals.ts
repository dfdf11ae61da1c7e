// The inside of a queue, which nobody but this folder reaches for.
import type { Context } from "../../queue/jobs/context.ts";
import type { Queue } from "../../queue/queue.ts";

/** What is needed of a queue here, whatever its jobs are. */
// biome-ignore lint/suspicious/noExplicitAny: a queue of any jobs
export type AnyQueue = Queue<any, any>;

type Inside = Pick<Context<unknown>, "name" | "keys"> & {
  -readonly [Part in "adapter" | "now" | "clock"]: Context<unknown>[Part];
};

export function contextOf(queue: AnyQueue): Inside {
  // biome-ignore lint/complexity/useLiteralKeys: the one way past `protected`
  return queue["context"];
}
