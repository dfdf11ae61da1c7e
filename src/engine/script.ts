// A compiled script, assembled from pieces that scripts share. A bundle with the global LEASEHOLD_SCRIPTS defined as a string
// has no texts, which are 25 kB gzipped: its adapter loads them from src/assets/scripts.json if Redis asks for one.
import type { Script } from "../redis/adapter.ts";

/** A script whose keys and arguments have names. */
export interface NamedScript<
  Keys extends readonly string[] = readonly string[],
  Args extends readonly string[] = readonly string[],
> extends Script {
  readonly keys: Keys;
  readonly args: Args;
}

/**
 * Assembles a script from the pieces of its text, which a bundler would join for each script if they were a plain concatenation.
 * There are none in a bundle without texts. The compiler writes the calls.
 */
export function script<const Keys extends readonly string[], const Args extends readonly string[]>(
  name: string,
  keys: Keys,
  args: Args,
  pieces: readonly string[],
): NamedScript<Keys, Args> {
  return { name, keys, args, text: pieces.join("") };
}
