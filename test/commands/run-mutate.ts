// Runs `npm run mutate` with some tests only.
import { join } from "node:path";
import { createTemporaryFolder } from "../setup/temporary-folder.ts";
import { startCommand } from "./command.ts";

/** Tests that assert too little. */
export const WEAK_TESTS = ["test/commands/mutate/weak-tests.ts"];

/** Runs the command with these tests only, and a report of its own. Returns the survivors, the output and the exit code. */
export async function mutate(tests: string[], ...args: string[]) {
  const report = join(await createTemporaryFolder(), "report.json");
  const settings = ["--report", report, "--workers", "1"];
  const command = startCommand("mutate", [...args, ...settings, ...tests.flatMap((path) => ["--tests", path])]);
  const code = await command.exited;
  const output = command.output();
  const survivors = [...output.matchAll(/^\S+:\d+ {2}(.*)\n {4}SURVIVED$/gm)].map(([, key]) => key);
  return { code, output, survivors };
}
