// A registry for npm on loopback, and projects that install packages from it.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished, vi } from "vitest";
import { listenOnLoopback } from "../../../scripts/processes/loopback.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";

/** A packed package, and the digest that the registry states for it. */
export interface PackedPackage {
  tarball: Buffer;
  integrity: string;
}

/** Packs a package with these files, in a new folder under `folder`. */
export async function packPackage(
  folder: string,
  manifest: { name: string; version: string; scripts?: Record<string, string>; bin?: Record<string, string> },
  files: Record<string, string> = {},
): Promise<PackedPackage> {
  const work = await mkdtemp(join(folder, "pack-"));
  for (const [path, text] of Object.entries({ ...files, "package.json": JSON.stringify(manifest) })) {
    const file = join(work, "package", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { mode: 0o755 });
  }
  await promisify(execFile)("tar", ["-czf", "package.tgz", "package"], { cwd: work });
  const tarball = await readFile(join(work, "package.tgz"));
  return { tarball, integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}` };
}

/** Starts an npm registry that serves packages, which are named "<name>@<version>". */
async function startRegistry(packages: Record<string, PackedPackage>) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    const tarball = packages[path]?.tarball;
    if (tarball) return response.end(tarball);
    const versions = Object.keys(packages).flatMap((key) => {
      const [name, version = ""] = key.split("@");
      if (name !== path) return [];
      const dist = { tarball: `${url}/${key}`, integrity: packages[key]?.integrity };
      return [[version, { name, version, dist }] as const];
    });
    if (versions.length === 0) response.statusCode = 404;
    const [latest] = versions.at(-1) ?? [];
    response.end(JSON.stringify({ name: path, "dist-tags": { latest }, versions: Object.fromEntries(versions) }));
  });
  const { url, close } = await listenOnLoopback(server);
  return { url, close };
}

/** A project without packages, and the registry from which npm installs them. */
export interface NpmProject {
  /** The folder of all files of the test. */
  folder: string;
  /** The folder of the project. */
  project: string;
  /** The packages of the registry, by `name@version`. A test may change them. */
  packages: Record<string, PackedPackage>;
  closeRegistry(): Promise<void>;
}

/** Creates a project and a registry for a test. Its npm uses only these, and what the set-up prints is not shown. */
export async function createNpmProject(): Promise<NpmProject> {
  const folder = await createTemporaryFolder();
  const project = join(folder, "project");
  await mkdir(project);
  const packages: Record<string, PackedPackage> = {};
  const { url, close } = await startRegistry(packages);
  onTestFinished(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await close();
  });
  stubNpm(url, folder);
  vi.stubEnv("XDG_CACHE_HOME", folder);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  return { folder, project, packages, closeRegistry: close };
}

/** Writes package.json and package-lock.json for dependencies with their locked fields, by name. */
export async function writeManifests(
  project: string,
  locked: Record<string, { version: string; integrity: string; bin?: object; hasInstallScript?: true }>,
  settings: object = {},
): Promise<void> {
  const dependencies = Object.fromEntries(Object.entries(locked).map(([name, { version }]) => [name, version]));
  const folders = Object.fromEntries(Object.entries(locked).map(([name, value]) => [`node_modules/${name}`, value]));
  const manifest = { private: true, dependencies, ...settings };
  const lock = { lockfileVersion: 3, requires: true, packages: { "": { dependencies }, ...folders } };
  await writeFile(join(project, "package.json"), JSON.stringify(manifest));
  await writeFile(join(project, "package-lock.json"), JSON.stringify(lock));
}

/** Sets the environment of a test so that npm uses this registry, and stores its files in a folder. */
function stubNpm(url: string, folder: string): void {
  // npm passes the settings of this project to its commands. These tests have their own.
  for (const name of Object.keys(process.env)) if (/^npm_config_/i.test(name)) vi.stubEnv(name, undefined);
  vi.stubEnv("npm_config_registry", url);
  vi.stubEnv("npm_config_cache", join(folder, "npm"));
  vi.stubEnv("npm_config_userconfig", join(folder, "npmrc"));
  // A proxy of the machine does not reach loopback.
  vi.stubEnv("npm_config_noproxy", "127.0.0.1");
}
