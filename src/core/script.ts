// A script as it was compiled, put together from what it shares with others.
import type { Script } from "../redis/adapter.ts";

/** A script whose keys and arguments have names. */
export interface NamedScript<
  Keys extends readonly string[] = readonly string[],
  Args extends readonly string[] = readonly string[],
> extends Script {
  readonly keys: Keys;
  readonly args: Args;
}

/** Puts a script together. A call, because a bundler would write a sum of texts out in full for each script. */
export function script<const Keys extends readonly string[], const Args extends readonly string[]>(
  name: string,
  keys: Keys,
  args: Args,
  ...pieces: string[]
): NamedScript<Keys, Args> {
  return { name, keys, args, text: pieces.join("") };
}
