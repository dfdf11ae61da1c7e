// The registry of a prefix: the names of its queues, the makers of those that came over HTTP, and the notes of the cleans of
// all queues. On a cluster its keys have a slot of their own, so the scripts of a queue cannot touch them.
import { isValidName, validateInteger, validateName } from "../base/arguments.ts";
import type { Adapter } from "../redis/adapter.ts";
import { type ArgsOf, badReplyError, callScript, type Reply } from "./call.ts";
import type { NamedScript } from "./script.ts";
import { admit, forget, queues, register } from "./scripts.gen.ts";

/** Access to a registry. The context of a queue gives access to the registry of its prefix. */
export interface RegistryAccess {
  readonly adapter: Adapter;
  readonly prefix: string;
  /** Returns the time for scripts, as `Context.clock` formats it. */
  clock(): string;
}

/** Runs a script on the registry's keys. */
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

/** The keys of a registry, by their names in the Lua. */
export function registryKeys(prefix: string) {
  const queues = `${prefix}:queues`;
  // The tag is the registry's name, so that they share a slot. No key of a queue of that name ends like one of them.
  const resolve = (names: readonly string[]) =>
    names.map((name) => (name === "registry" ? queues : `${prefix}:{${queues}}:${name}`));
  return { resolve };
}

/** Returns the names of all queues of the prefix, in alphabetical order. */
export async function queueNames(registry: RegistryAccess): Promise<string[]> {
  const reply = await callRegistry(registry, queues, {});
  const names = reply.rest.sort();
  if (!names.every(isValidName)) throw badReplyError(reply);
  return names;
}

/** Enters a queue into the registry. */
export async function registerQueue(registry: RegistryAccess, name: string): Promise<void> {
  await callRegistry(registry, register, { name });
}

/** The maker of a queue, and the limits of the registry. */
export interface Admission {
  /** A short name, of the characters of a queue's. */
  maker: string;
  /** The number of queues of the prefix from which on no other is admitted; no limit unless set. */
  most?: number;
  /** The number of queues of this maker from which on no other is admitted; no limit unless set. */
  mostOfMaker?: number;
}

/** Enters a queue of a maker into the registry. Resolves with the name of the limit that is reached, if any. */
export async function admitQueue(
  registry: RegistryAccess,
  name: string,
  { maker, most, mostOfMaker }: Admission,
): Promise<"ok" | "most" | "mostOfMaker"> {
  const limits = { most: limitOrNone(most, "most"), mostOfMaker: limitOrNone(mostOfMaker, "mostOfMaker") };
  const reply = await callRegistry(registry, admit, { name, maker: validateName(maker, "maker"), ...limits });
  if (reply.status === "ok") return "ok";
  const [limit] = reply.rest;
  if (limit !== "most" && limit !== "mostOfMaker") throw badReplyError(reply);
  return limit;
}

function limitOrNone(limit: number | undefined, what: string): number | "" {
  return limit === undefined ? "" : validateInteger(limit, what, { min: 0 });
}

/** The stamp of a queue that is not registered. Given to `forgetQueues`, it only reads the queue's stamp. */
export const NO_STAMP = "-";

/**
 * Removes queues from the registry, given as names and stamps, unless they were registered again since their stamps were read.
 * Resolves with the stamps that they had.
 */
export async function forgetQueues(registry: RegistryAccess, items: readonly string[]): Promise<string[]> {
  const reply = await callRegistry(registry, forget, { items });
  if (reply.rest.length * 2 !== items.length) throw badReplyError(reply);
  return reply.rest;
}
