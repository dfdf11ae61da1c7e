// The scripts with one place in their Lua altered, compiled as the real ones are.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileAll } from "../../scripts/lua/compile.ts";

const LUA = join(import.meta.dirname, "../../src/lua");

/** The scripts that have a piece of one file's Lua, with another in its place, by the names that TypeScript gives them. */
export function alteredLua(file: string, from: string, to: string): Record<string, string> {
  const all: Record<string, string> = { ...filesOf(""), ...filesOf("lib/") };
  const source = all[file];
  if (source?.split(from).length !== 2) throw new Error(`${file}.lua has not just one ${from}`);
  all[file] = source.replace(from, () => to);
  const [scripts, libraries]: [typeof all, typeof all] = [{}, {}];
  for (const [name, text] of Object.entries(all)) {
    if (name.startsWith("lib/")) libraries[name.slice("lib/".length)] = text;
    else if (name === file || text.includes(`include "${file.slice("lib/".length)}"`)) scripts[name] = text;
  }
  const compiled = compileAll(withoutBudgets(scripts), libraries);
  return Object.fromEntries(compiled.map(({ name, text }) => [camelCase(name), text]));
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
