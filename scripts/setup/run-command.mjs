// Runs a program of the set-up to its end, without a question and without noise unless it fails.
// @ts-check
import { spawnSync } from "node:child_process";

/**
 * Runs a command; throws with its output when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 * @returns {string} what it printed
 */
export function runCommand(command, args, { cwd, env } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0) return result.stdout;
  const reason = result.error?.message ?? `${result.stderr}${result.stdout}`.trim();
  throw new Error(`${command} ${args.join(" ")} failed (${result.signal ?? result.status}): ${reason}`);
}

/**
 * Like runCommand, for a command that may as well be missing or fail.
 * @param {Parameters<typeof runCommand>} call
 * @returns {string | undefined}
 */
export function tryCommand(...call) {
  try {
    return runCommand(...call);
  } catch {
    return undefined;
  }
}

/**
 * Says what a step is about to do that may take a while.
 * @param {string} text
 */
export function announce(text) {
  process.stderr.write(`leasehold: ${text}\n`);
}
