// The imports of source files. They are read from the text, because the compiler drops imports of types.
import { dirname, join } from "node:path";
import type { SourceFile } from "../tree/source-files.ts";

const SPECIFIER = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

/** Returns the paths of the files that a file imports. Lua has no imports. */
export function importsOf({ path, text }: SourceFile): string[] {
  if (path.endsWith(".lua")) return [];
  return [...text.matchAll(SPECIFIER)].map(([, specifier = ""]) => join(dirname(path), specifier));
}
