// The queues that this process knows to be registered. On a cluster the registry has a slot of its own, so a queue's
// own scripts cannot write it.
import type { Adapter } from "../redis/adapter.ts";
import type { Context } from "./context.ts";
import { elapsed } from "./monotonic.ts";
import { register, registered } from "./scripts.gen.ts";

// With the half hour for which the queue's own note of its registration is valid, less than the hour within which a queue
// that is used returns to the registry.
const KNOWN_FOR = 1_500_000;

const known = new WeakMap<Adapter, Map<string, number>>();

function timesOf({ adapter }: Context<unknown>): Map<string, number> {
  const { base = adapter } = adapter;
  const times = known.get(base) ?? new Map<string, number>();
  known.set(base, times);
  return times;
}

/** Reports whether the queue was found or entered in the registry less than KNOWN_FOR ago. */
export function isRegistered<T>(context: Context<T>): boolean {
  const at = timesOf(context as Context<unknown>).get(context.keys.root);
  return at !== undefined && elapsed() - at < KNOWN_FOR;
}

/** Reports whether a reply asks to register the queue. A remembered reply does not ask, so this process decides. */
export function isDueBy<T>(
  context: Context<T>,
  { status, isFlagged }: { status: string; isFlagged: boolean },
): boolean {
  return status === "again" ? !isRegistered(context) : isFlagged;
}

/** Enters a queue into the registry where that is due, and remembers that it is registered. */
export async function keepRegistered<T>(context: Context<T>, isDue: boolean): Promise<void> {
  if (isDue) {
    try {
      await context.call(register, { name: context.name });
      await context.call(registered, {});
    } catch {
      // The jobs are safe; the next client of the queue tries again.
      return;
    }
  }
  const times = timesOf(context as Context<unknown>);
  if (times.size >= 10_000) times.clear();
  times.set(context.keys.root, elapsed());
}

/** Forgets that a queue is registered. */
export function forgetRegistered<T>(context: Context<T>): void {
  timesOf(context as Context<unknown>).delete(context.keys.root);
}
