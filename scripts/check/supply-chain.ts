// A step of `npm run check`: what is installed is pinned and reviewed, and what is published is meant to be. Needs no
// network. Reads the project in the current folder, after a build.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ALLOWED, REFUSED } from "../setup/install-scripts.mjs";
import { npmCommand } from "../setup/npm.mjs";
import { fileFaults } from "./supply-chain/files.ts";
import { allowScriptsFaults, foldersWithScripts, installScriptFaults } from "./supply-chain/install-scripts.ts";
import { type Lock, lockFaults } from "./supply-chain/lock.ts";
import { type Manifest, publishedFaults, versionFaults } from "./supply-chain/manifest.ts";

const lock: Lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const manifest: Manifest = JSON.parse(readFileSync("package.json", "utf8"));
const review = { allowed: ALLOWED, refused: REFUSED };

/** Returns the paths of the files that npm would publish. */
function packedFiles(): string[] {
  const [command, args] = npmCommand(["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"]);
  const [packed] = JSON.parse(execFileSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 24 }));
  return packed.files.map(({ path }: { path: string }) => path);
}

const faults = [
  ...lockFaults(lock),
  ...installScriptFaults(lock, foldersWithScripts(".", lock), review),
  ...allowScriptsFaults(manifest.allowScripts, review),
  ...versionFaults(manifest),
  ...publishedFaults(manifest, lock),
  ...fileFaults(packedFiles()),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
