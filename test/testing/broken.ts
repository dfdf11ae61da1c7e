// Scripts that are broken on purpose: the Lua with one place altered, compiled, and sent instead of the real one.
import { readdirSync, readFileSync } from "node:fs";
import { compileLua } from "../../scripts/lua/compile.ts";
import type { Adapter } from "../../src/index.ts";

/** One place of a file, and what stands there instead. */
export interface Damage {
  /** The scripts that are sent so, by file. */
  scripts: string[];
  /** The file with the place: one of them, or of lib/. */
  file: string;
  from: string;
  to: string;
}

const FOLDER = "src/lua";
const libraries = Object.fromEntries(
  readdirSync(`${FOLDER}/lib`).map((file) => [file.replace(".lua", ""), readFileSync(`${FOLDER}/lib/${file}`, "utf8")]),
);

function damaged(script: string, { file, from, to }: Damage): string {
  const alter = (name: string, text: string) => {
    if (name !== file) return text;
    if (text.split(from).length !== 2) throw new Error(`${file} has ${JSON.stringify(from)} not exactly once`);
    return text.replace(from, () => to);
  };
  const source = alter(script, readFileSync(`${FOLDER}/${script}.lua`, "utf8"));
  const all = Object.entries(libraries).map(([name, text]) => [name, alter(`lib/${name}`, text)]);
  return compileLua(script, source, Object.fromEntries(all)).text;
}

/** The adapter, with damaged scripts. */
export function withDamage(adapter: Adapter, damage: Damage): Adapter {
  const texts = new Map(damage.scripts.map((script) => [camel(script), damaged(script, damage)]));
  return {
    ...adapter,
    run: (script, keys, args) => adapter.run({ ...script, text: texts.get(script.name) ?? script.text }, keys, args),
  };
}

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
