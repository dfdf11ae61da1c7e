// What is mutated: the files of Lua, and the scripts that each of them goes into.

import { camelCase, LUA_MODULES, type LuaFile, readLua } from "../build/lua-sources.ts";
import { plainLua } from "../lua/compile.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";

/** A file of Lua. */
export interface Subject {
  /** As on the command line: `lease`, `lib/take`, `interop/lease`. */
  name: string;
  source: string;
  mutants: Mutant[];
  /** The texts of all scripts that are other with this text of the file, by the module they are in and their name. */
  scriptsWith(text: string): Record<string, string>;
}

// The scripts of tokens are short, and are judged by their tests alone.
const MUTATED = LUA_MODULES.filter(({ name }) => name !== "access");

/** Every file of Lua, and the texts of all scripts as they are. */
export function readSubjects(): { subjects: Subject[]; plain: Record<string, string> } {
  const files = MUTATED.flatMap(({ name: module, folder }) => {
    const prefix = module === "core" ? "" : `${module}/`;
    const { scripts, libraries } = readLua(folder);
    return [
      ...scripts.map((file) => ({ ...file, module, prefix, library: false })),
      ...libraries.map((file) => ({ ...file, module, prefix, library: true })),
    ];
  });
  const scripts = files.filter(({ library }) => !library).map((file) => scriptOf(file, files));
  const plain = Object.fromEntries(scripts.map(({ key, textWith }) => [key, textWith()]));

  /** Returns the scripts that are different with another text of a file. */
  function scriptsWith(changed: Changed): Record<string, string> {
    const made = scripts.map(({ key, textWith }) => [key, textWith(changed)] as const);
    return Object.fromEntries(made.filter(([key, text]) => text !== plain[key]));
  }

  const subjects = files.map((file) => ({
    name: `${file.prefix}${file.library ? "lib/" : ""}${file.name}`,
    source: file.source,
    mutants: mutantsOf(file.name, file.source),
    scriptsWith: (text: string) => scriptsWith({ path: file.path, text }),
  }));
  return { subjects, plain };
}

interface Changed {
  path: string;
  text: string;
}

interface Script {
  /** Its module and its name. */
  key: string;
  /** Returns its text, where a file is changed. */
  textWith(changed?: Changed): string;
}

interface Placed extends LuaFile {
  module: string;
  library: boolean;
}

function scriptOf(file: Placed, files: Placed[]): Script {
  // The libraries of the core are there for both modules, and a module's own come first.
  const libraries = files.filter(({ library, module }) => library && (module === "core" || module === file.module));
  const textsWith = (changed?: Changed) => {
    const textOf = ({ path, source }: LuaFile) => (path === changed?.path ? changed.text : source);
    return [textOf(file), Object.fromEntries(libraries.map((each) => [each.name, textOf(each)]))] as const;
  };
  const expand = plainLua(file.name, ...textsWith());
  return { key: `${file.module}/${camelCase(file.name)}`, textWith: (changed) => expand(...textsWith(changed)) };
}
