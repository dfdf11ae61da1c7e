// Validates that each package with an install script was reviewed: allowed in one exact version, or refused.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isExact, type Lock, nameOf } from "./lock.ts";

/** Verdicts with their reasons: of allowed packages by `name@version`, of refused ones by name. */
export interface Review {
  allowed: Record<string, string>;
  refused: Record<string, string>;
}

const SCRIPTS = ["preinstall", "install", "postinstall"];

/** Returns the names of the scripts that npm would run for a package that is installed. */
export function installScriptsOf(scripts: Record<string, unknown> | undefined): string[] {
  return SCRIPTS.filter((name) => scripts?.[name] !== undefined);
}

/** Returns the folders of installed packages that have an install script, also where the lock does not say so. */
export function foldersWithScripts(root: string, lock: Lock): string[] {
  return Object.keys(lock.packages).filter((path) => {
    const manifest = join(root, path, "package.json");
    if (path === "" || !existsSync(manifest)) return false;
    // npm compiles what has such a file, without any script.
    if (existsSync(join(root, path, "binding.gyp"))) return true;
    return installScriptsOf(JSON.parse(readFileSync(manifest, "utf8")).scripts).length > 0;
  });
}

/** Returns a sentence for each install script without a review, and for each review without an install script. */
export function installScriptFaults(lock: Lock, folders: string[], { allowed, refused }: Review): string[] {
  const flagged = Object.keys(lock.packages).filter((path) => lock.packages[path]?.hasInstallScript);
  const unused = new Set([...Object.keys(allowed), ...Object.keys(refused)]);
  const faults: string[] = [];
  for (const path of new Set([...flagged, ...folders])) {
    const name = nameOf(path);
    const exact = `${name}@${lock.packages[path]?.version}`;
    if (!Object.hasOwn(allowed, exact) && !Object.hasOwn(refused, name))
      faults.push(`${exact} has an install script that was not reviewed`);
    unused.delete(exact);
    unused.delete(name);
  }
  for (const name of unused) faults.push(`${name} was reviewed, but has no install script`);
  for (const name of Object.keys(allowed))
    if (!isExact(name.slice(name.lastIndexOf("@") + 1))) faults.push(`${name} is allowed without an exact version`);
  return faults;
}

/** Returns a sentence unless `allowScripts` in package.json has the same verdicts. */
export function allowScriptsFaults(allowScripts: unknown, { allowed, refused }: Review): string[] {
  const verdicts = [
    ...Object.keys(allowed).map((name) => [name, true]),
    ...Object.keys(refused).map((name) => [name, false]),
  ];
  const expected = Object.fromEntries(verdicts);
  if (isDeepStrictEqual(allowScripts, expected)) return [];
  return [`allowScripts in package.json is not ${JSON.stringify(expected)}`];
}
