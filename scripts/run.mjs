// Every command of package.json: sets up what is missing, then runs the command with a Node that is new enough.
// Plain JavaScript, because it has to run before anything is installed.
// @ts-check
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { cacheFolder, homeFolder, root } from "./setup/cache.mjs";
import { installDependencies } from "./setup/dependencies.mjs";
import { findNode } from "./setup/node.mjs";
import { findRedisServer } from "./setup/redis.mjs";

const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];

/**
 * What a command runs, and whether that needs a Redis server to start.
 * @typedef {{ run: string[], redis?: "always" | "unless REDIS_URL" }} Task
 * @type {Record<string, Task>}
 */
const TASKS = {
  setup: { run: ["--eval", ""], redis: "always" },
  test: { run: VITEST, redis: "always" },
  dev: { run: ["scripts/dev.ts"], redis: "unless REDIS_URL" },
  stack: { run: ["scripts/stack.ts"], redis: "unless REDIS_URL" },
  check: { run: ["scripts/check.ts"] },
  build: { run: ["scripts/build.ts"] },
  "build:lua": { run: ["scripts/build-lua.ts"] },
  format: { run: ["node_modules/@biomejs/biome/bin/biome", "check", "--write"] },
  "bench:first-run": { run: ["scripts/bench/first-run.ts"] },
  "bench:flatness": { run: ["scripts/bench/flatness.ts"], redis: "always" },
  "bench:gateway": { run: ["scripts/bench/gateway.ts"], redis: "always" },
};

const GRACE = 10_000;

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
async function main(name, args) {
  const task = TASKS[name];
  if (!task) throw new Error(`There is no command ${name}. Commands: ${Object.keys(TASKS).join(", ")}`);
  useWritableFolders();
  await installDependencies();
  const node = findNode();
  const needsServer = task.redis === "always" || (task.redis && !process.env.REDIS_URL);
  const server = needsServer ? { LEASEHOLD_REDIS_SERVER: findRedisServer() } : {};
  const path = [dirname(node), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  return runToEnd(node, [...task.run, ...args], { ...process.env, ...server, PATH: path });
}

/** npm and wrangler keep files in the user's home, which a user without rights may not have. */
function useWritableFolders() {
  const home = homeFolder();
  if (home !== homedir()) {
    process.env.LEASEHOLD_CACHE = cacheFolder();
    process.env.HOME = home;
    process.env.npm_config_cache = join(home, ".npm");
    delete process.env.XDG_CONFIG_HOME;
  }
}

/**
 * Runs a child in a process group of its own and passes signals on, each once. When the child is gone, so is its group;
 * when this process's parent is gone without a word, so is the child.
 * @param {string} node
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function runToEnd(node, args, env) {
  const child = spawn(node, args, { cwd: root, env, stdio: "inherit", detached: true });
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      process.kill(-(/** @type {number} */ (child.pid)), signal);
    } catch {
      // Gone already.
    }
  };
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal);
    setTimeout(kill, GRACE, "SIGKILL").unref();
  };
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, stop);
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stop("SIGTERM"), 500).unref();
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      kill("SIGKILL");
      resolve(code ?? (signal === "SIGINT" ? 130 : 143));
    });
  });
}

const [name = "", ...args] = process.argv.slice(2);
try {
  process.exitCode = await main(name, args);
} catch (error) {
  process.stderr.write(`leasehold: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
