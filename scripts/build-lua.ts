// `npm run build:lua`: src/lua to one tracked TypeScript module. With --check it only says whether that is up to date.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { compileAll, type Piece } from "./lua/compile.ts";

const SOURCE = "src/lua";
const OUTPUT = "src/core/scripts.gen.ts";

const read = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith(".lua"))
      .sort()
      .map((file) => [basename(file, ".lua"), readFileSync(`${folder}/${file}`, "utf8")]),
  );

const scripts = compileAll(read(SOURCE), read(`${SOURCE}/lib`));

/** What several scripts declare is shipped once: its text, and what it is called here. */
function findShared(pieces: Piece[]): Map<string, string> {
  const shared = new Map<string, string>();
  for (const { text, declares } of pieces) {
    if (!declares || shared.has(text) || pieces.filter((piece) => piece.text === text).length < 2) continue;
    const before = [...shared.values()].filter((name) => name.replace(/\d+$/, "") === `$${declares}`).length;
    shared.set(text, `$${declares}${before || ""}`);
  }
  return shared;
}

const shared = findShared(scripts.flatMap(({ pieces }) => pieces));
const quoted = (names: string[]) => names.map((each) => JSON.stringify(each)).join(", ");

/** The pieces of a script as arguments: names of those that are shared, and the text between them. */
function piecesAsCode(pieces: Piece[]): string[] {
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

const module = [
  "// Made from src/lua by npm run build:lua; do not edit.",
  'import { script } from "./script.ts";',
  "",
  ...[...shared].map(([text, name]) => `const ${name} = ${JSON.stringify(text)};`),
  ...scripts.flatMap(({ name, text, keys, args, pieces }) => {
    const id = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return [
      "",
      `/** ${Buffer.byteLength(text)} bytes. */`,
      `export const ${id} = /* @__PURE__ */ script(`,
      `  "${id}",`,
      `  [${quoted(keys)}],`,
      `  [${quoted(args)}],`,
      ...piecesAsCode(pieces).map((code) => `  ${code},`),
      ");",
    ];
  }),
  "",
].join("\n");

if (!process.argv.includes("--check")) writeFileSync(OUTPUT, module);
else if (readFileSync(OUTPUT, "utf8") !== module) {
  console.error(`${OUTPUT} is not what src/lua says; run npm run build:lua`);
  process.exitCode = 1;
}
