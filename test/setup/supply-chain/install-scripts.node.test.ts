// The install scripts of packages do not run, neither in the set-up nor with npm and the settings of this project.
import { execFile } from "node:child_process";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { installPackages } from "../../../scripts/setup/install-packages.mjs";
import { createNpmProject, packPackage, writeManifests } from "./npm-registry.ts";

const root = join(import.meta.dirname, "../../..");
const NAMES = ["first", "second"];
let project: string;

beforeEach(async () => {
  const npmProject = await createNpmProject();
  project = npmProject.project;
  const scripts = { preinstall: "echo pre >>ran", install: "echo install >>ran", postinstall: "echo post >>ran" };
  const entries = NAMES.map(async (name) => {
    const packed = await packPackage(npmProject.folder, { name, version: "1.0.0", scripts });
    npmProject.packages[`${name}@1.0.0`] = packed;
    return [name, { version: "1.0.0", integrity: packed.integrity, hasInstallScript: true as const }] as const;
  });
  const allowScripts = Object.fromEntries(NAMES.map((name) => [name, true]));
  await writeManifests(project, Object.fromEntries(await Promise.all(entries)), { allowScripts });
});

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
