// Validates that no package has an install script that was not reviewed. npm runs none of them (.npmrc), since a script
// may fetch and run code that no digest in package-lock.json pins.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Lock, nameOf } from "./package-lock.ts";

/** The packages with an install script, and the reason why it is not needed. */
export const REVIEWED: Readonly<Record<string, string>> = {
  bun: "Moves its program into the launcher. The tests start the program in the package for the platform.",
  deno: "Links its program beside the launcher. The tests start the program in the package for the platform.",
  esbuild: "Moves its program into the launcher. The API starts the program in the package for the platform.",
  "msgpackr-extract": "Compiles an addon where the platform has no package with one. msgpackr works without.",
  workerd: "Moves its program into the launcher. miniflare starts the program in the package for the platform.",
};

const SCRIPTS = ["preinstall", "install", "postinstall"];

/** Returns the names of the scripts that npm would run for a package that is installed. */
export function installScriptsOf(scripts: Record<string, unknown> | undefined): string[] {
  return SCRIPTS.filter((name) => scripts?.[name] !== undefined);
}

/** Returns the folders of installed packages that have an install script, even when the lock does not say so. */
export function foldersWithScripts(root: string, lock: Lock): string[] {
  return Object.keys(lock.packages).filter((path) => {
    const manifest = join(root, path, "package.json");
    if (path === "" || !existsSync(manifest)) return false;
    // npm compiles a package that has such a file, without any script.
    if (existsSync(join(root, path, "binding.gyp"))) return true;
    return installScriptsOf(JSON.parse(readFileSync(manifest, "utf8")).scripts).length > 0;
  });
}

/** Returns a fault for each install script without a review, and for each review without an install script. */
export function installScriptFaults(lock: Lock, folders: string[], reviewed = REVIEWED): string[] {
  const flagged = Object.keys(lock.packages).filter((path) => lock.packages[path]?.hasInstallScript);
  const found = [...new Set([...flagged, ...folders])].map((path) => ({ path, name: nameOf(path) }));
  return [
    ...found
      .filter(({ name }) => !Object.hasOwn(reviewed, name))
      .map(({ path, name }) => `${name}@${lock.packages[path]?.version} has an install script that was not reviewed`),
    ...Object.keys(reviewed)
      .filter((name) => !found.some((each) => each.name === name))
      .map((name) => `${name} was reviewed, but has no install script`),
  ];
}

/** Returns a fault unless `allowScripts` in package.json, which newer versions of npm obey, refuses the same packages. */
export function allowScriptsFaults(allowScripts: unknown): string[] {
  const expected = Object.fromEntries(Object.keys(REVIEWED).map((name) => [name, false]));
  if (isDeepStrictEqual(allowScripts, expected)) return [];
  return [`allowScripts in package.json is not ${JSON.stringify(expected)}`];
}
