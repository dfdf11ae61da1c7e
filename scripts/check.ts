// `npm run check`: everything that can be said of the code without running it.
import { step } from "./check/step.ts";

const TSC = "typescript/bin/tsc";

step("scripts made from their Lua", "../scripts/build/lua.ts", ["--check"]);
step("OpenAPI made from its schemas", "../scripts/build/openapi.ts", ["--check"]);
step("lint and format", "@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]);
for (const project of ["tsconfig.json", "tsconfig.node.json", "scripts/tsconfig.json", "test/tsconfig.json"]) {
  step(`types of ${project}`, TSC, ["-p", project, "--noEmit"]);
}
step("nothing unused", "knip/bin/knip.js", ["--treat-config-hints-as-errors"]);
await import("./build.ts");
step("supply chain", "../scripts/check/supply-chain.ts", []);
step("size", "../scripts/check/size.ts", []);
step("types of a client of the package", TSC, ["-p", "scripts/check/consumer/tsconfig.json"]);
step("package shape", "publint/src/cli.js", ["--strict"]);
step("types as others resolve them", "@arethetypeswrong/cli/dist/index.js", ["--pack", "--profile", "esm-only"]);
