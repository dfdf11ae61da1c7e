// Where things are kept that a clone can do without: shared by all clones of a user, or inside this one.
// @ts-check
import { accessSync, constants, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** @type {string} The root of this clone. */
export const root = join(import.meta.dirname, "../..");

/**
 * The folder for downloads that outlive node_modules. LEASEHOLD_CACHE hands it down to commands within a command.
 * @returns {string}
 */
export function cacheFolder() {
  if (process.env.LEASEHOLD_CACHE) return process.env.LEASEHOLD_CACHE;
  const shared = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "leasehold");
  return isWritable(shared) ? shared : join(root, ".cache");
}

/**
 * A home for tools that want to write there: the user's own, or one in the cache for a user who has none.
 * @returns {string}
 */
export function homeFolder() {
  return isWritable(homedir()) ? homedir() : join(cacheFolder(), "home");
}

/**
 * Whether files can be made in a folder, which is created for the purpose.
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
