// Child processes that cannot outlive this one: not after a signal, a crash, or even SIGKILL.
import { type ChildProcess, spawn } from "node:child_process";

// A shell stands between the two. It holds the reading end of a pipe whose other end is ours: when we are gone, however
// that came, the read ends, and the child's whole process group is told to stop and, if it does not, killed.
const SHELL = `
exec 3<&0 </dev/null
"$@" 3<&- &
child=$!
{
  cat <&3 >/dev/null
  kill -TERM $child
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 $child || break; sleep 0.1; done
  kill -KILL 0
} 2>/dev/null 3<&3 &
exec 3<&-
wait $child
`;

/** A child on a leash. */
export interface Leashed {
  process: ChildProcess;
  /** Resolves with the exit code when the child is gone. */
  exited: Promise<number>;
  /** Stops the child and all it started; resolves when they are gone. */
  stop(): Promise<void>;
}

/** Starts a program. Its output comes as pipes; its input is empty. */
export function spawnLeashed(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Leashed {
  const child = spawn("/bin/sh", ["-c", SHELL, "sh", command, ...args], {
    env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {});
  const exited = new Promise<number>((resolve) => {
    child.once("error", () => resolve(127));
    child.once("exit", (code) => {
      killGroup(child.pid);
      resolve(code ?? 1);
    });
  });
  return {
    process: child,
    exited,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}
