// Where things are kept that a clone can do without: shared by all clones of a user, or inside this one.
// @ts-check
import { accessSync, constants, mkdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";

/** The root of this clone. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

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
 * Fills a folder of the cache, unless another process has done so meanwhile. It is there as a whole or not at all.
 * @param {string} folder
 * @param {() => boolean} isThere
 * @param {(partial: string) => Promise<void>} fill
 */
export async function fillOnce(folder, isThere, fill) {
  await withLock(join(cacheFolder(), "fill.lock"), async () => {
    if (isThere()) return;
    const partial = `${folder}.partial`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial);
    try {
      await fill(partial);
      rmSync(folder, { recursive: true, force: true });
      renameSync(partial, folder);
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
  });
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
