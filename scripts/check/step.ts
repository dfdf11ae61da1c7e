// One step of a command: a tool run to its end, with its output shown only when it fails.
import { spawnSync } from "node:child_process";

/** Runs a tool of node_modules; ends the process with its output when it fails. */
export function step(what: string, file: string, args: string[]): void {
  const start = performance.now();
  const result = spawnSync(process.execPath, [`node_modules/${file}`, ...args], { encoding: "utf8" });
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(`${result.status === 0 ? "ok  " : "FAIL"} ${what} (${seconds} s)`);
  if (result.status === 0) return;
  console.log(`${result.stdout}${result.stderr}`);
  process.exit(1);
}
