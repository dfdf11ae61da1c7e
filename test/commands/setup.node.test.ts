// The set-up finds a Redis server or prints advice, and replaces a home that it cannot write to.
import { execFile } from "node:child_process";
import { cp, mkdir, readlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { createTemporaryFolder } from "../setup/temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});

/** Writes a program that prints a server's version. */
async function writeFakeServer(path: string, version: string): Promise<string> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\necho "${version}"\n`, { mode: 0o755 });
  return file;
}

/** Runs a module in a process with this environment. Returns what it prints. */
async function runModule(code: string, env: NodeJS.ProcessEnv): Promise<string> {
  const args = ["--input-type=module", "-e", code];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  return stdout.trim();
}

/** Returns the server that the set-up finds with this environment. */
async function findServer(env: NodeJS.ProcessEnv): Promise<string> {
  const script =
    "import { findRedisServer } from './scripts/setup/find-redis.mjs'; console.log(await findRedisServer());";
  return runModule(script, { HOME: folder, PATH: join(folder, "bin"), XDG_CACHE_HOME: join(folder, "cache"), ...env });
}

const REDIS_7 = "Redis server v=7.0.15 sha=0 malloc=jemalloc bits=64";
const VALKEY_8 = "Valkey server v=8.0.1 sha=0 malloc=jemalloc bits=64";

test("LEASEHOLD_REDIS_SERVER wins over PATH", async () => {
  await writeFakeServer("bin/redis-server", REDIS_7);
  const chosen = await writeFakeServer("elsewhere/my-redis", VALKEY_8);
  expect(await findServer({ LEASEHOLD_REDIS_SERVER: chosen })).toBe(chosen);
});

test.each(["/no/such/server", "/bin/sh"])(
  "LEASEHOLD_REDIS_SERVER=%s, which is not a server, is an error",
  async (path) => {
    await writeFakeServer("bin/redis-server", REDIS_7);
    await expect(findServer({ LEASEHOLD_REDIS_SERVER: path })).rejects.toThrow(`LEASEHOLD_REDIS_SERVER is ${path}`);
  },
);

test("redis-server on PATH wins over valkey-server, which wins over the cached copy", async () => {
  const cached = await writeFakeServer("cache/leasehold/redis/redis-server", REDIS_7);
  expect(await findServer({})).toBe(cached);
  const valkey = await writeFakeServer("bin/valkey-server", VALKEY_8);
  expect(await findServer({})).toBe(valkey);
  const redis = await writeFakeServer("bin/redis-server", REDIS_7);
  expect(await findServer({})).toBe(redis);
});

test("a server older than 7 is skipped", async () => {
  await writeFakeServer("bin/redis-server", "Redis server v=6.2.14 sha=0 malloc=jemalloc bits=64");
  const valkey = await writeFakeServer("bin/valkey-server", VALKEY_8);
  expect(await findServer({})).toBe(valkey);
});

test("without a server and without apt, the error names the choices", async () => {
  await mkdir(join(folder, "bin"));
  await expect(findServer({})).rejects.toThrow(/PATH[\s\S]*LEASEHOLD_REDIS_SERVER[\s\S]*REDIS_URL/);
});

test("the server of redis-tools on PATH is linked into the cache under its own name", async () => {
  const program = await writeFakeServer("bin/redis-check-rdb", REDIS_7);
  const server = await findServer({});
  expect(server).toBe(join(folder, "cache/leasehold/redis/redis-server"));
  expect(await readlink(server)).toBe(program);
});

test("a home that cannot be written to is replaced by one in the clone", async () => {
  const file = "scripts/setup/folders.mjs";
  await mkdir(join(folder, "clone/scripts/setup"), { recursive: true });
  await cp(join(root, file), join(folder, "clone", file));
  const code = `import { cacheFolder, useWritableHome } from '${folder}/clone/${file}';
    useWritableHome();
    const { HOME, XDG_CONFIG_HOME, npm_config_cache } = process.env;
    console.log(JSON.stringify([HOME, cacheFolder(), XDG_CONFIG_HOME, npm_config_cache]));`;
  const writable = { HOME: folder, XDG_CONFIG_HOME: "/etc", npm_config_cache: "/npm" };
  const kept = [folder, join(folder, ".cache/leasehold"), "/etc", "/npm"];
  expect(JSON.parse(await runModule(code, writable))).toEqual(kept);
  const home = join(folder, "clone/.cache/home");
  const inClone = [home, join(home, ".cache/leasehold"), null, join(home, ".npm")];
  for (const readOnly of [{ HOME: "/dev/null" }, { XDG_CACHE_HOME: "/dev/null" }])
    expect(JSON.parse(await runModule(code, { ...writable, ...readOnly }))).toEqual(inClone);
});

test("an unknown command is refused with the list of commands", async () => {
  const run = promisify(execFile)(process.execPath, ["scripts/run.mjs", "fly"], { cwd: root });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no command fly. Commands: setup, test, "),
  });
});
