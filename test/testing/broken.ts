// An adapter over which some scripts are broken on purpose.
import type { Adapter } from "../../src/index.ts";
import { alteredLua } from "../setup/altered-lua.ts";

/** One place of a file, and what stands there instead. */
export interface Damage {
  /** The scripts that are sent so. */
  scripts: string[];
  /** The file with the place: one of them, or of lib/. */
  file: string;
  from: string;
  to: string;
}

/** The adapter, with damaged scripts. */
export function withDamage(adapter: Adapter, { scripts, file, from, to }: Damage): Adapter {
  const altered = alteredLua(file, from, to);
  return {
    ...adapter,
    run: (script, keys, args) => {
      const text = scripts.includes(script.name) ? altered[script.name] : undefined;
      return adapter.run(text === undefined ? script : { ...script, text }, keys, args);
    },
  };
}
