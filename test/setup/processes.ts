// Finds processes of this machine by their environment or their command line.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Returns the beginning of a variable that marks the commands which the tests of one run start. */
export function commandMark(prefix: string): string {
  return `LEASEHOLD_TEST_COMMAND=${prefix}`;
}

/**
 * Returns the processes with a variable in their environment that begins with a text. Children inherit it. Redis overwrites
 * its environment with its title, so tests also look at its port.
 */
export function processesWithVariable(variable: string): number[] {
  return findProcesses(` ${variable}`, { file: "environ", psOptions: "axeww" });
}

/** Returns the processes whose command line contains a text. */
export function processesWithCommand(text: string): number[] {
  return findProcesses(text, { file: "cmdline", psOptions: "axww" });
}

/** Searches the files of Linux, which need no other program, or else the output of `ps`. */
function findProcesses(text: string, { file, psOptions }: { file: string; psOptions: string }): number[] {
  if (!existsSync("/proc/self/environ")) {
    const lines = execFileSync("ps", [psOptions, "-o", "pid=,command="], { encoding: "utf8" }).split("\n");
    return lines.filter((line) => line.includes(text)).map((line) => Number.parseInt(line, 10));
  }
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => ` ${readIfRunning(`/proc/${pid}/${file}`)}`.replaceAll("\0", " ").includes(text))
    .map(Number);
}

/** Returns the text of a file in /proc; an empty text if its process has ended. */
function readIfRunning(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
