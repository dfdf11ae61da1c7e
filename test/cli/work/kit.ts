// Runs `leasehold work` as a process beside a test.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

const COMMAND = join(import.meta.dirname, "../../../src/cli.ts");

/** The end of a worker. */
interface WorkEnd {
  code: number | null;
  /** The totals that it printed. */
  report: Record<string, number>;
  stderr: string;
}

/** Starts a worker for a queue. `stop` asks it to end, and resolves with its end. */
export function startWork(queue: string, args: readonly string[], env: Record<string, string>) {
  const all = { ...env, PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };
  const child = spawn(process.execPath, [COMMAND, "work", queue, "--json", ...args], { env: all });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ended: Promise<WorkEnd> = Promise.all([exited, text(child.stdout), text(child.stderr)]).then(
    ([code, stdout, stderr]) => ({ code, report: stdout === "" ? {} : JSON.parse(stdout), stderr }),
  );
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  return { pid: child.pid ?? 0, stop, ended };
}

/** Returns the arguments that run a program in Node. */
export function program(source: string): string[] {
  return ["--", process.execPath, "--input-type=module", "--eval", source];
}
