// The steps of a command: programs that print their output only when they fail.
import { spawnSync } from "node:child_process";

/** Runs a program with Node. When it fails, prints its output and exits. */
export function runStep(title: string, command: string[]): void {
  const start = performance.now();
  const result = spawnSync(process.execPath, command, { encoding: "utf8" });
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(`${result.status === 0 ? "ok  " : "FAIL"} ${title} (${seconds} s)`);
  if (result.status === 0) return;
  console.log(`${result.stdout}${result.stderr}`);
  process.exit(1);
}
