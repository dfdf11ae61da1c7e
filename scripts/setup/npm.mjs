// Runs npm for the set-up.
// @ts-check
import { delimiter, dirname } from "node:path";
import { runCommand, tryCommand } from "./run-command.mjs";

const QUIET = ["--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Returns the command line of the npm that runs this script, or of the one on PATH.
 * @param {string[]} args
 * @param {string} [node] The Node that runs npm.
 * @returns {[command: string, args: string[]]}
 */
export function npmCommand(args, node = process.execPath) {
  const running = process.env.npm_execpath;
  return running?.endsWith(".js") ? [node, [running, ...args]] : ["npm", args];
}

/**
 * Runs npm to its end; rejects with its output when it fails.
 * @param {Parameters<typeof npmCall>} call
 */
export function runNpm(...call) {
  return runCommand(...npmCall(...call));
}

/**
 * Runs npm where it may fail; returns whether it succeeded.
 * @param {Parameters<typeof npmCall>} call
 */
export function tryNpm(...call) {
  return tryCommand(...npmCall(...call));
}

/**
 * @param {string[]} args
 * @param {{ cwd: string, node?: string }} options
 * @returns {Parameters<typeof runCommand>}
 */
function npmCall(args, { cwd, node = process.execPath }) {
  const env = { PATH: [dirname(node), process.env.PATH].join(delimiter) };
  return [...npmCommand([...args, ...QUIET], node), { cwd, env }];
}
