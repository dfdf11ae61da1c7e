// Finds programs in the folders of PATH.
// @ts-check
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Returns the files of a name in the folders of PATH.
 * @param {string} name
 */
export function findOnPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
}
