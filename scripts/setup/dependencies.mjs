// Installs what package-lock.json names, and does so again only when it changed. No install script of a package runs
// unless it is allowed.
// @ts-check
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./cache.mjs";
import { ALLOWED } from "./install-scripts.mjs";
import { withLock } from "./lock.mjs";
import { runNpm } from "./npm.mjs";
import { announce } from "./run-command.mjs";

const STAMP = join(root, "node_modules/.leasehold-installed");
const LOCK = join(root, ".cache/install.lock");

/**
 * Brings node_modules in step with the lock file, for the Node that the tools run on: npm leaves out optional packages,
 * such as programs, that are not for its own.
 * @param {string} node
 */
export async function installDependencies(node) {
  if (isInstalled()) return;
  await withLock(LOCK, async () => {
    // Somebody else may have done it while this process waited.
    if (isInstalled()) return;
    announce("installing dependencies from package-lock.json (half a minute or so) …");
    await installPackages({ cwd: root, node });
    writeFileSync(STAMP, fingerprint());
  });
}

/**
 * Installs the packages of the lock file in a folder, and then runs the install scripts of those allowed.
 * @param {{ cwd: string, node?: string }} options
 * @param {string[]} [allowed] Each as `name@version`.
 */
export async function installPackages(options, allowed = Object.keys(ALLOWED)) {
  // NODE_ENV=production would leave the tools out.
  await runNpm(["ci", "--include=dev", "--ignore-scripts"], options);
  if (allowed.length > 0) await runNpm(["rebuild", "--ignore-scripts=false", ...allowed], options);
}

function isInstalled() {
  try {
    return readFileSync(STAMP, "utf8") === fingerprint();
  } catch {
    return false;
  }
}

/**
 * Packages hold programs for one platform, so a folder that was copied to another does not count. Nor does one in which
 * other install scripts have run: some of them move files between packages.
 */
function fingerprint() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  return JSON.stringify([lock, process.platform, process.arch, Object.keys(ALLOWED)]);
}
