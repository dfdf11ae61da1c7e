// Finds a Redis server, or installs one with apt, which verifies what it fetches by Debian's signatures. Starts nothing.
// @ts-check
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installArguments, installWithApt } from "./apt.mjs";
import { findOnPath } from "./find-on-path.mjs";
import { cacheFolder } from "./folders.mjs";
import { announce, runCommand } from "./run-command.mjs";
import { doOnce } from "./setup-lock.mjs";

const MIN_VERSION = 7;
// The server is in the package redis-tools, under this name, and acts by the name that it is called by. The package
// redis-server only adds the other name, and a service that starts with the machine.
const PROGRAM = "redis-check-rdb";
// Starts an unpacked server with its libraries. The folder may be moved.
const LAUNCHER = `#!/bin/bash
here="\${0%/*}"
libraries=("$here"/{usr/,}lib "$here"/{usr/,}lib/*-linux-gnu)
IFS=:
export LD_LIBRARY_PATH="\${libraries[*]}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec -a redis-server "$here/usr/bin/${PROGRAM}" "$@"
`;
const NOT_FOUND = `No Redis server was found. Do one of these and try again:
  - install Redis or Valkey ${MIN_VERSION} or newer, so that redis-server or valkey-server is on PATH
  - LEASEHOLD_REDIS_SERVER=/path/to/redis-server
  - REDIS_URL=redis://… for npm run dev and npm run stack: a server that already runs
apt, which could have installed one, failed: `;

/** Returns the path of a Redis or Valkey server: LEASEHOLD_REDIS_SERVER, one on PATH, or a copy in the cache folder. */
export async function findRedisServer() {
  const chosen = process.env.LEASEHOLD_REDIS_SERVER;
  if (chosen && !isServer(chosen))
    throw new Error(`LEASEHOLD_REDIS_SERVER is ${chosen}, which is not Redis or Valkey ${MIN_VERSION} or newer.`);
  const found = chosen || [...findOnPath("redis-server"), ...findOnPath("valkey-server")].find(isServer);
  if (found) return found;

  const folder = join(cacheFolder(), "redis");
  const server = join(folder, "redis-server");
  try {
    await fillFolder(folder, { isFilled: () => isServer(server), fill: addServer });
    if (!isServer(server)) throw new Error(`its Redis does not start, or is older than ${MIN_VERSION}`);
  } catch (error) {
    throw new Error(NOT_FOUND + (error instanceof Error ? error.message : error));
  }
  return server;
}

/** @param {string} path */
function isServer(path) {
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 10_000 });
  return Number(/\bv=(\d+)\./.exec(stdout ?? "")?.[1]) >= MIN_VERSION;
}

/**
 * Fills a folder unless it is filled. The folder appears as a whole or not at all.
 * @param {string} folder
 * @param {{ isFilled: () => boolean, fill: (partial: string) => Promise<void> }} options
 */
export async function fillFolder(folder, { isFilled, fill }) {
  await doOnce(isFilled, async () => {
    const partial = `${folder}.partial`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    try {
      await fill(partial);
      rmSync(folder, { recursive: true, force: true });
      renameSync(partial, folder);
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
  });
}

/**
 * Adds the server to a folder: a link to the system's, which root installs if it is missing, or else an unpacked copy.
 * @param {string} folder
 */
async function addServer(folder) {
  if (findOnPath(PROGRAM).length === 0 && process.getuid?.() === 0) await installRedisPackage();
  const [program] = findOnPath(PROGRAM);
  if (program) symlinkSync(program, join(folder, "redis-server"));
  else await unpackRedisPackage(folder);
}

const PACKAGE = "redis-tools";

async function installRedisPackage() {
  announce("installing Redis with apt-get …");
  await installWithApt(PACKAGE);
}

/**
 * Unpacks the package, and those that it needs and the system lacks.
 * @param {string} folder
 */
async function unpackRedisPackage(folder) {
  announce("downloading Redis with apt-get into the cache folder …");
  const [state, cache] = [join(folder, "apt/state"), join(folder, "apt/cache")];
  for (const path of [`${state}/lists/partial`, `${cache}/archives/partial`]) mkdirSync(path, { recursive: true });
  // The lists and archives of the system, and its locks, are for root.
  const own = ["-o", `Dir::State=${state}`, "-o", `Dir::Cache=${cache}`, "-o", "Debug::NoLocking=true"];
  await runCommand("apt-get", [...own, "update"]);
  await runCommand("apt-get", [...own, ...installArguments(PACKAGE), "--download-only"]);
  const packages = readdirSync(`${cache}/archives`).filter((name) => name.endsWith(".deb"));
  for (const name of packages) await runCommand("dpkg-deb", ["-x", `${cache}/archives/${name}`, folder]);
  rmSync(join(folder, "apt"), { recursive: true });
  writeFileSync(join(folder, "redis-server"), LAUNCHER, { mode: 0o755 });
}
