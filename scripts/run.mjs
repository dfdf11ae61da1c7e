// Runs a command of package.json: sets up what is missing, then runs the command with a Node that is new enough. Plain
// JavaScript, because it runs before anything is installed.
// @ts-check
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { untilStopped } from "./processes/until-stopped.mjs";
import { installChromium } from "./setup/find-chromium.mjs";
import { findNode } from "./setup/find-node.mjs";
import { findRedisServer } from "./setup/find-redis.mjs";
import { root, useWritableHome } from "./setup/folders.mjs";
import { installPackages } from "./setup/install-packages.mjs";
import { stopping } from "./setup/run-command.mjs";

const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--config"];

/**
 * The arguments with which Node runs a command, and the programs that it needs: a Redis server, Chromium.
 * @typedef {{ run: string[], redis?: "always" | "unless REDIS_URL", chromium?: boolean }} Task
 * @type {Record<string, Task>}
 */
const TASKS = {
  setup: { run: ["--eval", ""], redis: "always", chromium: true },
  test: { run: [...VITEST, "test/vitest.config.ts"], redis: "always", chromium: true },
  "test:long": { run: [...VITEST, "test/long.vitest.config.ts"], redis: "always", chromium: true },
  "test:bugs": { run: [...VITEST, "test/bugs.vitest.config.ts"], redis: "always" },
  "test:soak": { run: ["scripts/soak.ts"], redis: "always" },
  "test:faults": { run: ["test/scale/main.ts"], redis: "always" },
  "test:attack": { run: ["scripts/attack.ts"], redis: "always" },
  "test:noisy": { run: ["scripts/noisy.ts"], redis: "always" },
  "test:stdio": { run: ["scripts/stdio.ts"], redis: "always" },
  "test:work": { run: ["scripts/work.ts"], redis: "always" },
  "test:day": { run: ["--expose-gc", "scripts/day.ts"], redis: "always" },
  dev: { run: ["scripts/dev.ts"], redis: "unless REDIS_URL" },
  stack: { run: ["scripts/stack.ts"], redis: "unless REDIS_URL" },
  token: { run: ["src/cli.ts", "token", "new"] },
  deploy: { run: ["node_modules/wrangler/bin/wrangler.js", "deploy"] },
  check: { run: ["scripts/check.ts"] },
  build: { run: ["scripts/build.ts"] },
  "build:lua": { run: ["scripts/build/lua.ts"] },
  "build:openapi": { run: ["scripts/build/openapi.ts"] },
  "build:console": { run: ["scripts/build/console.ts"] },
  size: { run: ["scripts/check/size.ts"] },
  format: { run: ["node_modules/@biomejs/biome/bin/biome", "check", "--write"] },
  bench: { run: ["scripts/bench/run.ts"], redis: "always" },
  "bench:api": { run: ["scripts/bench/api.ts"], redis: "always" },
  "bench:bodies": { run: ["scripts/bench/bodies.ts"], redis: "always" },
  "bench:requests": { run: ["scripts/bench/requests.ts"], redis: "always" },
  "bench:first-run": { run: ["scripts/bench/first-run.ts"] },
  "bench:encryption": { run: ["scripts/bench/encryption.ts"] },
  "bench:search": { run: ["scripts/bench/search.ts"], redis: "always" },
  "bench:console": { run: ["scripts/bench/console.ts"], redis: "always", chromium: true },
  "bench:cron": { run: ["scripts/bench/cron.ts"], redis: "always" },
  "bench:instructions": { run: ["scripts/bench/engine/instructions.ts"], redis: "always" },
  "bench:groups": { run: ["scripts/bench/engine/groups.ts"], redis: "always" },
  "bench:flows": { run: ["scripts/bench/engine/flows.ts"], redis: "always" },
  "bench:fairness": { run: ["scripts/bench/engine/fairness.ts"], redis: "always" },
  "bench:command": { run: ["scripts/bench/command.ts"], redis: "always" },
  "bench:gateway": { run: ["scripts/bench/gateway.ts"], redis: "always" },
  "bench:rwq-clean": { run: ["scripts/bench/rwq-clean.ts"], redis: "always" },
  mutate: { run: ["scripts/mutate.ts"], redis: "always" },
  "rwq-cleaner": { run: ["scripts/rwq-cleaner.ts"] },
};

const GRACE = 10_000;

/**
 * Sets up what a command needs and runs it. Resolves with its exit code.
 * @param {string} name
 * @param {string[]} args
 */
async function main(name, args) {
  const task = TASKS[name];
  if (!task) throw new Error(`There is no command ${name}. Commands: ${Object.keys(TASKS).join(", ")}`);
  useWritableHome();
  const node = await findNode();
  await installPackages(root, { title: "the packages of package-lock.json, which takes half a minute", node });
  const needsServer = task.redis === "always" || (task.redis && !process.env.REDIS_URL);
  const server = needsServer ? { LEASEHOLD_REDIS_SERVER: await findRedisServer() } : {};
  if (task.chromium) await installChromium();
  const path = [dirname(node), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  return runNode([...task.run, ...args], { node, env: { ...process.env, ...server, PATH: path } });
}

/**
 * Runs Node in a process group of its own, and ends the group when Node has ended. Passes on the first signal, or SIGTERM
 * when the parent of this process is gone. Resolves with the exit code.
 * @param {string[]} args
 * @param {{ node: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
function runNode(args, { node, env }) {
  stopping.signal.throwIfAborted();
  const child = spawn(node, args, { cwd: root, env, stdio: "inherit", detached: true });
  const killGroup = () => {
    try {
      process.kill(-(/** @type {number} */ (child.pid)), "SIGKILL");
    } catch {
      // The group is empty.
    }
  };
  stopping.signal.addEventListener("abort", () => {
    child.kill(stopping.signal.reason);
    setTimeout(killGroup, GRACE).unref();
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      killGroup();
      resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]);
    });
  });
}

const [name = "", ...args] = process.argv.slice(2);
untilStopped().then((signal) => stopping.abort(signal));
try {
  process.exitCode = await main(name, args);
} catch (error) {
  const signal = /** @type {NodeJS.Signals | undefined} */ (stopping.signal.reason);
  if (!signal) process.stderr.write(`leasehold: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = signal ? 128 + constants.signals[signal] : 1;
}
