// `npm run build:lua`: folders of Lua to one tracked TypeScript module each. With --check it only says whether they are up
// to date.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { type Compiled, compileAll, type Piece } from "./lua/compile.ts";

/** Folders of scripts, each with libraries of its own. */
const MODULES = [
  { source: "src/lua", output: "src/core/scripts.gen.ts", core: "." },
  { source: "src/access/lua", output: "src/access/scripts.gen.ts", core: "../core" },
  { source: "src/interop/lua", output: "src/interop/scripts.gen.ts", core: "../core" },
];

const read = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith(".lua"))
      .sort()
      .map((file) => [basename(file, ".lua"), readFileSync(`${folder}/${file}`, "utf8")]),
  );

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
  const id = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
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

for (const { source, output, core } of MODULES) {
  const scripts = compileAll(read(source), read(`${source}/lib`));
  const shared = findShared(scripts.flatMap(({ pieces }) => pieces));
  const module = [
    `// Made from ${source} by npm run build:lua; do not edit.`,
    `import { script } from "${core}/script.ts";`,
    "",
    ...[...shared].map(([text, name]) => `const ${name} = ${JSON.stringify(text)};`),
    ...scripts.flatMap((each) => asCode(each, shared)),
    "",
  ].join("\n");
  if (!process.argv.includes("--check")) writeFileSync(output, module);
  else if (readFileSync(output, "utf8") !== module) {
    console.error(`${output} is not what ${source} says; run npm run build:lua`);
    process.exitCode = 1;
  }
}
