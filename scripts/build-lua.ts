// `npm run build:lua`: src/lua to one tracked TypeScript module. With --check it only says whether that is up to date.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { compileLua } from "./lua/compile.ts";

const SOURCE = "src/lua";
const OUTPUT = "src/core/scripts.gen.ts";

const read = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith(".lua"))
      .sort()
      .map((file) => [basename(file, ".lua"), readFileSync(`${folder}/${file}`, "utf8")]),
  );

const libraries = read(`${SOURCE}/lib`);
const scripts = Object.entries(read(SOURCE)).map(([name, source]) => {
  const { text, keys, args } = compileLua(name, source, libraries);
  const sha = createHash("sha1").update(text).digest("hex");
  const id = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const list = (names: string[]) => `[${names.map((each) => JSON.stringify(each)).join(", ")}]`;
  return [
    `/** ${Buffer.byteLength(text)} bytes. */`,
    `export const ${id} = {`,
    `  name: "${id}",`,
    `  keys: ${list(keys)},`,
    `  args: ${list(args)},`,
    `  sha: "${sha}",`,
    `  text: ${JSON.stringify(text)},`,
    "} as const;",
    "",
  ].join("\n");
});
const module = `// Made from src/lua by npm run build:lua; do not edit.\n\n${scripts.join("\n")}`;

if (!process.argv.includes("--check")) writeFileSync(OUTPUT, module);
else if (readFileSync(OUTPUT, "utf8") !== module) {
  console.error(`${OUTPUT} is not what src/lua says; run npm run build:lua`);
  process.exitCode = 1;
}
