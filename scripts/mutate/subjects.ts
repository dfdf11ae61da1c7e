// What is mutated: the files of Lua, and the scripts that each of them goes into.
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
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

const FOLDERS = [
  { folder: "src/lua", module: "core", prefix: "" },
  { folder: "src/interop/lua", module: "interop", prefix: "interop/" },
];

/** Every file of Lua, and the texts of all scripts as they are. */
export function readSubjects(): { subjects: Subject[]; plain: Record<string, string> } {
  const files = FOLDERS.flatMap((where) => [
    ...read(where.folder).map((file) => ({ ...file, ...where, library: false })),
    ...read(`${where.folder}/lib`).map((file) => ({ ...file, ...where, library: true })),
  ]);

  /** The scripts that hold a file, with another text of it; all of them without one. */
  function compile(changed?: { path: string; text: string }): Record<string, string> {
    const textOf = (file: File) => (file.path === changed?.path ? changed.text : file.source);
    const compiled: Record<string, string> = {};
    const libraries: Record<string, string> = {};
    for (const { module } of FOLDERS) {
      const own = files.filter((file) => file.module === module);
      // What lies in the core is there for both.
      for (const file of own) if (file.library) libraries[file.name] = textOf(file);
      for (const file of own) {
        const holds = !changed || file.path === changed.path || includes(file.source, changed.path, libraries);
        if (!file.library && holds)
          compiled[`${module}/${camel(file.name)}`] = plainLua(file.name, textOf(file), libraries).text;
      }
    }
    return compiled;
  }

  const plain = compile();
  const subjects = files.map(({ path, name, prefix, library, source }) => ({
    name: `${prefix}${library ? "lib/" : ""}${name}`,
    source,
    mutants: mutantsOf(name, source),
    scriptsWith: (text: string) =>
      Object.fromEntries(Object.entries(compile({ path, text })).filter(([key, made]) => made !== plain[key])),
  }));
  return { subjects, plain };
}

interface File {
  path: string;
  name: string;
  source: string;
}

function read(folder: string): File[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".lua"))
    .sort()
    .map((file) => ({
      path: `${folder}/${file}`,
      name: basename(file, ".lua"),
      source: readFileSync(`${folder}/${file}`, "utf8"),
    }));
}

/** Whether a script holds a library, at whatever depth. */
function includes(source: string, path: string, libraries: Record<string, string>): boolean {
  return [...source.matchAll(/^include "([a-z-]+)"$/gm)].some(
    ([, name = ""]) => path.endsWith(`/lib/${name}.lua`) || includes(libraries[name] ?? "", path, libraries),
  );
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
