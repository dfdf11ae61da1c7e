// Installs what package-lock.json names, and does so again only when it changed.
// @ts-check
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "./cache.mjs";
import { withLock } from "./lock.mjs";
import { announce, runCommand } from "./run-command.mjs";

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
    await runNpm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, node });
    writeFileSync(STAMP, fingerprint());
  });
}

/**
 * Runs the npm that runs this script, or the one on PATH.
 * @param {string[]} args
 * @param {{ cwd: string, node?: string }} options
 */
export function runNpm(args, { cwd, node = process.execPath }) {
  const running = process.env.npm_execpath;
  const env = { PATH: [dirname(node), process.env.PATH].join(delimiter) };
  return running?.endsWith(".js")
    ? runCommand(node, [running, ...args], { cwd, env })
    : runCommand("npm", args, { cwd, env });
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
