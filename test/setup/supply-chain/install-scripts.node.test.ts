// The install scripts of packages do not run.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installPackages } from "../../../scripts/setup/install-packages.mjs";
import { type Content, pack, serve, useRegistry } from "./registry.ts";

const root = join(import.meta.dirname, "../../..");
const NAMES = ["first", "second"];
let folder: string;
let project: string;
let registry: Awaited<ReturnType<typeof serve>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "leasehold-scripts-"));
  project = join(folder, "project");
  await mkdir(project);
  const contents: Record<string, Content> = {};
  const ofEach = <T>(value: (name: string) => T) => Object.fromEntries(NAMES.map((name) => [name, value(name)]));
  for (const name of NAMES) {
    const scripts = { preinstall: "echo pre >>ran", install: "echo install >>ran", postinstall: "echo post >>ran" };
    contents[`${name}@1.0.0`] = await pack(folder, { name, version: "1.0.0", scripts });
  }
  const dependencies = ofEach(() => "1.0.0");
  const packages = NAMES.map((name) => {
    const { integrity } = contents[`${name}@1.0.0`] as Content;
    return [`node_modules/${name}`, { version: "1.0.0", integrity, hasInstallScript: true }];
  });
  await writeJson("package.json", { private: true, dependencies, allowScripts: ofEach(() => true) });
  await writeJson("package-lock.json", {
    lockfileVersion: 3,
    requires: true,
    packages: { "": { dependencies }, ...Object.fromEntries(packages) },
  });
  registry = await serve(contents);
  useRegistry(registry.url, folder);
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
    const place = join(project, "node_modules", name);
    expect(JSON.parse(await readFile(join(place, "package.json"), "utf8"))).toMatchObject({ name });
    return [name, await readFile(join(place, "ran"), "utf8").catch(() => "")] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const NONE = { first: "", second: "" };
const ALL = "pre\ninstall\npost\n";
const npm = (command: string) => promisify(execFile)("npm", [command], { cwd: project });

test("npm by itself runs those of these packages", async () => {
  await npm("ci");
  expect(await scriptsRun()).toEqual({ first: ALL, second: ALL });
});

test("the set-up runs none", async () => {
  await installPackages(project, { title: "packages with install scripts" });
  expect(await scriptsRun()).toEqual(NONE);
});

test.each(["ci", "install", "rebuild"])("npm %s with the settings of this project runs none", async (command) => {
  await cp(join(root, ".npmrc"), join(project, ".npmrc"));
  if (command === "rebuild") await npm("ci");
  await npm(command);
  expect(await scriptsRun()).toEqual(NONE);
});
