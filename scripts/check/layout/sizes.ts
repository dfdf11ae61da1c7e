// The largest folders and files that a reader can survey.
import { dirname } from "node:path";
import type { SourceFile } from "../tree/source-files.ts";

const MAX_FILES = 15;
const MAX_LINES = 300;

/** Returns a fault for each folder with too many files, and for each file with too many lines. */
export function sizeFaults(files: readonly SourceFile[]): string[] {
  const folders = [...Map.groupBy(files, ({ path }) => dirname(path))];
  const largeFolders = folders.filter(([, { length }]) => length > MAX_FILES);
  const sizes = files.map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));
  const largeFiles = sizes.filter(({ lines }) => lines > MAX_LINES);
  return [
    ...largeFolders.map(([folder, { length }]) => `${folder} has ${length} files, over its limit of ${MAX_FILES}`),
    ...largeFiles.map(({ path, lines }) => `${path} has ${lines} lines, over its limit of ${MAX_LINES}`),
  ];
}
