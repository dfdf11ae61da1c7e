// The Node that the tools run on is installed from npm only with the content that is pinned.
import { execFileSync } from "node:child_process";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { installNode } from "../../../scripts/setup/find-node.mjs";
import { installPackages } from "../../../scripts/setup/install-packages.mjs";
import { createNpmProject, type NpmProject, type PackedPackage, packPackage, writeManifests } from "./npm-registry.ts";

const NAME = "node-for-a-test";
const VERSION = "24.0.0";
let npmProject: NpmProject;
let project: string;
let good: PackedPackage;
let other: PackedPackage;

beforeEach(async () => {
  npmProject = await createNpmProject();
  project = npmProject.project;
  good = await packNode("good");
  other = await packNode("other");
});

/** Packs a program that prints a word. */
function packNode(word: string, version = VERSION): Promise<PackedPackage> {
  const manifest = { name: NAME, version, bin: { node: "bin/node" } };
  return packPackage(npmProject.folder, manifest, { "bin/node": `#!/bin/sh\necho ${word}\n` });
}

/** Writes a project that pins this content, and installs it. Returns the word that the program prints. */
async function installPinned({ integrity }: PackedPackage, version = VERSION): Promise<string> {
  await writeManifests(project, { [NAME]: { version, integrity, bin: { node: "bin/node" } } });
  return execFileSync(await installNode(project), { encoding: "utf8" }).trim();
}

const publish = (packed: PackedPackage, version = VERSION) => {
  npmProject.packages[`${NAME}@${version}`] = packed;
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
  await npmProject.closeRegistry();
  await rm(join(project, "node_modules"), { recursive: true });
  expect(await installPinned(good)).toBe("good");
});

test("a version that is newer than those in npm's cache is fetched", async () => {
  publish(good);
  await installPinned(good);
  const newer = await packNode("newer", "24.1.0");
  publish(newer, "24.1.0");
  expect(await installPinned(newer, "24.1.0")).toBe("newer");
});

test("two commands at once install a package once, and a later command does not install it again", async () => {
  publish(good);
  await installPinned(good);
  await rm(join(project, "node_modules"), { recursive: true });
  const write = vi.mocked(process.stderr.write);
  write.mockClear();
  await Promise.all([1, 2].map(() => installPackages(project, { title: "the test's package" })));
  await installPackages(project, { title: "the test's package" });
  const printed = write.mock.calls.map(([text]) => String(text));
  expect(printed.filter((text) => text.includes("installing the test's package"))).toHaveLength(1);
  expect(await installed()).toEqual([NAME]);
});

test("on a platform without a package, the advice is to install a Node", async () => {
  await expect(installNode(join(npmProject.folder, "sunos-sparc"))).rejects.toThrow(
    "The tools need Node 22.18 or newer",
  );
});
