// The scripts with one place in their Lua altered, compiled as the real ones are.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileAll } from "../../scripts/lua/compile.ts";

const LUA = join(import.meta.dirname, "../../src/lua");

/** The texts of all scripts with a piece of one file's Lua replaced by another, by the names that TypeScript gives them. */
export function alteredLua(file: string, from: string, to: string): Record<string, string> {
  const [scripts, libraries] = [filesOf(""), filesOf("lib/")];
  const all = file.startsWith("lib/") ? libraries : scripts;
  const source = all[file];
  if (source?.split(from).length !== 2) throw new Error(`${file}.lua has not just one ${from}`);
  all[file] = source.replace(from, () => to);
  const named = Object.fromEntries(Object.entries(libraries).map(([name, text]) => [name.slice("lib/".length), text]));
  return Object.fromEntries(
    compileAll(withoutBudgets(scripts), named).map(({ name, text }) => [camelCase(name), text]),
  );
}

function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(join(LUA, folder)).filter((file) => file.endsWith(".lua"));
  return Object.fromEntries(
    files.map((file) => [folder + file.slice(0, -4), readFileSync(join(LUA, folder, file), "utf8")]),
  );
}

/** What was altered may be longer than its budget. */
function withoutBudgets(sources: Record<string, string>): Record<string, string> {
  const most = (name: string) => (name === "turn" ? 6_144 : 4_096);
  const entries = Object.entries(sources).map(([name, source]) => [
    name,
    source.replace(/^-- Budget: \d+/m, `-- Budget: ${most(name)}`),
  ]);
  return Object.fromEntries(entries);
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
