// One package of npm in a folder of its own, pinned by the digest of its content.
// @ts-check
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm, tryNpm } from "./npm.mjs";

/** @typedef {{ name: string, version: string, integrity: string }} PinnedPackage */

/**
 * Installs the package, and rejects when the registry has other content. `npm install` would take whatever digest the
 * registry states; `npm ci` holds the content against the one in the lock file.
 * @param {PinnedPackage} pinned
 * @param {string} folder An empty folder.
 */
export async function installPinned({ name, version, integrity }, folder) {
  const dependencies = { [name]: version };
  const packages = { "": { dependencies }, [`node_modules/${name}`]: { version, integrity } };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  // npm's own cache first: without a network, npm would ask the registry for a minute before it looks there.
  const install = ["ci", "--ignore-scripts"];
  if (await tryNpm([...install, "--offline"], { cwd: folder })) return;
  await runNpm(install, { cwd: folder });
}

/**
 * Reports whether npm has recorded for this folder that it installed content with this digest.
 * @param {PinnedPackage} pinned
 * @param {string} folder
 */
export function holdsPinned({ name, integrity }, folder) {
  try {
    const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
    return packages[`node_modules/${name}`].integrity === integrity;
  } catch {
    return false;
  }
}
