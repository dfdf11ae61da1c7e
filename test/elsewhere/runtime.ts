// Other runtimes as processes, each on a leash: what they printed, and their end with the tests.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { spawnLeashed } from "../../scripts/processes/leash.mjs";
import { commandMark } from "../setup/processes.ts";
import { until } from "../setup/wait.ts";
import type { Settings } from "./app.ts";

const root = join(import.meta.dirname, "../..");
const packages = join(root, "node_modules");

/** How a runtime is started, so that it asks no network for anything and keeps its files where the tests' are. */
const RUNTIMES = {
  bun: () => ({
    command: [program("bun", "bin/bun"), "run", "--no-install"],
    env: { BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0", DO_NOT_TRACK: "1" },
  }),
  deno: () => ({
    command: [
      ...[program("deno", "deno"), "run", "--cached-only", "--no-lock", "--no-prompt", "--node-modules-dir=manual"],
      ...["--allow-net=127.0.0.1", "--allow-env"],
    ],
    env: { DENO_DIR: join(tmpdir(), "deno"), DENO_NO_UPDATE_CHECK: "1" },
  }),
};

/**
 * The program of a runtime, in the one of its packages that npm installs on this platform. The launcher in
 * node_modules/.bin is made to find it by an install script, and none runs.
 */
function program(runtime: string, file: string): string {
  const manifest = JSON.parse(readFileSync(join(packages, runtime, "package.json"), "utf8"));
  const programs = Object.keys(manifest.optionalDependencies).map((name) => join(packages, name, file));
  const found = programs.find((path) => existsSync(path));
  if (!found) throw new Error(`no package of ${runtime} has a program for this platform`);
  return found;
}

/** A runtime that these tests know how to start. */
export type Runtime = keyof typeof RUNTIMES;

/** Runs a file of this folder until it has printed a match, which is given back, and on until it is stopped. */
export async function run(
  runtime: Runtime,
  file: string,
  settings: Settings,
  printed: RegExp,
): Promise<{ match: string; stop(): Promise<void> }> {
  const { command, env } = RUNTIMES[runtime]();
  const { PATH = "", HOME = "" } = process.env;
  const mark = `${commandMark(inject("prefix"))}${randomUUID()}`;
  const child = spawnLeashed("env", [mark, ...command, join(import.meta.dirname, file)], {
    cwd: root,
    // Nothing else of our own environment: a proxy that somebody has set would change what is tested.
    env: { PATH, HOME, TMPDIR: tmpdir(), ...env, LEASEHOLD_ELSEWHERE: JSON.stringify(settings) },
  });
  let output = "";
  for (const stream of child.output) stream.on("data", (data) => (output += data));
  try {
    await until(() => printed.test(output) || child.process.exitCode !== null, 15_000);
    const [, match] = printed.exec(output) ?? [];
    if (match === undefined) throw new Error(`${runtime} did not print ${printed} but:\n${output}`);
    return { match, stop: child.stop };
  } catch (error) {
    await child.stop();
    throw error;
  }
}
