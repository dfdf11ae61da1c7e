// A registry for npm on loopback.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { vi } from "vitest";

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

/** Starts a registry. `packages` contains packages by `name@version`, and may change while it runs. */
export async function startRegistry(
  packages: Record<string, PackedPackage>,
): Promise<{ url: string; close(): Promise<unknown> }> {
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sets the environment of a test so that npm uses this registry, and stores its files in a folder. */
export function stubNpm(url: string, folder: string): void {
  // npm passes the settings of this project to its commands. These tests have their own.
  for (const name of Object.keys(process.env)) if (/^npm_config_/i.test(name)) vi.stubEnv(name, undefined);
  vi.stubEnv("npm_config_registry", url);
  vi.stubEnv("npm_config_cache", join(folder, "npm"));
  vi.stubEnv("npm_config_userconfig", join(folder, "npmrc"));
  // A proxy of the machine does not reach loopback.
  vi.stubEnv("npm_config_noproxy", "127.0.0.1");
}
