// The set-up does each step in one process at a time, and a process that dies blocks none.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fillFolder } from "../../scripts/setup/find-redis.mjs";
import { doOnce } from "../../scripts/setup/setup-lock.mjs";
import { createTemporaryFolder } from "../setup/temporary-folder.ts";
import { until } from "../setup/wait.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  vi.stubEnv("XDG_CACHE_HOME", folder);
});
afterEach(() => {
  child?.kill("SIGKILL");
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const isUndone = () => false;

/** Starts a process that works at a step of the set-up until it is killed. */
async function startSetup(address: string | undefined): Promise<ChildProcess> {
  const work = "() => { console.log('working'); return new Promise((resolve) => setTimeout(resolve, 600_000)); }";
  const code = `import { doOnce } from "./scripts/setup/setup-lock.mjs"; await doOnce(() => false, ${work}${
    address === undefined ? "" : `, ${JSON.stringify(address)}`
  });`;
  const started = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  await once(started.stdout, "data");
  return started;
}

test.each([
  ["an abstract socket", () => undefined],
  ["a socket with a file", () => join(folder, "socket")],
])("over %s, a step waits for a process that works, until that is killed", async (_, addressOf) => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const address = addressOf();
  const other = await startSetup(address);
  const work = vi.fn(async () => {});
  const done = doOnce(isUndone, work, address);
  await until(() => stderr.mock.calls.length > 0);
  expect(stderr.mock.calls.join()).toContain("waiting for another command, which is setting up …");
  await expect(until(() => work.mock.calls.length > 0, 300)).rejects.toThrow();
  other.kill("SIGKILL");
  await done;
  expect(work).toHaveBeenCalledTimes(1);
  expect(stderr).toHaveBeenCalledTimes(1);
  expect(await readdir(folder)).toEqual([]);
});

test("a step that fails does not block the next", async () => {
  await expect(doOnce(isUndone, () => Promise.reject(new Error("no network")))).rejects.toThrow("no network");
  const work = vi.fn(async () => {});
  await doOnce(isUndone, work);
  expect(work).toHaveBeenCalledTimes(1);
});

test("two calls that fill the same folder of the cache fill it once, and it never exists half full", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const filled = join(folder, "filled");
  const fill = vi.fn(async (partial: string) => {
    await writeFile(join(partial, "one"), "");
    expect(existsSync(filled)).toBe(false);
    await writeFile(join(partial, "two"), "");
  });
  const isFilled = () => existsSync(filled);
  await Promise.all([1, 2].map(() => fillFolder(filled, { isFilled, fill })));
  expect(fill).toHaveBeenCalledTimes(1);
  expect(await readdir(filled)).toEqual(["one", "two"]);
  expect(await readdir(folder)).toEqual(["filled"]);
});

test("a folder that could not be filled does not exist", async () => {
  const fill = () => Promise.reject(new Error("no network"));
  await expect(fillFolder(join(folder, "filled"), { isFilled: isUndone, fill })).rejects.toThrow("no network");
  expect(await readdir(folder)).toEqual([]);
});
