// The source files that the steps for layout and language read: TypeScript, JavaScript and Lua, except generated files.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A source file. */
export interface SourceFile {
  path: string;
  text: string;
}

const SOURCE = /\.(ts|tsx|mjs|lua)$/;

/** Reads the source files under some folders of a git repository, those that are not yet added to it included. */
export function readSourceFiles(root: string, folders = ["src", "scripts", "test"]): SourceFile[] {
  const args = ["ls-files", "-co", "--exclude-standard", ...folders];
  return execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 24 })
    .split("\n")
    .filter((path) => SOURCE.test(path) && !path.endsWith(".gen.ts") && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Prints the faults that a step has found. The process fails when there are any. */
export function reportFaults(faults: readonly string[]): void {
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
