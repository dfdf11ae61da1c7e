// The files of Lua, read from their folders. Scripts and libraries go by their file names, which are unique in a module; the
// folders below a module, and below its lib/, only group them.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** A module of Lua: scripts, with libraries of its own. */
export interface LuaModule {
  /** The name under which the module's scripts are imported. */
  name: "core" | "access" | "interop";
  folder: string;
  /** The TypeScript made from it. */
  output: string;
  /** The path from there to engine/script.ts. */
  script: string;
}

export const LUA_MODULES: readonly LuaModule[] = [
  { name: "core", folder: "src/lua", output: "src/engine/scripts.gen.ts", script: "./script.ts" },
  {
    name: "access",
    folder: "src/access/lua",
    output: "src/access/scripts.gen.ts",
    script: "../engine/script.ts",
  },
  {
    name: "interop",
    folder: "src/redis-work-queue/lua",
    output: "src/redis-work-queue/scripts.gen.ts",
    script: "../engine/script.ts",
  },
];

/** A file of Lua. */
export interface LuaFile {
  path: string;
  name: string;
  source: string;
}

/** Reads the scripts and the libraries of a module, each in the order of their file names. */
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

/** Returns the name of a script in TypeScript. */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
