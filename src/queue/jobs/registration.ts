// A queue's entry in the registry, which the clients of the queue renew, and a cache of the queues that are registered.
import { monotonicNow } from "../../base/monotonic.ts";
import { type Admission, type AdmissionResult, admitQueue, registerQueue } from "../../engine/registry.ts";
import { noteRegistration } from "../../engine/scripts.gen.ts";
import type { Adapter } from "../../redis/adapter.ts";
import type { QueueContext } from "./queue-context.ts";

// In ms. Together with the half hour for which the queue's own note of its registration is valid, less than an hour: a queue
// that lost its entry and is used must be registered again within an hour.
const CACHE_TTL = 1_500_000;
const MAX_CACHED = 10_000;

/** The times at which queues were found to be registered, by the roots of their keys, for each database. */
const cache = new WeakMap<Adapter, Map<string, number>>();

/** Returns the cached times of all queues in the database of a context, by the roots of their keys. */
function registrationTimes({ adapter }: Pick<QueueContext<unknown>, "adapter">): Map<string, number> {
  const { base = adapter } = adapter;
  const times = cache.get(base) ?? new Map<string, number>();
  cache.set(base, times);
  return times;
}

/** Reports whether the cache says that the queue is registered: it was found in the registry, or entered, within CACHE_TTL. */
export function isRegistrationCached<T>(context: QueueContext<T>): boolean {
  const at = registrationTimes(context).get(context.keys.root);
  return at !== undefined && monotonicNow() - at < CACHE_TTL;
}

/**
 * Enters a queue into the registry if a script's reply asks for it, and caches that it is registered. A remembered reply does
 * not ask, so the cache decides.
 */
export async function registerIfAsked<T>(
  context: QueueContext<T>,
  { status, isAsked }: { status: string; isAsked: boolean },
): Promise<void> {
  if (status === "again" ? !isRegistrationCached(context) : isAsked) await register(context);
  else cacheRegistration(context);
}

/** Enters a queue into the registry, unless the cache says that it is registered. */
export async function registerUnlessCached<T>(context: QueueContext<T>): Promise<void> {
  if (!isRegistrationCached(context)) await register(context);
}

/** Enters a queue into the registry, and notes in the queue and in the cache that it is there. Never rejects. */
async function register<T>(context: QueueContext<T>): Promise<void> {
  try {
    await (context.register?.() ?? registerQueue(context, context.name));
    await context.call(noteRegistration, {});
    cacheRegistration(context);
  } catch {
    // The jobs are safe, and the next client of the queue tries again.
  }
}

/** Caches that the queue is registered. A full cache is emptied first. */
function cacheRegistration<T>(context: QueueContext<T>): void {
  const times = registrationTimes(context);
  if (times.size >= MAX_CACHED) times.clear();
  times.set(context.keys.root, monotonicNow());
}

/**
 * Enters a queue into the registry before its first job. If a limit is reached, it changes nothing and resolves with the name
 * of the limit. Sends no request if the cache says that the queue is registered.
 *
 * @example
 * const outcome = await admitWithLimits(context, { maker: "shop", maxQueues: 10_000, maxQueuesOfMaker: 500 });
 * if (outcome === "ok") await enqueueMany(withMaker(context, "shop"), jobs);
 */
export async function admitWithLimits<T>(context: QueueContext<T>, admission: Admission): Promise<AdmissionResult> {
  return isRegistrationCached(context) ? "ok" : admitQueue(context, context.name, admission);
}

/** Returns a context that counts the queue for its maker when it registers the queue again, regardless of limits. */
export function withMaker<T, Input>(context: QueueContext<T, Input>, maker: string): QueueContext<T, Input> {
  return context.with({ register: () => admitQueue(context, context.name, { maker }) });
}

/** Removes a queue from the cache. */
export function forgetRegistration<T>(context: QueueContext<T>): void {
  registrationTimes(context).delete(context.keys.root);
}
