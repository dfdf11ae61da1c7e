// `npm run build:console`: the console's page, bundled into src/assets/console for the Worker and into one module for other
// hosts. With --check it only reports whether they are up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const SOURCE = "src/console";
const ASSETS = "src/assets/console";
const MODULE = `${SOURCE}/files.gen.ts`;

const { outputFiles } = await build({
  entryPoints: { console: `${SOURCE}/app/main.tsx`, style: `${SOURCE}/console.css` },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  outdir: ASSETS,
  write: false,
});
const bundled = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
const files: Record<string, string> = {
  "index.html": readFileSync(`${SOURCE}/index.html`, "utf8"),
  "icon.svg": readFileSync(`${SOURCE}/icon.svg`, "utf8"),
  "console.css": bundled("style.css"),
  "console.js": bundled("console.js"),
};
const module = [
  "// Made from src/console by npm run build:console; do not edit.",
  "",
  "/** The files of the console, by name. */",
  `export const FILES: Readonly<Record<string, string>> = ${JSON.stringify(files, null, 2)};`,
  "",
].join("\n");
const outputs: Record<string, string> = { [MODULE]: module };
for (const [name, text] of Object.entries(files)) outputs[`${ASSETS}/${name}`] = text;

if (!process.argv.includes("--check")) mkdirSync(ASSETS, { recursive: true });
for (const [path, text] of Object.entries(outputs)) {
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(`${path} is not what ${SOURCE} says; run npm run build:console`);
    process.exitCode = 1;
  }
}
