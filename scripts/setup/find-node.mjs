// Finds a Node for the tools: they are TypeScript that runs as it is, while the library also runs on Node 20.
// @ts-check
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.mjs";
import { installPackages } from "./install-packages.mjs";

/** Returns the path of a Node that runs TypeScript without a flag: of the current one, or else of one from npm. */
export async function findNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)) return process.execPath;
  return installNode(join(root, "scripts/setup/node", `${process.platform}-${process.arch}`));
}

/**
 * Installs the Node that a folder's package-lock.json pins. There is a folder for each platform, since npm skips an
 * optional package without a word when its content differs from its digest.
 * @param {string} folder
 */
export async function installNode(folder) {
  const advice = "The tools need Node 22.18 or newer; install one and try again.";
  if (!existsSync(folder)) throw new Error(advice);
  try {
    const title = `a newer Node for the tools, which do not run on ${process.versions.node}`;
    // Without a network, npm asks the registry for a minute before it looks into its cache.
    await installPackages(folder, { title, isOfflineFirst: true });
  } catch (error) {
    throw new Error(`${advice} Installing one from npm failed: ${error instanceof Error ? error.message : error}`);
  }
  return join(folder, "node_modules/.bin/node");
}
