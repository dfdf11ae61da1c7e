// Starting and ending the programs of workers. Each has a process group of its own: an interrupt of the terminal does not reach
// it, so that a drain can wait for it, and what it has started ends with it.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

/** A program with its arguments. */
export type Program = readonly [command: string, ...args: string[]];

/** A running program. */
export interface WorkerProcess {
  child: ChildProcessWithoutNullStreams;
  /** Resolves when the process has ended and its output is read, with a description of the end: "exited with code 3". */
  ended: Promise<Ending>;
  /** The end of its error output. */
  stderrTail(): string;
  /** Ends the process: asks it first, and kills it when it has not ended after a while. */
  stop(): Promise<Ending>;
  kill(): void;
}

/** The end of a process. */
export interface Ending {
  code: number | null;
  text: string;
  /** False if it could not be started. */
  hasStarted: boolean;
}

// The time in ms that a process has for its end after SIGTERM.
const KILL_AFTER = 2_000;
// The time in ms for which the output of an ended process is read: what it started may keep it open.
const READ_AFTER_EXIT = 500;
// In characters. A job keeps 300 bytes of an error.
const TAIL = 400;
const HAS_GROUPS = process.platform !== "win32";

/** Starts a program. */
export function spawnWorker([command, ...args]: Program, env: NodeJS.ProcessEnv): WorkerProcess {
  const child = spawn(command, args, { env, detached: HAS_GROUPS, stdio: "pipe" });
  let tail = "";
  child.stderr.on("data", (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-TAIL);
    process.stderr.write(chunk);
  });
  // A process may end before it has read its input.
  child.stdin.on("error", () => {});
  const ended = new Promise<Ending>((resolve) => {
    child.once("error", ({ code }: NodeJS.ErrnoException) => {
      if (child.pid === undefined)
        resolve({ code: null, text: `could not be started (${code ?? "unknown"})`, hasStarted: false });
    });
    child.once("exit", (code, signal) => {
      const text = signal ? `was ended by ${signal}` : `exited with code ${code}`;
      const end = () => resolve({ code, text, hasStarted: true });
      const timer = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, READ_AFTER_EXIT);
      child.once("close", () => {
        clearTimeout(timer);
        end();
      });
    });
  });
  const signalGroup = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      if (HAS_GROUPS) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // The group is empty.
    }
  };
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) signalGroup("SIGTERM");
    const timer = setTimeout(() => signalGroup("SIGKILL"), KILL_AFTER);
    const ending = await ended;
    clearTimeout(timer);
    return ending;
  };
  return { child, ended, stderrTail: () => tail.trim(), stop, kill: () => signalGroup("SIGKILL") };
}
