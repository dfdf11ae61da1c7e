// The warning of a client whose limits are not those of its queue.
import type { QueueContext } from "./queue-context.ts";

const warned = new WeakSet<object>();

/** Logs once for each client that the queue has other limits than its options declare. */
export function warnOfOtherLimits(context: Pick<QueueContext<never>, "log" | "name" | "plainPauses">): void {
  if (warned.has(context.plainPauses)) return;
  warned.add(context.plainPauses);
  context.log({
    level: "warn",
    event: "other_limits",
    queue: context.name,
    message: "the queue has other limits than these options declare; raise limitsVersion to change them",
  });
}
