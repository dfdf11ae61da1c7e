// `node scripts/draw-functions.ts`: prints functions drawn at random from the tree, to judge whether each is clear without
// its context. `--seed 7` draws other functions, `--count 20` sets their number, `--under src/http` draws from one folder.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createRandom } from "../src/instruments/testing/seeded-random.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    under: { type: "string", multiple: true, default: ["src", "scripts", "test"] },
  },
});

// A function or a method that is declared on a line of its own, in TypeScript or in Lua.
const DECLARATION =
  /^ {0,2}(?:export )?(?:async )?(?:function\*? \w+|(?:override |static |async |get )*#?\w+(?=(?:<[^(]*>)?\([^)]*\)?(?::.*)? \{$))|^local function \w+/;

/** A function in the tree, with its comment. */
interface FoundFunction {
  path: string;
  line: number;
  text: string;
}

/** Returns the functions of a file, each with the comment above it. */
function functionsOf(path: string): FoundFunction[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line, i) => {
    if (!DECLARATION.test(line) || /^\s*(if|for|while|switch|return|catch)\b/.test(line)) return [];
    const indent = /^ */.exec(line)?.[0] ?? "";
    const end = lines.findIndex((each, at) => at > i && (each === `${indent}}` || each === "end"));
    if (end < 0) return [];
    let from = i;
    while (/^\s*(\/\*\*|\*|\/\/|--)/.test(lines[from - 1] ?? "")) from -= 1;
    return [{ path, line: i + 1, text: lines.slice(from, end + 1).join("\n") }];
  });
}

const files = execFileSync("git", ["ls-files", ...values.under], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(ts|mjs|lua)$/.test(path) && !path.endsWith(".gen.ts"));
const functions = files.flatMap(functionsOf);
const random = createRandom(Number(values.seed));
for (let i = 0; i < Number(values.count) && functions.length > 0; i++) {
  const [drawn] = functions.splice(random.below(functions.length), 1);
  if (drawn) console.log(`\n── ${drawn.path}:${drawn.line}\n${drawn.text}`);
}
