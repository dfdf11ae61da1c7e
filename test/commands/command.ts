// The project's commands as real processes: started as a newcomer would, watched, and looked for after their end.
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { leash } from "../../scripts/processes/leash.mjs";
import { commandMark, processesRunning, processesWith } from "../setup/processes.ts";
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
  /** Lets go of the leash on which it ends with these tests, should they be stopped. */
  unleash(): void;
}

/** Starts `npm run <name>` in a folder, in a process group of its own. */
export function npmRun(
  name: string,
  args: string[] = [],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Command {
  const mark = `${commandMark(inject("prefix"))}${randomUUID()}`;
  // Without what vitest and the npm around it have put into the environment of this process.
  const inherited = Object.entries(process.env).filter(([key]) => !/^(VITEST|npm_|NODE_)/i.test(key));
  const env = { ...Object.fromEntries(inherited), ...options.env };
  // `env` sets the mark for npm, and not for the leash.
  const npm = [mark, "npm", "run", "--silent", name, "--", ...args];
  const { process: child, output: streams, unleash } = leash("env", npm, { cwd: options.cwd, env });
  let output = "";
  for (const stream of streams) stream.on("data", (data) => (output += data));
  return {
    process: child,
    output: () => output,
    exited: new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal))),
    running: () => processesWith(mark),
    unleash,
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
  command.unleash();
}

/** The process among a command's whose command line holds a text. */
export function processOf(command: Command, text: string): number {
  const all = new Set(processesRunning(text));
  const found = command.running().find((pid) => all.has(pid));
  if (found === undefined) throw new Error(`no process runs ${text}`);
  return found;
}
