// `npm run build:lua`: compiles each module of Lua into a tracked TypeScript file. With --check, reports whether the files
// are up to date.
import { readFileSync, writeFileSync } from "node:fs";
import { type CompiledScript, compileScripts, type Piece } from "../lua/compile.ts";
import { camelCase, LUA_MODULES, readLua, sourcesByName } from "./lua-sources.ts";

/** Returns the constants for the texts that several scripts have in common: the name of each, by its text. */
function sharedConstants(pieces: Piece[]): Map<string, string> {
  const uses = Map.groupBy(pieces, ({ text }) => text);
  const constants = new Map<string, string>();
  for (const { text, declares } of pieces) {
    if (declares && (uses.get(text)?.length ?? 0) > 1) constants.set(text, `$${declares}`);
  }
  if (new Set(constants.values()).size < constants.size) throw new Error("two functions of one name differ");
  return constants;
}

/** Returns the arguments that make up a script's text: the constants, and string literals for the text between them. */
function textArguments(pieces: Piece[], constants: Map<string, string>): string[] {
  const args: string[] = [];
  let own = "";
  const flush = () => {
    if (own) args.push(JSON.stringify(own));
    own = "";
  };
  for (const { text } of pieces) {
    const constant = constants.get(text);
    if (constant) {
      flush();
      args.push(constant);
    } else own += text;
  }
  flush();
  return args;
}

const quoteAll = (names: string[]) => names.map((name) => JSON.stringify(name)).join(", ");

/** Returns the lines that declare a script. */
function declarationOf(script: CompiledScript, constants: Map<string, string>): string[] {
  const name = camelCase(script.name);
  return [
    "",
    `/** ${Buffer.byteLength(script.text)} bytes. */`,
    `export const ${name} = /* @__PURE__ */ script(`,
    `  "${name}",`,
    `  [${quoteAll(script.keys)}],`,
    `  [${quoteAll(script.args)}],`,
    ...textArguments(script.pieces, constants).map((arg) => `  ${arg},`),
    ");",
  ];
}

for (const { folder, output, scriptImport } of LUA_MODULES) {
  const lua = readLua(folder);
  const scripts = compileScripts(sourcesByName(lua.scripts), sourcesByName(lua.libraries));
  const constants = sharedConstants(scripts.flatMap(({ pieces }) => pieces));
  const module = [
    `// Made from ${folder} by npm run build:lua; do not edit.`,
    `import { script } from "${scriptImport}";`,
    "",
    ...[...constants].map(([text, name]) => `const ${name} = ${JSON.stringify(text)};`),
    ...scripts.flatMap((script) => declarationOf(script, constants)),
    "",
  ].join("\n");
  if (!process.argv.includes("--check")) writeFileSync(output, module);
  else if (readFileSync(output, "utf8") !== module) {
    console.error(`${output} does not match ${folder}; run npm run build:lua`);
    process.exitCode = 1;
  }
}
