// A compiled script, assembled from pieces that scripts share.
import type { Script } from "../redis/adapter.ts";

/** A script whose keys and arguments have names. */
export interface NamedScript<
  Keys extends readonly string[] = readonly string[],
  Args extends readonly string[] = readonly string[],
> extends Script {
  readonly keys: Keys;
  readonly args: Args;
}

/** Assembles a script. A bundler would replace a plain concatenation by the full text of each script. */
export function script<const Keys extends readonly string[], const Args extends readonly string[]>(
  name: string,
  keys: Keys,
  args: Args,
  ...pieces: string[]
): NamedScript<Keys, Args> {
  return { name, keys, args, text: pieces.join("") };
}
