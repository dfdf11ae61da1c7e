// A temporary git repository with files that a test writes, and the steps of `npm run check` that read it.
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createTemporaryFolder } from "../../setup/temporary-folder.ts";

const run = promisify(execFile);
const STEPS = join(import.meta.dirname, "../../../scripts/check");

/** Runs a step in a repository with these files. Resolves with the lines that it prints: its faults, or its output. */
export async function runStepOn(
  files: Record<string, string>,
  step: "layout" | "language",
  args: string[] = [],
): Promise<string[]> {
  const folder = await createTemporaryFolder();
  await run("git", ["init", "--quiet"], { cwd: folder });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const program = join(STEPS, `${step}.ts`);
  const { code, stdout, stderr } = await run(process.execPath, [program, ...args], { cwd: folder }).then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const output = `${stdout}${stderr}`.trim();
  if ((code === 0) !== (stderr === "")) throw new Error(`exited with ${code}:\n${output}`);
  return output === "" ? [] : output.split("\n");
}
