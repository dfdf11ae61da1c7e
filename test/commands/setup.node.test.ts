// The set-up finds a Redis server or prints advice, and replaces a home that it cannot write to.
import { execFile } from "node:child_process";
import { cp, mkdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { createTemporaryFolder } from "../setup/temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});

/** Writes a program that prints a version. */
async function writeFakeProgram(path: string, version: string): Promise<string> {
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
  await writeFakeProgram("bin/redis-server", REDIS_7);
  const chosen = await writeFakeProgram("elsewhere/my-redis", VALKEY_8);
  expect(await findServer({ LEASEHOLD_REDIS_SERVER: chosen })).toBe(chosen);
});

test.each(["/no/such/server", "/bin/sh"])(
  "LEASEHOLD_REDIS_SERVER=%s, which is not a server, is an error",
  async (path) => {
    await writeFakeProgram("bin/redis-server", REDIS_7);
    await expect(findServer({ LEASEHOLD_REDIS_SERVER: path })).rejects.toThrow(`LEASEHOLD_REDIS_SERVER is ${path}`);
  },
);

test("redis-server on PATH wins over valkey-server, which wins over the cached copy", async () => {
  const cached = await writeFakeProgram("cache/leasehold/redis/redis-server", REDIS_7);
  expect(await findServer({})).toBe(cached);
  const valkey = await writeFakeProgram("bin/valkey-server", VALKEY_8);
  expect(await findServer({})).toBe(valkey);
  const redis = await writeFakeProgram("bin/redis-server", REDIS_7);
  expect(await findServer({})).toBe(redis);
});

test("a server older than 7 is skipped", async () => {
  await writeFakeProgram("bin/redis-server", "Redis server v=6.2.14 sha=0 malloc=jemalloc bits=64");
  const valkey = await writeFakeProgram("bin/valkey-server", VALKEY_8);
  expect(await findServer({})).toBe(valkey);
});

test("without a server and without apt, the error names the choices", async () => {
  await mkdir(join(folder, "bin"));
  await expect(findServer({})).rejects.toThrow(/PATH[\s\S]*LEASEHOLD_REDIS_SERVER[\s\S]*REDIS_URL/);
});

test("the server of redis-tools on PATH is linked into the cache under its own name", async () => {
  const program = await writeFakeProgram("bin/redis-check-rdb", REDIS_7);
  const server = await findServer({});
  expect(server).toBe(join(folder, "cache/leasehold/redis/redis-server"));
  expect(await readlink(server)).toBe(program);
});

/** Returns the Chromium that the set-up finds with this environment. */
async function findBrowser(env: NodeJS.ProcessEnv): Promise<string> {
  const script = "import { findChromium } from './scripts/setup/find-chromium.mjs'; console.log(findChromium());";
  return runModule(script, { HOME: folder, PATH: join(folder, "bin"), ...env });
}

test("LEASEHOLD_CHROMIUM wins over chromium on PATH, which wins over google-chrome", async () => {
  const chrome = await writeFakeProgram("bin/google-chrome", "Google Chrome 150");
  expect(await findBrowser({})).toBe(chrome);
  const chromium = await writeFakeProgram("bin/chromium", "Chromium 150");
  expect(await findBrowser({})).toBe(chromium);
  expect(await findBrowser({ LEASEHOLD_CHROMIUM: "/elsewhere/chromium" })).toBe("/elsewhere/chromium");
});

test("without Chromium, the error names the package and the variable", async () => {
  await expect(findBrowser({})).rejects.toThrow(
    /apt-get install -y --no-install-recommends chromium[\s\S]*LEASEHOLD_CHROMIUM/,
  );
});

test("without Chromium, the set-up of a user who may not install it prints advice and goes on", async () => {
  const code = `process.getuid = () => 1000;
    const { installChromium } = await import('./scripts/setup/find-chromium.mjs');
    process.stderr.write = (text) => process.stdout.write(text);
    await installChromium();
    console.log("over");`;
  const env = { HOME: folder, PATH: join(folder, "bin") };
  expect(await runModule(code, env)).toMatch(/No Chromium was found[\s\S]*LEASEHOLD_CHROMIUM[\s\S]*over$/);
});

test("without Chromium, the set-up of root installs the package with apt-get", async () => {
  const apt = await writeFakeProgram("bin/apt-get", "");
  await writeFile(apt, `#!/bin/sh\necho "$@" >> ${folder}/apt.log\n`, { mode: 0o755 });
  // The set-up waits with it for the end of this process.
  await symlink("/bin/cat", join(folder, "bin/cat"));
  const code = `process.getuid = () => 0;
    const { installChromium } = await import('./scripts/setup/find-chromium.mjs');
    await installChromium();`;
  await runModule(code, { HOME: folder, PATH: join(folder, "bin"), XDG_CACHE_HOME: join(folder, "cache") });
  expect(await readFile(join(folder, "apt.log"), "utf8")).toBe(
    [
      "update",
      "install -y --no-install-recommends chromium --download-only",
      "install -y --no-install-recommends chromium -o DPkg::Lock::Timeout=120",
      "",
    ].join("\n"),
  );
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
