// Which queues of this process the registry is known to hold. On a cluster the registry has a slot of its own, so that no
// script of a queue can enter it.
import type { Adapter } from "../redis/adapter.ts";
import type { Context } from "./context.ts";
import { elapsed } from "./elapsed.ts";
import { register, registered } from "./scripts.gen.ts";

// Redis notes when a queue was entered, and asks for it again after an hour.
const KNOWN_FOR = 3_000_000;

const known = new WeakMap<Adapter, Map<string, number>>();

function timesOf({ adapter }: Context<unknown>): Map<string, number> {
  const { base = adapter } = adapter;
  const times = known.get(base) ?? new Map<string, number>();
  known.set(base, times);
  return times;
}

/** Whether the queue was seen in the registry within the last hour. */
export function isRegistered<T>(context: Context<T>): boolean {
  const at = timesOf(context as Context<unknown>).get(context.keys.root);
  return at !== undefined && elapsed() - at < KNOWN_FOR;
}

/** Whether a queue is to be registered, by the reply to a request; one that was given before does not say so. */
export function isDueBy<T>(
  context: Context<T>,
  { status, isFlagged }: { status: string; isFlagged: boolean },
): boolean {
  return status === "again" ? !isRegistered(context) : isFlagged;
}

/** Enters a queue into the registry where a reply said that this is due, and remembers that it is there. */
export async function keepRegistered<T>(context: Context<T>, isDue: boolean): Promise<void> {
  if (isDue) {
    try {
      await context.call(register, { name: context.name });
      await context.call(registered, {});
    } catch {
      // The jobs are safe; whoever uses the queue next tries again.
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
