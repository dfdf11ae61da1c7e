// The Lua files that are mutated, and the scripts that contain each of them.
import { camelCase, LUA_MODULES, type LuaFile, readLua, sourcesByName } from "../build/lua-sources.ts";
import { createExpander } from "../lua/compile.ts";
import { createMutants, type Mutant } from "./mutants.ts";

/** A Lua file with its mutants. */
export interface Subject {
  /** Its name on the command line: `lease`, `lib/lease-ready`, `interop/lease`. */
  name: string;
  source: string;
  mutants: Mutant[];
  /** Returns the texts of the scripts that change with this text of the file, by module and name. */
  changedScripts(text: string): Record<string, string>;
}

// The scripts of tokens are short, and have tests of their own.
const MUTATED = LUA_MODULES.filter(({ name }) => name !== "access");

/** Reads all Lua files, and the unchanged texts of all scripts by module and name. */
export function readSubjects(): { subjects: Subject[]; originals: Record<string, string> } {
  const files = MUTATED.flatMap(({ name: module, folder }): ModuleFile[] => {
    const { scripts, libraries } = readLua(folder);
    return [
      ...scripts.map((file) => ({ ...file, module, isLibrary: false })),
      ...libraries.map((file) => ({ ...file, module, isLibrary: true })),
    ];
  });
  const scripts = files.filter(({ isLibrary }) => !isLibrary).map((file) => createScript(file, files));
  const originals = Object.fromEntries(scripts.map(({ key, textWith }) => [key, textWith()]));
  const changedScripts = (changed: ChangedFile) => {
    const texts = scripts.map(({ key, textWith }) => [key, textWith(changed)] as const);
    return Object.fromEntries(texts.filter(([key, text]) => text !== originals[key]));
  };
  const subjects = files.map(({ module, name, path, source, isLibrary }) => ({
    name: `${module === "core" ? "" : `${module}/`}${isLibrary ? "lib/" : ""}${name}`,
    source,
    mutants: createMutants(name, source),
    changedScripts: (text: string) => changedScripts({ path, text }),
  }));
  return { subjects, originals };
}

interface ModuleFile extends LuaFile {
  module: string;
  isLibrary: boolean;
}

interface ChangedFile {
  path: string;
  text: string;
}

interface Script {
  /** Its module and name. */
  key: string;
  /** Returns its text, with a changed file if one is passed. */
  textWith(changed?: ChangedFile): string;
}

function createScript(file: ModuleFile, files: ModuleFile[]): Script {
  // Both modules include the libraries of the core. A module's own libraries replace those of the same name.
  const libraries = files.filter(({ isLibrary, module }) => isLibrary && (module === "core" || module === file.module));
  const textsWith = (changed?: ChangedFile) => {
    const withChange = (each: LuaFile) => (each.path === changed?.path ? { ...each, source: changed.text } : each);
    return { source: withChange(file).source, libraries: sourcesByName(libraries.map(withChange)) };
  };
  const expand = createExpander(file.name, textsWith());
  return { key: `${file.module}/${camelCase(file.name)}`, textWith: (changed) => expand(textsWith(changed)) };
}
