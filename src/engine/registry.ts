// The registry of a prefix: the names of its queues, the makers of the queues that were created over HTTP, and the notes with
// which cleans of all queues continue. On a cluster its keys have a slot of their own, so no script of a queue touches them.
import { isValidName, validateInteger, validateName } from "../base/arguments.ts";
import type { Adapter } from "../redis/adapter.ts";
import { type ArgsOf, badReplyError, callScript, type Reply } from "./call.ts";
import type { NamedScript } from "./script.ts";
import { admit, forget, queues, register } from "./scripts.gen.ts";

/** Access to a registry. The context of a queue gives access to the registry of its prefix. */
export interface RegistryAccess {
  readonly adapter: Adapter;
  readonly prefix: string;
  /** Formats the time for scripts, as `formatClock` does. */
  clock(): string;
}

/** Calls a script on the registry's keys. */
export function callRegistry<S extends NamedScript>(
  registry: RegistryAccess,
  script: S,
  args: Omit<ArgsOf<S>, "times">,
): Promise<Reply> {
  const { adapter, prefix } = registry;
  return callScript(script, {
    adapter,
    keys: registryKeys(prefix),
    args: { times: registry.clock(), ...args } as unknown as ArgsOf<S>,
  });
}

/** Returns an object whose `resolve` returns the keys of a registry for their names in the Lua. */
export function registryKeys(prefix: string) {
  const registryKey = `${prefix}:queues`;
  // The hash tag is the registry's own key, so that all its keys share a slot. No key of a queue of that name ends like them.
  const resolve = (names: readonly string[]) =>
    names.map((name) => (name === "registry" ? registryKey : `${prefix}:{${registryKey}}:${name}`));
  return { resolve };
}

/** Resolves with the names of all queues of the prefix, in alphabetical order. */
export async function queueNames(registry: RegistryAccess): Promise<string[]> {
  const reply = await callRegistry(registry, queues, {});
  const names = reply.values.sort();
  if (!names.every(isValidName)) throw badReplyError(reply);
  return names;
}

/** Enters a queue into the registry. */
export async function registerQueue(registry: RegistryAccess, name: string): Promise<void> {
  await callRegistry(registry, register, { name });
}

/** The maker of a queue, and the limits of the registry. */
export interface Admission {
  /** The name of the client that creates the queue, under the rules of a queue's name. */
  maker: string;
  /** The largest number of queues of the prefix; no limit unless set. */
  maxQueues?: number;
  /** The largest number of queues of this maker; no limit unless set. */
  maxQueuesOfMaker?: number;
}

/** The result of an admission: "ok", or the limit that is reached. */
export type AdmissionResult = "ok" | "maxQueues" | "maxQueuesOfMaker";

/** Enters a queue of a maker into the registry, unless a limit is reached. */
export async function admitQueue(
  registry: RegistryAccess,
  name: string,
  { maker, maxQueues, maxQueuesOfMaker }: Admission,
): Promise<AdmissionResult> {
  const reply = await callRegistry(registry, admit, {
    name,
    maker: validateName(maker, "maker"),
    maxQueues: toLimitArgument(maxQueues, "maxQueues"),
    maxQueuesOfMaker: toLimitArgument(maxQueuesOfMaker, "maxQueuesOfMaker"),
  });
  if (reply.status === "ok") return "ok";
  const [limit] = reply.values;
  if (limit !== "maxQueues" && limit !== "maxQueuesOfMaker") throw badReplyError(reply);
  return limit;
}

/** Returns a limit as an argument of a script; "" for no limit. */
function toLimitArgument(limit: number | undefined, label: string): number | "" {
  return limit === undefined ? "" : validateInteger(limit, label, { min: 0 });
}

/** The stamp of a queue that is not registered. `forgetQueues` with this stamp only reads the queue's stamp. */
export const NO_STAMP = "-";

/**
 * Removes queues from the registry, except those that were registered again since their stamps were read: each queue has a
 * name and a stamp in the list, in turn. Resolves with the stamps that the queues had.
 */
export async function forgetQueues(registry: RegistryAccess, namesAndStamps: readonly string[]): Promise<string[]> {
  const reply = await callRegistry(registry, forget, { items: namesAndStamps });
  if (reply.values.length * 2 !== namesAndStamps.length) throw badReplyError(reply);
  return reply.values;
}
