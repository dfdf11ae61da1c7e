// A queue's entry in the registry, which its users keep up, and this process's memory of the queues that are registered.
import { monotonicNow } from "../../base/monotonic.ts";
import { type Admission, admitQueue, registerQueue } from "../../engine/registry.ts";
import { registered } from "../../engine/scripts.gen.ts";
import type { Adapter } from "../../redis/adapter.ts";
import type { Context } from "./context.ts";

// With the half hour for which the queue's own note of its registration is valid, less than the hour within which a queue
// that is used returns to the registry.
const KNOWN_FOR = 1_500_000;
const MOST_KNOWN = 10_000;

/** The times at which queues were found to be registered, by their roots, for each database. */
const known = new WeakMap<Adapter, Map<string, number>>();

function knownTimes({ adapter }: Pick<Context<unknown>, "adapter">): Map<string, number> {
  const { base = adapter } = adapter;
  const times = known.get(base) ?? new Map<string, number>();
  known.set(base, times);
  return times;
}

/** Reports whether the queue was found or entered in the registry less than KNOWN_FOR ago. */
export function isRegistered<T>(context: Context<T>): boolean {
  const at = knownTimes(context).get(context.keys.root);
  return at !== undefined && monotonicNow() - at < KNOWN_FOR;
}

/** Reports whether a reply asks to register the queue. A remembered reply does not ask, so this process decides. */
export function isRegistrationDue<T>(
  context: Context<T>,
  { status, isFlagged }: { status: string; isFlagged: boolean },
): boolean {
  return status === "again" ? !isRegistered(context) : isFlagged;
}

/** Enters a queue into the registry where that is due, and remembers that it is registered. */
export async function keepRegistered<T>(context: Context<T>, isDue: boolean): Promise<void> {
  if (isDue) {
    try {
      await (context.enter?.() ?? registerQueue(context, context.name));
      await context.call(registered, {});
    } catch {
      // The jobs are safe; the next client of the queue tries again.
      return;
    }
  }
  const times = knownTimes(context);
  if (times.size >= MOST_KNOWN) times.clear();
  times.set(context.keys.root, monotonicNow());
}

/**
 * Enters a queue into the registry before its first job, unless a limit is reached: then it resolves with the name of that
 * limit. A process that knows the queue to be registered does not ask again.
 *
 * @example
 * const outcome = await admit(context, { maker: "shop", maxQueues: 10_000, maxQueuesOfMaker: 500 });
 * if (outcome === "ok") await enqueueMany(madeBy(context, "shop"), jobs);
 */
export async function admit<T>(
  context: Context<T>,
  admission: Admission,
): Promise<"ok" | "maxQueues" | "maxQueuesOfMaker"> {
  return isRegistered(context) ? "ok" : admitQueue(context, context.name, admission);
}

/** Returns a context of the same queue that counts it for its maker where it registers it anew, whatever the limits. */
export function madeBy<T, Input>(context: Context<T, Input>, maker: string): Context<T, Input> {
  return context.with({ enter: () => admitQueue(context, context.name, { maker }) });
}

/** Forgets that a queue is registered. */
export function forgetRegistered<T>(context: Context<T>): void {
  knownTimes(context).delete(context.keys.root);
}
