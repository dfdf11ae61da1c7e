// The includes of scripts and libraries.

const INCLUDE = /^include "([a-z-]+)"$/gm;

/** A text of Lua, and the libraries that it may include, by name. */
export interface LuaText {
  source: string;
  libraries: Readonly<Record<string, string>>;
}

/** Returns a source with each line `include "name"` replaced by the library, the first time that it is included. */
export function expandIncludes(name: string, { source, libraries }: LuaText, included = new Set<string>()): string {
  return source.replace(INCLUDE, (_, library: string) => {
    if (included.has(library)) return "";
    included.add(library);
    const text = libraries[library];
    if (text === undefined) throw new Error(`${name}: there is no lib/${library}.lua`);
    return expandIncludes(name, { source: text, libraries }, included);
  });
}

/** Returns the libraries of a script, without the script. */
export function expandOnlyIncludes(name: string, { source, libraries }: LuaText): string {
  return expandIncludes(name, { source: (source.match(INCLUDE) ?? []).join("\n"), libraries });
}
