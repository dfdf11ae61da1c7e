// Installs what package-lock.json names, and does so again only when it changed.
// @ts-check
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./cache.mjs";
import { announce, runCommand } from "./run-command.mjs";

const STAMP = join(root, "node_modules/.leasehold-installed");
const LOCK = join(root, ".cache/installing");
const STALE_LOCK = 10 * 60_000;

/** Brings node_modules in step with the lock file. */
export async function installDependencies() {
  if (isInstalled()) return;
  const release = await takeLock();
  try {
    // Somebody else may have done it while this process waited.
    if (isInstalled()) return;
    announce("installing dependencies from package-lock.json (half a minute or so) …");
    const [npm, ...args] = npmCommand();
    runCommand(npm, [...args, "ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: root,
    });
    writeFileSync(STAMP, fingerprint());
  } finally {
    release();
  }
}

/**
 * The npm that runs this script, or the one on PATH.
 * @returns {[string, ...string[]]}
 */
export function npmCommand() {
  const running = process.env.npm_execpath;
  return running?.endsWith(".js") ? [process.execPath, running] : ["npm"];
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

/** Two commands started together in a new clone must not install into each other. */
async function takeLock() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  for (let waited = false; ; waited = true) {
    try {
      mkdirSync(LOCK);
      const release = () => rmSync(LOCK, { recursive: true, force: true });
      process.once("exit", release);
      return release;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    if (lockAge() > STALE_LOCK) rmSync(LOCK, { recursive: true, force: true });
    else if (!waited) announce("waiting for another command that is installing dependencies …");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function lockAge() {
  try {
    return Date.now() - statSync(LOCK).mtimeMs;
  } catch {
    return 0;
  }
}
