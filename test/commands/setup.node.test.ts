// The set-up: which Redis server is taken, in which order, and what is said when there is none.
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "leasehold-setup-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Makes a program that answers `--version` as a server does. */
async function fakeServer(path: string, version: string): Promise<string> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\necho "${version}"\n`);
  await chmod(file, 0o755);
  return file;
}

async function find(env: NodeJS.ProcessEnv): Promise<string> {
  const script = "import { findRedisServer } from './scripts/setup/redis.mjs'; console.log(await findRedisServer());";
  const options = {
    cwd: root,
    env: { HOME: folder, PATH: join(folder, "bin"), XDG_CACHE_HOME: join(folder, "cache"), ...env },
  };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], options);
  return stdout.trim();
}

const REDIS_7 = "Redis server v=7.0.15 sha=0 malloc=jemalloc bits=64";
const VALKEY_8 = "Valkey server v=8.0.1 sha=0 malloc=jemalloc bits=64";

test("the one that is named wins over the one on PATH", async () => {
  await fakeServer("bin/redis-server", REDIS_7);
  const named = await fakeServer("elsewhere/my-redis", VALKEY_8);
  expect(await find({ LEASEHOLD_REDIS_SERVER: named })).toBe(named);
});

test.each(["/no/such/server", "/bin/sh"])("%s, named but no server, is an error and not passed over", async (path) => {
  await fakeServer("bin/redis-server", REDIS_7);
  await expect(find({ LEASEHOLD_REDIS_SERVER: path })).rejects.toThrow(`LEASEHOLD_REDIS_SERVER is ${path}`);
});

test("redis-server on PATH wins over valkey-server, and that over the cached copy", async () => {
  const cached = await fakeServer("cache/leasehold/redis/redis-server", REDIS_7);
  expect(await find({})).toBe(cached);
  const valkey = await fakeServer("bin/valkey-server", VALKEY_8);
  expect(await find({})).toBe(valkey);
  const redis = await fakeServer("bin/redis-server", REDIS_7);
  expect(await find({})).toBe(redis);
});

test("a server older than 7 is passed over", async () => {
  await fakeServer("bin/redis-server", "Redis server v=6.2.14 sha=0 malloc=jemalloc bits=64");
  const valkey = await fakeServer("bin/valkey-server", VALKEY_8);
  expect(await find({})).toBe(valkey);
});

test("where there is none and none can be had, the message names the choices", async () => {
  await mkdir(join(folder, "bin"));
  await expect(find({})).rejects.toThrow(/PATH[\s\S]*LEASEHOLD_REDIS_SERVER[\s\S]*REDIS_URL/);
});

test("an unknown command is refused with the list of commands", async () => {
  const run = promisify(execFile)(process.execPath, ["scripts/run.mjs", "fly"], { cwd: root });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no command fly. Commands: setup, test, "),
  });
});
