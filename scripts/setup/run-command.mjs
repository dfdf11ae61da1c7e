// Runs the programs of the set-up: without input, and without output unless they fail.
// @ts-check
import { spawnLeashed } from "../processes/leash.mjs";

/** Aborts when the set-up must stop: running programs are ended, and no more are started. */
export const stopping = new AbortController();

/**
 * Runs a program until it ends. Rejects with its output when it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, mustFinish?: boolean }} [options] `env` adds to the
 * environment. A program that must finish, such as a change to the system's packages, is not stopped halfway.
 */
export async function runCommand(program, args, { cwd, env, mustFinish = false } = {}) {
  stopping.signal.throwIfAborted();
  const child = spawnLeashed(program, args, { cwd, env: { ...process.env, ...env } });
  if (!mustFinish) stopping.signal.addEventListener("abort", child.stop);
  let output = "";
  for (const stream of child.output) stream.on("data", (data) => (output += data));
  const code = await child.exited;
  stopping.signal.removeEventListener("abort", child.stop);
  stopping.signal.throwIfAborted();
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed (${code}): ${output.trim()}`);
}

/**
 * Prints what a step that takes a while is about to do.
 * @param {string} text
 */
export function announce(text) {
  process.stderr.write(`leasehold: ${text}\n`);
}
