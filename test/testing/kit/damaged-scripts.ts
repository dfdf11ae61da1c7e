// An adapter over which some scripts are broken on purpose.
import type { Adapter } from "../../../src/index.ts";
import { type Alteration, alteredLua } from "../../setup/altered-lua.ts";

/** One place in the Lua that is altered, and the scripts that are sent so. */
export interface Damage {
  scripts: readonly string[];
  alteration: Alteration;
}

/** The adapter, with damaged scripts. */
export function withDamage(adapter: Adapter, { scripts, alteration }: Damage): Adapter {
  const altered = damagedScripts({ scripts, alteration });
  const { runMany: _, ...others } = adapter;
  return {
    ...others,
    run: (script, keys, args) => {
      const text = altered[script.name];
      return adapter.run(text === undefined ? script : { ...script, text }, keys, args);
    },
  };
}

/** The texts of the damaged scripts, by name. */
export function damagedScripts({ scripts, alteration }: Damage): Record<string, string> {
  const altered = alteredLua(alteration);
  return Object.fromEntries(
    scripts.map((name) => {
      const text = altered[name];
      if (text === undefined) throw new Error(`${name} has nothing of ${alteration.file}.lua in it`);
      return [name, text];
    }),
  );
}
