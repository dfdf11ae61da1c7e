// The files of the tree, and the imports of its TypeScript. Read as text, since the compiler drops imports of types.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** A file of the tree. */
export interface TreeFile {
  path: string;
  lines: number;
  /** The paths of the files of the tree that it imports. */
  imports: string[];
}

const CODE = /\.(ts|tsx|mjs|lua)$/;
const SPECIFIER = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

/** Reads the files of src, scripts and test, without generated ones. */
export function readTree(): TreeFile[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "src", "scripts", "test"], {
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((path) => CODE.test(path) && !path.endsWith(".gen.ts") && existsSync(path))
    .map((path) => {
      const text = readFileSync(path, "utf8");
      const specifiers = path.endsWith(".lua")
        ? []
        : [...text.matchAll(SPECIFIER)].map(([, specifier = ""]) => specifier);
      const imports = specifiers.map((specifier) => normalize(join(dirname(path), specifier)));
      return { path, lines: text.split("\n").length - 1, imports };
    });
}
