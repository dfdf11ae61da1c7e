// The Lua files of the project. A script or a library is known by its file name, which is unique in its module; the
// folders of a module, and of its lib/, only group files.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** A module of Lua: scripts, and libraries that only they include. */
export interface LuaModule {
  name: "core" | "access" | "interop";
  folder: string;
  /** The TypeScript file that is built from it. */
  output: string;
  /** The specifier with which that file imports engine/script.ts. */
  scriptImport: string;
}

/** The modules of Lua. */
export const LUA_MODULES: readonly LuaModule[] = [
  { name: "core", folder: "src/lua", output: "src/engine/scripts.gen.ts", scriptImport: "./script.ts" },
  {
    name: "access",
    folder: "src/access/lua",
    output: "src/access/scripts.gen.ts",
    scriptImport: "../engine/script.ts",
  },
  {
    name: "interop",
    folder: "src/redis-work-queue/lua",
    output: "src/redis-work-queue/scripts.gen.ts",
    scriptImport: "../engine/script.ts",
  },
];

/** A file of Lua. */
export interface LuaFile {
  path: string;
  name: string;
  source: string;
}

/** Reads the scripts and the libraries of a module, each sorted by file name. */
export function readLua(folder: string, root = "."): { scripts: LuaFile[]; libraries: LuaFile[] } {
  const files = globSync(`${folder}/**/*.lua`, { cwd: root })
    .map((path) => ({ path, name: basename(path, ".lua"), source: readFileSync(`${root}/${path}`, "utf8") }))
    .sort((a, b) => (basename(a.path) < basename(b.path) ? -1 : 1));
  const isLibrary = ({ path }: LuaFile) => path.startsWith(`${folder}/lib/`);
  return { scripts: files.filter((file) => !isLibrary(file)), libraries: files.filter(isLibrary) };
}

/** Returns the sources of files by name. */
export function sourcesByName(files: readonly LuaFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ name, source }) => [name, source]));
}

/** Returns the TypeScript name of a script. */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
