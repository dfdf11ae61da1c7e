// `npm run build:lua`: folders of Lua to one tracked TypeScript module each. With --check it only says whether they are up
// to date.
import { readFileSync, writeFileSync } from "node:fs";
import { type Compiled, compileAll, type Piece } from "../lua/compile.ts";
import { camelCase, LUA_MODULES, readLua, sourcesByName } from "./lua-sources.ts";

/** What several scripts declare is shipped once: its text, and what it is called here. */
function findShared(pieces: Piece[]): Map<string, string> {
  const counts = Map.groupBy(pieces, ({ text }) => text);
  const shared = new Map<string, string>();
  for (const { text, declares } of pieces) {
    if (declares && (counts.get(text)?.length ?? 0) > 1) shared.set(text, `$${declares}`);
  }
  if (new Set(shared.values()).size < shared.size) throw new Error("two functions of one name differ");
  return shared;
}

const quoted = (names: string[]) => names.map((each) => JSON.stringify(each)).join(", ");

/** The pieces of a script as arguments: names of those that are shared, and the text between them. */
function piecesAsCode(pieces: Piece[], shared: Map<string, string>): string[] {
  const code: string[] = [];
  let own = "";
  const flush = () => {
    if (own) code.push(JSON.stringify(own));
    own = "";
  };
  for (const { text } of pieces) {
    const name = shared.get(text);
    if (name) flush();
    if (name) code.push(name);
    else own += text;
  }
  flush();
  return code;
}

/** A script as a statement of the module. */
function asCode(
  { name, text, keys, args, pieces }: Compiled & { name: string; pieces: Piece[] },
  shared: Map<string, string>,
) {
  const id = camelCase(name);
  return [
    "",
    `/** ${Buffer.byteLength(text)} bytes. */`,
    `export const ${id} = /* @__PURE__ */ script(`,
    `  "${id}",`,
    `  [${quoted(keys)}],`,
    `  [${quoted(args)}],`,
    ...piecesAsCode(pieces, shared).map((code) => `  ${code},`),
    ");",
  ];
}

for (const { folder, output, script } of LUA_MODULES) {
  const lua = readLua(folder);
  const scripts = compileAll(sourcesByName(lua.scripts), sourcesByName(lua.libraries));
  const shared = findShared(scripts.flatMap(({ pieces }) => pieces));
  const module = [
    `// Made from ${folder} by npm run build:lua; do not edit.`,
    `import { script } from "${script}";`,
    "",
    ...[...shared].map(([text, name]) => `const ${name} = ${JSON.stringify(text)};`),
    ...scripts.flatMap((each) => asCode(each, shared)),
    "",
  ].join("\n");
  if (!process.argv.includes("--check")) writeFileSync(output, module);
  else if (readFileSync(output, "utf8") !== module) {
    console.error(`${output} is not what ${folder} says; run npm run build:lua`);
    process.exitCode = 1;
  }
}
