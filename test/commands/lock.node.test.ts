// The set-up's locks: one at a time, and nobody waits for the dead.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fillOnce } from "../../scripts/setup/cache.mjs";
import { withLock } from "../../scripts/setup/lock.mjs";
import { until } from "../setup/wait.ts";

let folder: string;
let lock: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "leasehold-lock-"));
  lock = join(folder, "lock");
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test("the lock of a process that is gone is taken at once", async () => {
  const gone = spawn("true");
  await once(gone, "exit");
  await writeFile(lock, String(gone.pid));
  const work = vi.fn(async () => {});
  await withLock(lock, work);
  expect(work).toHaveBeenCalledTimes(1);
  expect(await readdir(folder)).toEqual([]);
});

test("the lock of a process that lives is waited for, until that shows no sign of life", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await writeFile(lock, String(process.ppid));
  const work = vi.fn(async () => {});
  const done = withLock(lock, work);
  await until(() => said.mock.calls.length > 0);
  expect(said.mock.calls.join()).toContain(`waiting for process ${process.ppid}`);
  expect(work).not.toHaveBeenCalled();
  await utimes(lock, 0, 0);
  await done;
  expect(work).toHaveBeenCalledTimes(1);
});

test("a lock that somebody else has taken meanwhile is left alone", async () => {
  await withLock(lock, () => writeFile(lock, String(process.ppid)));
  expect(existsSync(lock)).toBe(true);
});

test("two that fill the same folder of the cache do so once, and it is never seen half full", async () => {
  vi.stubEnv("LEASEHOLD_CACHE", folder);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const filled = join(folder, "filled");
  const fill = vi.fn(async (partial: string) => {
    await writeFile(join(partial, "one"), "");
    expect(existsSync(filled)).toBe(false);
    await writeFile(join(partial, "two"), "");
  });
  const twice = [1, 2].map(() => fillOnce(filled, () => existsSync(filled), fill));
  await Promise.all(twice);
  expect(fill).toHaveBeenCalledTimes(1);
  expect(await readdir(filled)).toEqual(["one", "two"]);
  expect(await readdir(folder)).toEqual(["filled"]);
});

test("a folder that could not be filled is not there", async () => {
  vi.stubEnv("LEASEHOLD_CACHE", folder);
  const filling = fillOnce(
    join(folder, "filled"),
    () => false,
    () => Promise.reject(new Error("no network")),
  );
  await expect(filling).rejects.toThrow("no network");
  expect(await readdir(folder)).toEqual([]);
});
