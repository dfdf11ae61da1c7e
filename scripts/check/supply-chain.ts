// A step of `npm run check`: installed packages are pinned and reviewed, and the published package contains only what is
// expected. Needs no network. Reads the project in the current folder, after a build.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileFaults } from "./supply-chain/files.ts";
import { allowScriptsFaults, foldersWithScripts, installScriptFaults } from "./supply-chain/install-scripts.ts";
import { type Manifest, publishedFaults, versionFaults } from "./supply-chain/package-json.ts";
import { type Lock, lockFaults } from "./supply-chain/package-lock.ts";

const lock: Lock = readJson("package-lock.json");
const manifest: Manifest = readJson("package.json");

function readJson(path: string) {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Returns the paths of the files that npm would publish. */
function packedFiles(): string[] {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"];
  const [packed] = JSON.parse(execFileSync("npm", args, { encoding: "utf8", maxBuffer: 2 ** 24 }));
  return packed.files.map(({ path }: { path: string }) => path);
}

const faults = [
  ...lockFaults(lock),
  ...globSync("scripts/setup/node/*/package-lock.json").flatMap((path) =>
    lockFaults(readJson(path)).map((fault) => `${path}: ${fault}`),
  ),
  ...installScriptFaults(lock, foldersWithScripts(".", lock)),
  ...allowScriptsFaults(manifest.allowScripts),
  ...versionFaults(manifest),
  ...publishedFaults(manifest, lock),
  ...fileFaults(packedFiles()),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
