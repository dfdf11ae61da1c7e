// `npm run build:lua`: compiles each module of Lua into a tracked TypeScript file, and all texts with their digests into assets of the Worker.
// With --check, reports whether the files are up to date.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { type CompiledScript, compileScripts, type Piece } from "../lua/compile.ts";
import { camelCase, LUA_MODULES, type LuaModule, readLua, sourcesByName } from "./lua-sources.ts";

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

/** Returns the expressions that form a text: shared constants, and string literals for the text between them. */
function textExpressions(pieces: Piece[], constants: Map<string, string>): string[] {
  const expressions: string[] = [];
  let literal = "";
  const flush = () => {
    if (literal) expressions.push(JSON.stringify(literal));
    literal = "";
  };
  for (const { text } of pieces) {
    const constant = constants.get(text);
    if (constant) {
      flush();
      expressions.push(constant);
    } else literal += text;
  }
  flush();
  return expressions;
}

// In the header of a script that a program loads when it first sends it.
const ON_DEMAND = /^-- On demand\.$/m;

// Repeated in each script, because bundlers do not inline a constant of it.
const IS_BARE = 'typeof LEASEHOLD_SCRIPTS === "string"';

const quoteAll = (names: string[]) => names.map((name) => JSON.stringify(name)).join(", ");

/** Returns the lines that declare a script. Its id is its name in a bundle without texts. */
function declarationOf(id: string, script: CompiledScript, constants: Map<string, string>): string[] {
  const name = camelCase(script.name);
  return [
    "",
    `/** ${Buffer.byteLength(script.text)} bytes. */`,
    `export const ${name} = /* @__PURE__ */ script(`,
    id === name ? `  "${name}",` : `  ${IS_BARE} ? "${id}" : "${name}",`,
    `  [${quoteAll(script.keys)}],`,
    `  [${quoteAll(script.args)}],`,
    `  ${IS_BARE} ? [] : [`,
    ...textExpressions(script.pieces, constants).map((piece) => `    ${piece},`),
    "  ],",
    ");",
  ];
}

const isCheck = process.argv.includes("--check");

/** Writes a file, or with --check reports that it is not up to date. */
function writeOrCompare(path: string, text: string): void {
  if (!isCheck) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`${path} does not match the Lua; run npm run build:lua`);
    process.exitCode = 1;
  }
}

/** Returns the text of a TypeScript file with scripts. The functions that several of them have in common are constants. */
function moduleText(scripts: CompiledScript[], module: LuaModule): string {
  const constants = sharedConstants(scripts.flatMap(({ pieces }) => pieces));
  return [
    `// Made from ${module.folder} by npm run build:lua; do not edit.`,
    `import { script } from "${module.scriptImport}";`,
    "",
    "// Defined by a bundler that leaves out the texts of scripts.",
    "declare const LEASEHOLD_SCRIPTS: string | undefined;",
    "",
    ...[...constants].map(([text, name]) => `const ${name} = ${JSON.stringify(text)};`),
    ...scripts.flatMap((script) => declarationOf(idOf(module, script), script, constants)),
    "",
  ].join("\n");
}

const idOf = (module: LuaModule, { name }: CompiledScript) =>
  (module.name === "core" ? "" : `${module.name}/`) + camelCase(name);

const texts: Record<string, string> = {};
const digests: Record<string, string> = {};
for (const module of LUA_MODULES) {
  const lua = readLua(module.folder);
  const scripts = compileScripts(sourcesByName(lua.scripts), sourcesByName(lua.libraries));
  const names = new Set(lua.scripts.filter(({ source }) => ON_DEMAND.test(source)).map(({ name }) => name));
  const [later, first] = [
    scripts.filter(({ name }) => names.has(name)),
    scripts.filter(({ name }) => !names.has(name)),
  ];
  writeOrCompare(module.output, moduleText(first, module));
  const path = module.output.replace("scripts.gen.ts", "on-demand-scripts.gen.ts");
  if (later.length > 0) writeOrCompare(path, moduleText(later, module));
  for (const script of scripts) {
    const digest = createHash("sha1").update(script.text).digest("hex");
    digests[idOf(module, script)] = digest;
    texts[digest] = script.text;
  }
}
writeOrCompare(
  "src/deployment/digests.gen.ts",
  [
    "// Made by npm run build:lua; do not edit.",
    "",
    "/** The SHA-1 of each script, by its id. */",
    `export const DIGESTS: Readonly<Record<string, string>> = ${JSON.stringify(digests, null, 2)};`,
    "",
  ].join("\n"),
);
writeOrCompare("src/assets/scripts.json", `${JSON.stringify(texts, null, 1)}\n`);
