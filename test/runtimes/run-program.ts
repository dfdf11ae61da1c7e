// Runs programs on other runtimes, as processes that end with the tests.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { spawnLeashed } from "../../scripts/processes/leash.mjs";
import { commandMark } from "../setup/processes.ts";
import { until } from "../setup/wait.ts";
import type { Settings } from "./test-app.ts";

const root = join(import.meta.dirname, "../..");
const packages = join(root, "node_modules");

/** The commands of the runtimes. They use no network, and keep their files in the temporary folder. */
const RUNTIMES = {
  bun: () => ({
    command: [findBinary("bun", "bin/bun"), "run", "--no-install"],
    env: { BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0", DO_NOT_TRACK: "1" },
  }),
  deno: () => ({
    command: [
      ...[findBinary("deno", "deno"), "run", "--cached-only", "--no-lock", "--no-prompt", "--node-modules-dir=manual"],
      ...["--allow-net=127.0.0.1", "--allow-env"],
    ],
    env: { DENO_DIR: join(tmpdir(), "deno"), DENO_NO_UPDATE_CHECK: "1" },
  }),
};

/**
 * Returns the path of a runtime's binary, which is in the package that npm installs for this platform. The launcher in
 * node_modules/.bin would need an install script to find it, and install scripts are off.
 */
function findBinary(runtime: string, file: string): string {
  const manifest = JSON.parse(readFileSync(join(packages, runtime, "package.json"), "utf8"));
  const paths = Object.keys(manifest.optionalDependencies).map((name) => join(packages, name, file));
  const found = paths.find((path) => existsSync(path));
  if (!found) throw new Error(`no package of ${runtime} contains a binary for this platform`);
  return found;
}

/** A runtime that these tests can start. */
export type Runtime = keyof typeof RUNTIMES;

interface ProgramOptions {
  settings: Settings;
  /** The output to wait for. */
  output: RegExp;
}

/** Starts a program. Resolves with the first group of the awaited output, while the program runs on until it is stopped. */
export async function runProgram(
  runtime: Runtime,
  file: string,
  { settings, output: pattern }: ProgramOptions,
): Promise<{ match: string; stop(): Promise<void> }> {
  const { command, env } = RUNTIMES[runtime]();
  const { PATH = "", HOME = "" } = process.env;
  const mark = `${commandMark(inject("prefix"))}${randomUUID()}`;
  const child = spawnLeashed("env", [mark, ...command, join(import.meta.dirname, "programs", file)], {
    cwd: root,
    // Nothing else of the test's environment: a proxy in it would change the result.
    env: { PATH, HOME, TMPDIR: tmpdir(), ...env, LEASEHOLD_TEST_SETTINGS: JSON.stringify(settings) },
  });
  let output = "";
  for (const stream of child.output) stream.on("data", (data) => (output += data));
  try {
    await until(() => pattern.test(output) || child.process.exitCode !== null, 60_000);
    const [, match] = pattern.exec(output) ?? [];
    if (match === undefined) throw new Error(`${runtime} did not print ${pattern}, but:\n${output}`);
    return { match, stop: child.stop };
  } catch (error) {
    await child.stop();
    throw error;
  }
}
