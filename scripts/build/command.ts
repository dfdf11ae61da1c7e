// Bundles the command `leasehold` into dist/command, or into the folder in the arguments: it starts in a fraction of the time that
// its many modules take. Files of their own have the parts that only some commands load.
import { build } from "esbuild";

await build({
  entryPoints: { leasehold: "src/cli.ts" },
  bundle: true,
  splitting: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20",
  legalComments: "none",
  outdir: process.argv[2] ?? "dist/command",
});
