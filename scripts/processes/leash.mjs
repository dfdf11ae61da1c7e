// Child processes that do not outlive this process, even after a crash or SIGKILL. Written by hand: the set-up needs it
// before any package is installed, and libraries end children only from handlers, which SIGKILL does not run.
// @ts-check
import { spawn } from "node:child_process";

// The child's descriptor 3 is the reading end of a pipe whose other end this process has. A shell in the child's process
// group reads it. When this process dies, in whatever way, the read ends; the shell then sends SIGTERM to the child, and
// after two seconds kills the group. The first shell becomes the child ($$ is both), so that the child's process id, exit
// code and signals are its own.
const SHELL = `
{
  trap '' HUP INT TERM
  cat <&3
  kill -TERM $$
  tries=20
  while kill -0 $$ && [ $tries -gt 0 ]; do sleep 0.1; tries=$((tries - 1)); done
  kill -KILL 0
} >/dev/null 2>&1 &
exec "$@" 3<&-
`;

/**
 * Starts a program in a process group of its own, without input and with pipes for its output. `unleash`, or the end of
 * this process, ends the group: the program and the processes that it has started, which may outlive it until then.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string | undefined, env?: NodeJS.ProcessEnv }} [options]
 */
export function leash(command, args, options = {}) {
  const child = spawn("/bin/sh", ["-c", SHELL, "sh", command, ...args], {
    ...options,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const pipe = /** @type {import("node:net").Socket} */ (child.stdio[3]);
  pipe.on("error", () => {});
  const output = /** @type {import("node:stream").Readable[]} */ ([child.stdout, child.stderr]);
  return { process: child, output, unleash: () => void pipe.destroy() };
}

/**
 * Starts a program like `leash`, and kills all processes that it has started when it ends. `exited` resolves with the exit
 * code after they are gone and their output has arrived. `stop` ends the program.
 * @param {Parameters<typeof leash>} call
 */
export function spawnLeashed(...call) {
  const { process: child, output, unleash } = leash(...call);
  /** @type {Promise<number>} */
  const exited = new Promise((resolve) => {
    child.once("error", () => resolve(127));
    child.once("exit", () => killGroup(child.pid));
    child.once("close", (code) => resolve(code ?? 1));
  });
  return {
    process: child,
    output,
    exited,
    stop: async () => {
      unleash();
      await exited;
    },
  };
}

/** @param {number | undefined} pid */
function killGroup(pid) {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The group is empty.
  }
}
