// Runs the programs of the set-up, without a question and without noise unless they fail.
// @ts-check
import { spawnSync } from "node:child_process";
import { spawnLeashed } from "../processes/leash.mjs";

/** Aborted when the set-up is to stop: what runs is ended, and nothing more is started. */
export const stopping = new AbortController();

/**
 * @typedef {object} Options
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] What is added to the environment.
 * @property {boolean} [toItsEnd] Not to be stopped half-way, such as a change to the system's packages.
 */

/**
 * Runs a command to its end; rejects with its output when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 */
export async function runCommand(command, args, { cwd, env, toItsEnd = false } = {}) {
  stopping.signal.throwIfAborted();
  const child = spawnLeashed(command, args, { cwd, env: { ...process.env, ...env } });
  if (!toItsEnd) stopping.signal.addEventListener("abort", child.stop);
  let said = "";
  for (const stream of child.output) stream.on("data", (data) => (said += data));
  const code = await child.exited;
  stopping.signal.removeEventListener("abort", child.stop);
  stopping.signal.throwIfAborted();
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed (${code}): ${said.trim()}`);
}

/**
 * Whether a command that may as well be missing or fail did what it should.
 * @param {Parameters<typeof runCommand>} call
 */
export async function tryCommand(...call) {
  try {
    await runCommand(...call);
    return true;
  } catch {
    stopping.signal.throwIfAborted();
    return false;
  }
}

/**
 * What a command prints that answers at once, such as `--version`; undefined when it is missing or fails.
 * @param {string} command
 * @param {string[]} args
 */
export function ask(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8", timeout: 10_000 });
  return status === 0 ? stdout : undefined;
}

/**
 * Says what a step is about to do that may take a while.
 * @param {string} text
 */
export function announce(text) {
  process.stderr.write(`leasehold: ${text}\n`);
}
