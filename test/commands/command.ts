// The project's commands as real processes: started as a newcomer would, watched, and looked for after their end.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { until } from "../setup/wait.ts";

/** A command that runs. */
export interface Command {
  process: ChildProcess;
  /** What it printed so far, on both streams. */
  output(): string;
  /** Resolves with the exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>;
  /** The processes it has started that still run, itself included. */
  running(): number[];
}

/** Starts `npm run <name>` in a folder, in a process group of its own. */
export function npmRun(
  name: string,
  args: string[] = [],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Command {
  const mark = `LEASEHOLD_TEST_COMMAND=${randomUUID()}`;
  const [variable = "", value] = mark.split("=");
  // Without what vitest and the npm around it have put into the environment of this process.
  const inherited = Object.entries(process.env).filter(([key]) => !/^(VITEST|npm_|NODE_)/i.test(key));
  const env = { ...Object.fromEntries(inherited), ...options.env, [variable]: value };
  const child = spawn("npm", ["run", "--silent", name, "--", ...args], { cwd: options.cwd, env, detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  return {
    process: child,
    output: () => output,
    exited: new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal))),
    running: () => processesWith(mark),
  };
}

/** Waits until a command has printed something, or fails with what it printed instead. */
export async function printed(command: Command, text: string | RegExp, within = 60_000): Promise<string> {
  const matches = () => (typeof text === "string" ? command.output().includes(text) : text.test(command.output()));
  try {
    await until(() => matches() || command.process.exitCode !== null, within);
  } catch {
    // Told below, with the output.
  }
  if (!matches()) throw new Error(`did not print ${text} but:\n${command.output()}`);
  return command.output();
}

/** Ends whatever of a command is left after a test. */
export async function end(command: Command): Promise<void> {
  command.process.kill("SIGTERM");
  await until(() => command.running().length === 0);
}

/** The process among a command's whose command line holds a text. */
export function processOf(command: Command, text: string): number {
  const found = command.running().find((pid) => fileOf(pid, "cmdline").replaceAll("\0", " ").includes(text));
  if (found === undefined) throw new Error(`no process runs ${text}`);
  return found;
}

// Every process inherits the mark. Redis writes its title over its environment, so tests also ask at its port.
function processesWith(mark: string): number[] {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((pid) => fileOf(pid, "environ").split("\0").includes(mark));
}

function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
