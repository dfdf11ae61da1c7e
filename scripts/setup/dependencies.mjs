// Installs what package-lock.json names, and does so again only when it changed.
// @ts-check
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./cache.mjs";
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
    // NODE_ENV=production would leave the tools out.
    await runNpm(["ci", "--include=dev"], { cwd: root, node });
    writeFileSync(STAMP, fingerprint());
  });
}

function isInstalled() {
  try {
    return readFileSync(STAMP, "utf8") === fingerprint();
  } catch {
    return false;
  }
}

/** Packages hold programs for one platform, so a folder that was copied to another does not count. */
function fingerprint() {
  const lock = readFileSync(join(root, "package-lock.json"));
  return `${createHash("sha256").update(lock).digest("hex")} ${process.platform} ${process.arch}`;
}
