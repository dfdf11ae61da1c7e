// Child processes that cannot outlive this one: not after a signal, a crash, or even SIGKILL.
// @ts-check
import { spawn } from "node:child_process";

// The child's descriptor 3 is the reading end of a pipe whose other end is ours. A shell in the child's process group
// holds it: when we are gone, however that came, its read ends, and it tells the child to stop and then kills the group.
// The shell becomes the child ($$ is both), so that the child's id, exit code and signals are its own.
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
 * Starts a program on a leash, in a process group of its own, with no input and its output as pipes. What it started
 * may outlive it until `unleash` or our own end.
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
 * Starts a program on a leash whose end is the end of all it started. `exited` resolves with the exit code when they are
 * gone and their output has arrived; `stop` ends them.
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
    // Nobody is left in it.
  }
}
