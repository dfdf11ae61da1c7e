// The project's commands as processes: starts them, waits for their output, and ends them.
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { inject, onTestFinished } from "vitest";
import { leash } from "../../scripts/processes/leash.mjs";
import { isPortFree } from "../../scripts/processes/ports.ts";
import { commandMark, processesWithCommand, processesWithVariable } from "../setup/processes.ts";
import { until } from "../setup/wait.ts";

/** A running command. */
export interface Command {
  process: ChildProcess;
  /** Returns what it has printed so far, on both streams. */
  output(): string;
  /** Resolves with the exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>;
  /** Returns the ids of its processes that still run, itself included. */
  running(): number[];
}

/** Starts `npm run <name>`, in a process group of its own. It ends with the test, and with this process. */
export function startCommand(
  name: string,
  args: string[] = [],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Command {
  const mark = `${commandMark(inject("prefix"))}${randomUUID()}`;
  // Without the variables that vitest, and the npm that runs it, have added.
  const inherited = Object.entries(process.env).filter(([key]) => !/^(VITEST|npm_|NODE_)/i.test(key));
  const env = { ...Object.fromEntries(inherited), ...options.env };
  // `env` marks npm and its children, but not the shell of the leash.
  const npm = [mark, "npm", "run", "--silent", name, "--", ...args];
  const { process: child, output: streams, unleash } = leash("env", npm, { cwd: options.cwd, env });
  let output = "";
  for (const stream of streams) stream.on("data", (data) => (output += data));
  const running = () => processesWithVariable(mark);
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await until(() => running().length === 0);
    unleash();
  });
  return {
    process: child,
    output: () => output,
    exited: new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal))),
    running,
  };
}

/** Resolves with the output of a command when it contains a text. Rejects with the output when the text does not come. */
export async function untilPrinted(command: Command, text: string | RegExp, within = 60_000): Promise<string> {
  const matches = () => (typeof text === "string" ? command.output().includes(text) : text.test(command.output()));
  await until(() => matches() || command.process.exitCode !== null, within).catch(() => {});
  if (!matches()) throw new Error(`did not print ${text} but:\n${command.output()}`);
  return command.output();
}

/** Resolves when no process of a command runs, and no process listens on the ports that it has printed. */
export async function untilGone(command: Command): Promise<void> {
  const ports = new Set([...command.output().matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port)));
  const arePortsFree = async () => (await Promise.all([...ports].map(isPortFree))).every(Boolean);
  await until(async () => (await arePortsFree()) && command.running().length === 0);
}

/** Returns the process of a command whose command line contains a text. */
export function findProcess(command: Command, text: string): number {
  const all = new Set(processesWithCommand(text));
  const found = command.running().find((pid) => all.has(pid));
  if (found === undefined) throw new Error(`no process runs ${text}`);
  return found;
}
