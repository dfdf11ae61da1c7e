// The bundled command in a folder of its own, as the package has it. It starts in half the time of its sources.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** Bundles the command for the tests of a file. Returns the path of the program. */
export function buildCommand(): string {
  const folder = mkdtempSync(join(tmpdir(), "leasehold-package-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, ["scripts/build/command.ts", join(folder, "dist/command")], { cwd: root });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return join(folder, JSON.parse(readFileSync(join(root, "package.json"), "utf8")).bin.leasehold);
}
