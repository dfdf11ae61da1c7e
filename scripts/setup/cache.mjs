// Where things are kept that a clone can do without: shared by all clones of a user, or inside this one.
// @ts-check
import { accessSync, constants, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** @type {string} The root of this clone. */
export const root = join(import.meta.dirname, "../..");

/**
 * The folder for downloads that outlive node_modules.
 * @returns {string}
 */
export function cacheFolder() {
  const shared = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "leasehold");
  return isWritable(shared) ? shared : join(root, ".cache");
}

/**
 * Whether files can be made in a folder, which is created for the purpose.
 * @param {string} folder
 */
export function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
