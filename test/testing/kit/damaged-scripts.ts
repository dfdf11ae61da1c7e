// An adapter that sends some scripts with a mistake in their Lua.
import type { Adapter } from "../../../src/index.ts";
import { type Alteration, alteredLua } from "../../setup/altered-lua.ts";

/** An alteration of the Lua, and the scripts that are sent with it. */
export interface Damage {
  scripts: readonly string[];
  alteration: Alteration;
}

/** Returns an adapter that sends some scripts with an alteration of their Lua, one script per request. */
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

/** Returns the altered texts of scripts, by name. Throws if a script does not include the altered file. */
export function damagedScripts({ scripts, alteration }: Damage): Record<string, string> {
  const altered = alteredLua(alteration, { only: scripts });
  return Object.fromEntries(
    scripts.map((name) => {
      const text = altered[name];
      if (text === undefined) throw new Error(`${name} does not include ${alteration.file}.lua`);
      return [name, text];
    }),
  );
}
