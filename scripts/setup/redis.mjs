// Finds a Redis server to run, or gets one. First found wins: LEASEHOLD_REDIS_SERVER, PATH, the copy that was cached
// earlier, the system's packages. Nothing is started here, and no package that starts a service is installed.
// @ts-check
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cacheFolder, fillOnce } from "./cache.mjs";
import { announce, ask, runCommand, tryCommand } from "./run-command.mjs";

const OLDEST = 7;
const NAMES = ["redis-server", "valkey-server"];
const LAUNCHER = "redis-server";

/**
 * The path of a Redis or Valkey server, version 7 or newer.
 * @returns {Promise<string>}
 */
export async function findRedisServer() {
  const chosen = process.env.LEASEHOLD_REDIS_SERVER;
  if (chosen) {
    if (isUsable(chosen)) return chosen;
    throw new Error(
      `LEASEHOLD_REDIS_SERVER is ${chosen}, which is no Redis or Valkey server of version ${OLDEST} or newer.`,
    );
  }
  return onPath() ?? cached() ?? (await fromPackages());
}

/** @param {string} path */
function isUsable(path) {
  const version = ask(path, ["--version"]);
  return Number(/\bv=(\d+)\./.exec(version ?? "")?.[1]) >= OLDEST;
}

function onPath() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((path) => existsSync(path) && isUsable(path));
}

function cached() {
  const launcher = join(cacheFolder(), "redis", LAUNCHER);
  return existsSync(launcher) && isUsable(launcher) ? launcher : undefined;
}

async function fromPackages() {
  const failures = [];
  for (const [tool, install] of /** @type {const} */ ([
    ["apt-get", () => cache(process.getuid?.() === 0 ? installDebs : unpackDebs)],
    ["brew", brew],
  ])) {
    if (ask(tool, ["--version"]) === undefined) continue;
    try {
      await install();
      const found = onPath() ?? cached();
      if (found) return found;
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  return noneFound(failures);
}

/** @param {(folder: string) => Promise<void>} fill */
function cache(fill) {
  return fillOnce(join(cacheFolder(), "redis"), () => cached() !== undefined, fill);
}

/**
 * As root. The server is the program of redis-tools under another name; the package redis-server would only add that
 * name, and a service that starts with the machine.
 * @param {string} folder
 */
async function installDebs(folder) {
  announce("installing Redis with apt-get …");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120", "redis-tools"];
  const download = [...install, "--download-only"];
  if (!(await tryCommand("apt-get", download, { env }))) {
    await runCommand("apt-get", ["update"], { env });
    await runCommand("apt-get", download, { env });
  }
  await runCommand("apt-get", install, { env, toItsEnd: true });
  writeLauncher(folder, "/usr/bin/redis-check-rdb");
}

/**
 * Without rights: the same package and what it depends on, unpacked.
 * @param {string} folder
 */
async function unpackDebs(folder) {
  announce("downloading Redis with apt-get into the cache folder …");
  const debs = join(folder, "debs");
  mkdirSync(debs);
  if (!(await download(debs, []))) {
    // A machine whose package lists were never fetched: fetch them into a folder of our own.
    const own = ["-o", `Dir::State=${join(folder, "apt/state")}`, "-o", `Dir::Cache=${join(folder, "apt/cache")}`];
    for (const path of ["apt/state/lists/partial", "apt/cache/archives/partial"])
      mkdirSync(join(folder, path), { recursive: true });
    await runCommand("apt-get", [...own, "update"]);
    if (!(await download(debs, own))) throw new Error("apt-get knows no package redis-tools");
    rmSync(join(folder, "apt"), { recursive: true });
  }
  for (const deb of readdirSync(debs)) await runCommand("dpkg-deb", ["-x", join(debs, deb), folder]);
  rmSync(debs, { recursive: true });
  const libraries = ["usr/lib", "lib"].flatMap((lib) => [
    `$here/${lib}`,
    ...foldersIn(join(folder, lib)).map((name) => `$here/${lib}/${name}`),
  ]);
  writeLauncher(folder, "$here/usr/bin/redis-check-rdb", libraries);
}

/**
 * Downloads redis-tools and the packages that it needs; says whether that could be done.
 * @param {string} cwd
 * @param {string[]} options
 */
function download(cwd, options) {
  const depends = ask("apt-cache", [...options, "depends", "redis-tools"]) ?? "";
  const needed = [...depends.matchAll(/^\s*Depends: ([a-z0-9.+-]+)$/gm)].map((match) => match[1] ?? "");
  const packages = ["redis-tools", ...needed.filter((name) => name !== "libc6")];
  return tryCommand("apt-get", [...options, "download", ...packages], { cwd });
}

/** @param {string} folder */
function foldersIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/**
 * A script that starts the program as a server: it looks at the name it is called by. The folder may be moved.
 * @param {string} folder
 * @param {string} program
 * @param {string[]} [libraries]
 */
function writeLauncher(folder, program, libraries = []) {
  const path = join(folder, LAUNCHER);
  const lines = ["#!/bin/bash", `here="\${0%/*}"`];
  if (libraries.length > 0) {
    lines.push(`export LD_LIBRARY_PATH="${libraries.join(":")}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`);
  }
  lines.push(`exec -a redis-server "${program}" "$@"`);
  writeFileSync(path, `${lines.join("\n")}\n`);
  chmodSync(path, 0o755);
}

async function brew() {
  announce("installing Redis with brew …");
  await runCommand("brew", ["install", "redis"], { env: { HOMEBREW_NO_AUTO_UPDATE: "1", NONINTERACTIVE: "1" } });
}

/**
 * @param {string[]} failures
 * @returns {never}
 */
function noneFound(failures) {
  throw new Error(
    [
      `No Redis server was found, and none could be installed. Do one of these and try again:`,
      `  - install Redis or Valkey ${OLDEST} or newer, so that redis-server or valkey-server is on PATH`,
      `  - LEASEHOLD_REDIS_SERVER=/path/to/redis-server`,
      `  - REDIS_URL=redis://… for npm run dev and npm run stack: a server that already runs`,
      ...failures.map((failure) => `Tried: ${failure}`),
    ].join("\n"),
  );
}
