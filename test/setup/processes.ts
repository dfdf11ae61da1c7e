// The processes of this machine: which of them are a command's, and what each of them runs.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Begins a variable in the environment of every command that the tests of one run start. */
export function commandMark(prefix: string): string {
  return `LEASEHOLD_TEST_COMMAND=${prefix}`;
}

/**
 * The processes whose environment holds a variable whose text begins like this. Every process inherits it. Redis writes
 * its title over its environment, so tests also ask at its port.
 */
export function processesWith(variable: string): number[] {
  return processes("environ", "axeww", ` ${variable}`);
}

/** The processes whose command line holds a text. */
export function processesRunning(text: string): number[] {
  return processes("cmdline", "axww", text);
}

/** Linux tells in files, which needs no further program; others have `ps`, which tells both with `e`. */
function processes(file: string, psOptions: string, text: string): number[] {
  if (!existsSync("/proc/self/environ")) {
    const lines = execFileSync("ps", [psOptions, "-o", "pid=,command="], { encoding: "utf8" }).split("\n");
    return lines.filter((line) => line.includes(text)).map((line) => Number.parseInt(line, 10));
  }
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => ` ${contentOf(`/proc/${pid}/${file}`)}`.replaceAll("\0", " ").includes(text)).map(Number);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
