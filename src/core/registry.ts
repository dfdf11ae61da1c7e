// The queues that this process knows to be registered. On a cluster the registry has a slot of its own, so a queue's
// own scripts cannot write it.
import type { Adapter } from "../redis/adapter.ts";
import { badReply } from "./call.ts";
import type { Context } from "./context.ts";
import { checkName, checkWhole } from "./limits.ts";
import { elapsed } from "./monotonic.ts";
import { admit, forget, register, registered } from "./scripts.gen.ts";

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
      await (context.enter?.() ?? context.call(register, { name: context.name }));
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

/** The stamp of a queue that is not registered. Given to `forgetEach`, it only reads the queue's stamp. */
export const NO_STAMP = "-";

/**
 * Removes queues from the registry, given as names and stamps, unless they were registered again since their stamps were read.
 * Resolves with the stamps that they had.
 */
export async function forgetEach<T>(context: Context<T>, items: string[]): Promise<string[]> {
  const reply = await context.call(forget, { items });
  if (reply.rest.length * 2 !== items.length) throw badReply(reply);
  return reply.rest;
}

/** The limits of the registry, and who makes a queue. */
export interface Admission {
  /** A short name, of the characters of a queue's. */
  maker: string;
  /** The number of queues of the prefix from which on no other is admitted. */
  most: number;
  /** The number of queues of this maker from which on no other is admitted. */
  mostOfMaker: number;
}

/**
 * Enters a queue into the registry before its first job, unless a limit is reached: then it resolves with the name of that
 * limit. A process that knows the queue to be registered does not ask again.
 *
 * @example
 * const outcome = await admitQueue(context, { maker: "shop", most: 10_000, mostOfMaker: 500 });
 * if (outcome === "ok") await enqueueMany(madeBy(context, "shop"), jobs);
 */
export async function admitQueue<T>(
  context: Context<T>,
  { maker, most, mostOfMaker }: Admission,
): Promise<"ok" | "most" | "mostOfMaker"> {
  const limits = { most: checkLimit(most, "most"), mostOfMaker: checkLimit(mostOfMaker, "mostOfMaker") };
  if (isRegistered(context)) return "ok";
  const reply = await context.call(admit, { name: context.name, maker: checkName(maker, "maker"), ...limits });
  if (reply.status === "ok") return "ok";
  const [limit] = reply.rest;
  if (limit !== "most" && limit !== "mostOfMaker") throw badReply(reply);
  return limit;
}

function checkLimit(limit: number, what: string): number {
  return checkWhole(limit, what, 0, Number.MAX_SAFE_INTEGER);
}

/** Returns a context of the same queue that counts it for its maker where it registers it anew, whatever the limits. */
export function madeBy<T, Input>(context: Context<T, Input>, maker: string): Context<T, Input> {
  const args = { name: context.name, maker: checkName(maker, "maker"), most: "", mostOfMaker: "" };
  return context.with({ enter: () => context.call(admit, args) });
}

/** Forgets that a queue is registered. */
export function forgetRegistered<T>(context: Context<T>): void {
  timesOf(context as Context<unknown>).delete(context.keys.root);
}
