// `npm run check`: all checks that need no test. `npm run check -- --graph` prints the folders with their imports instead.
import { runStep } from "./check/step.ts";

const TSC = "node_modules/typescript/bin/tsc";

async function runChecks(): Promise<void> {
  runStep("Lua scripts are built", ["scripts/build/lua.ts", "--check"]);
  runStep("OpenAPI document is built", ["scripts/build/openapi.ts", "--check"]);
  runStep("console is built", ["scripts/build/console.ts", "--check"]);
  runStep("lint and format", ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"]);
  runStep("layout", ["scripts/check/layout.ts"]);
  runStep("language", ["scripts/check/language.ts"]);
  runStep("spelling", ["node_modules/cspell/bin.mjs", "lint", "--no-progress", "--dot"]);
  for (const project of [
    "tsconfig.json",
    "tsconfig.node.json",
    "tsconfig.console.json",
    "scripts/tsconfig.json",
    "test/tsconfig.json",
  ])
    runStep(`types of ${project}`, [TSC, "-p", project, "--noEmit"]);
  runStep("unused code", ["node_modules/knip/bin/knip.js", "--treat-config-hints-as-errors"]);
  await import("./build.ts");
  runStep("supply chain", ["scripts/check/supply-chain.ts"]);
  runStep("sizes of bundles", ["scripts/check/size.ts"]);
  runStep("types of a consumer", [TSC, "-p", "scripts/check/consumer/tsconfig.json"]);
  runStep("package shape", ["node_modules/publint/src/cli.js", "--strict"]);
  const resolution = ["node_modules/@arethetypeswrong/cli/dist/index.js", "--pack", "--profile", "esm-only"];
  runStep("resolution of types", resolution);
}

if (process.argv.includes("--graph")) await import("./check/layout.ts");
else await runChecks();
