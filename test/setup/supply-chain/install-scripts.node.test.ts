// The install scripts of packages do not run, neither in the set-up nor with npm and the settings of this project.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installPackages } from "../../../scripts/setup/install-packages.mjs";
import { type PackedPackage, packPackage, startRegistry, stubNpm } from "./registry.ts";

const root = join(import.meta.dirname, "../../..");
const NAMES = ["first", "second"];
let folder: string;
let project: string;
let registry: Awaited<ReturnType<typeof startRegistry>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "leasehold-scripts-"));
  project = join(folder, "project");
  await mkdir(project);
  const packed: Record<string, PackedPackage> = {};
  const forEachName = <T>(value: (name: string) => T) => Object.fromEntries(NAMES.map((name) => [name, value(name)]));
  for (const name of NAMES) {
    const scripts = { preinstall: "echo pre >>ran", install: "echo install >>ran", postinstall: "echo post >>ran" };
    packed[`${name}@1.0.0`] = await packPackage(folder, { name, version: "1.0.0", scripts });
  }
  const dependencies = forEachName(() => "1.0.0");
  const packages = NAMES.map((name) => {
    const { integrity } = packed[`${name}@1.0.0`] as PackedPackage;
    return [`node_modules/${name}`, { version: "1.0.0", integrity, hasInstallScript: true }];
  });
  await writeJson("package.json", { private: true, dependencies, allowScripts: forEachName(() => true) });
  await writeJson("package-lock.json", {
    lockfileVersion: 3,
    requires: true,
    packages: { "": { dependencies }, ...Object.fromEntries(packages) },
  });
  registry = await startRegistry(packed);
  stubNpm(registry.url, folder);
  vi.stubEnv("XDG_CACHE_HOME", folder);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});

const writeJson = (name: string, value: unknown) => writeFile(join(project, name), JSON.stringify(value));

/** Returns the install scripts that have run, by package. */
async function scriptsRun(): Promise<Record<string, string>> {
  const entries = NAMES.map(async (name) => {
    const installed = join(project, "node_modules", name);
    expect(JSON.parse(await readFile(join(installed, "package.json"), "utf8"))).toMatchObject({ name });
    return [name, await readFile(join(installed, "ran"), "utf8").catch(() => "")] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const NONE = { first: "", second: "" };
const ALL = "pre\ninstall\npost\n";
const npm = (command: string) => promisify(execFile)("npm", [command], { cwd: project });

test("npm without these settings runs the install scripts", async () => {
  await npm("ci");
  expect(await scriptsRun()).toEqual({ first: ALL, second: ALL });
});

test("the set-up runs no install script", async () => {
  await installPackages(project, { title: "packages with install scripts" });
  expect(await scriptsRun()).toEqual(NONE);
});

test.each(["ci", "install", "rebuild"])(
  "npm %s with the settings of this project runs no install script",
  async (command) => {
    await cp(join(root, ".npmrc"), join(project, ".npmrc"));
    if (command === "rebuild") await npm("ci");
    await npm(command);
    expect(await scriptsRun()).toEqual(NONE);
  },
);
