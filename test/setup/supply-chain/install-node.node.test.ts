// The Node that the tools run on is installed from npm only with the content that is pinned.
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { installNode } from "../../../scripts/setup/find-node.mjs";
import { installPackages } from "../../../scripts/setup/install-packages.mjs";
import { type PackedPackage, packPackage, startRegistry, stubNpm } from "./registry.ts";

const NAME = "node-for-a-test";
const VERSION = "24.0.0";
let folder: string;
let project: string;
let good: PackedPackage;
let other: PackedPackage;
let packages: Record<string, PackedPackage>;
let registry: Awaited<ReturnType<typeof startRegistry>>;
let stderr: MockInstance<typeof process.stderr.write>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "leasehold-node-"));
  project = join(folder, "project");
  await mkdir(project);
  good = await packNode("good");
  other = await packNode("other");
  packages = {};
  registry = await startRegistry(packages);
  stubNpm(registry.url, folder);
  vi.stubEnv("XDG_CACHE_HOME", folder);
  stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});

/** Packs a program that prints a word. */
function packNode(word: string, version = VERSION): Promise<PackedPackage> {
  const manifest = { name: NAME, version, bin: { node: "bin/node" } };
  return packPackage(folder, manifest, { "bin/node": `#!/bin/sh\necho ${word}\n` });
}

/** Writes a project that pins this content, and installs it. Returns the word that the program prints. */
async function installPinned({ integrity }: PackedPackage, version = VERSION): Promise<string> {
  const dependencies = { [NAME]: version };
  const locked = { version, integrity, bin: { node: "bin/node" } };
  const lockedPackages = { "": { dependencies }, [`node_modules/${NAME}`]: locked };
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, dependencies }));
  await writeFile(
    join(project, "package-lock.json"),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages: lockedPackages }),
  );
  return execFileSync(await installNode(project), { encoding: "utf8" }).trim();
}

const publish = (packed: PackedPackage) => {
  packages[`${NAME}@${VERSION}`] = packed;
};

/** Returns the names of the packages that are installed. */
const installed = () => readdir(join(project, "node_modules")).then((names) => names.filter((name) => name === NAME));

test("pinned content is installed, and runs", async () => {
  publish(good);
  expect(await installPinned(good)).toBe("good");
  expect(await installed()).toEqual([NAME]);
});

test.each([
  ["states the digest of that content", () => other],
  ["states the digest that is pinned", () => ({ ...other, integrity: good.integrity })],
])("other content is refused when the registry %s", async (_, published) => {
  // npm repeats a download after ten seconds when the content does not match the digest of the registry.
  vi.stubEnv("npm_config_fetch_retries", "0");
  publish(published());
  await expect(installPinned(good)).rejects.toThrow(/Installing one from npm failed: [\s\S]*EINTEGRITY/);
  expect(await installed().catch(() => [])).toEqual([]);
});

test("other content that was pinned earlier is replaced", async () => {
  publish(other);
  expect(await installPinned(other)).toBe("other");
  publish(good);
  expect(await installPinned(good)).toBe("good");
});

test("an installation without a record of its lock file, as after an interruption, is replaced", async () => {
  publish(good);
  await installPinned(good);
  const modules = join(project, "node_modules");
  await rm(join(modules, `.leasehold-${process.platform}-${process.arch}.json`));
  await writeFile(join(modules, NAME, "bin/node"), "#!/bin/sh\necho other\n");
  expect(await installPinned(good)).toBe("good");
});

test("content in npm's cache needs no registry", async () => {
  publish(good);
  await installPinned(good);
  await registry.close();
  await rm(join(project, "node_modules"), { recursive: true });
  expect(await installPinned(good)).toBe("good");
});

test("a version that is newer than those in npm's cache is fetched", async () => {
  publish(good);
  await installPinned(good);
  const newer = await packNode("newer", "24.1.0");
  packages[`${NAME}@24.1.0`] = newer;
  expect(await installPinned(newer, "24.1.0")).toBe("newer");
});

test("two commands that install at once do so once, and a later one not at all", async () => {
  publish(good);
  await installPinned(good);
  await rm(join(project, "node_modules"), { recursive: true });
  stderr.mockClear();
  await Promise.all([1, 2].map(() => installPackages(project, { title: "the test's package" })));
  await installPackages(project, { title: "the test's package" });
  const said = stderr.mock.calls.map(([text]) => String(text));
  expect(said.filter((text) => text.includes("installing the test's package"))).toHaveLength(1);
  expect(await installed()).toEqual([NAME]);
});

test("on a platform without a package, the advice is to install a Node", async () => {
  await expect(installNode(join(folder, "sunos-sparc"))).rejects.toThrow("The tools need Node 22.18 or newer");
});
