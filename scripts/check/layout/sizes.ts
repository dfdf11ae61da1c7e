// Limits of folders and files, so that each can be taken in at a glance.
import { dirname } from "node:path";
import type { TreeFile } from "./tree.ts";

/** The most files of a folder. */
export const LARGEST_FOLDER = 15;
/** The most lines of a file. */
export const LARGEST_FILE = 300;

/** Returns the folders and files that are over their limits. */
export function sizeFaults(tree: readonly TreeFile[], most: { folder: number; file: number }): string[] {
  const folders = [...Map.groupBy(tree, ({ path }) => dirname(path))];
  return [
    ...folders
      .filter(([, files]) => files.length > most.folder)
      .map(([folder, files]) => `${folder} has ${files.length} files, over its limit of ${most.folder}`),
    ...tree
      .filter(({ lines }) => lines > most.file)
      .map(({ path, lines }) => `${path} has ${lines} lines, over its limit of ${most.file}`),
  ];
}
