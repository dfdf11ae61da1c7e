// `npm run build`: compiles the package's JavaScript and types into dist, and bundles its command.
import { rmSync } from "node:fs";
import { runStep } from "./check/step.ts";

rmSync("dist", { recursive: true, force: true });
for (const project of ["tsconfig.json", "tsconfig.node.json"])
  runStep(`build ${project}`, ["node_modules/typescript/bin/tsc", "-p", project]);
runStep("build the command", ["scripts/build/command.ts"]);
