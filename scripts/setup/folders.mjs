// The folders that the set-up writes to: this clone, the user's home, and a cache that all clones of a user share.
// @ts-check
import { accessSync, constants, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of this clone. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the folder of downloads that outlive node_modules. */
export function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "leasehold");
}

/** Sets a home inside the clone for a user who cannot write to their own. npm, wrangler and the cache need one. */
export function useWritableHome() {
  if (isWritable(homedir()) && isWritable(cacheFolder())) return;
  const home = join(root, ".cache/home");
  mkdirSync(home, { recursive: true });
  process.env.HOME = home;
  process.env.npm_config_cache = join(home, ".npm");
  for (const name of ["XDG_CACHE_HOME", "XDG_CONFIG_HOME"]) delete process.env[name];
}

/**
 * Reports whether files can be created in a folder. Creates the folder.
 * @param {string} folder
 */
function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
