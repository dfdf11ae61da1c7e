// Validates package.json: tools have exact versions, and the published package has two dependencies and no install script.
import { installScriptsOf } from "./install-scripts.ts";
import { isExact, type Lock, nameOf, type Requirements } from "./package-lock.ts";

/** The content of package.json. */
export interface Manifest extends Requirements {
  scripts?: Record<string, string>;
  overrides?: Record<string, string>;
  bundleDependencies?: unknown;
  bundledDependencies?: unknown;
  allowScripts?: unknown;
}

/** The packages that npm installs with the published one, including dependencies of dependencies. */
const PUBLISHED = ["hono", "valibot"];

/** Returns a fault for each tool without an exact version. */
export function versionFaults({ devDependencies, overrides }: Manifest): string[] {
  return Object.entries({ ...devDependencies, ...overrides })
    .filter(([, version]) => !isExact(version))
    .map(([name, version]) => `package.json requires ${name} ${version}, not an exact version`);
}

/** Returns a fault for each unexpected package or script that npm installs with the published package. */
export function publishedFaults(manifest: Manifest, lock: Lock): string[] {
  const faults = installScriptsOf(manifest.scripts).map((name) => `package.json has the install script ${name}`);
  for (const field of ["bundleDependencies", "bundledDependencies"] as const)
    if (manifest[field] !== undefined) faults.push(`package.json has ${field}, which no digest pins`);
  for (const path of installedWith(manifest, lock)) {
    const name = nameOf(path);
    if (!PUBLISHED.includes(name)) faults.push(`${name} comes with the published package`);
    if (lock.packages[path] === undefined) faults.push(`${name} is not in package-lock.json`);
    if (lock.packages[path]?.hasInstallScript)
      faults.push(`${name} comes with the published package and has an install script`);
  }
  return faults;
}

/** Returns the folders of all packages that npm installs with the published one. */
function installedWith(manifest: Manifest, lock: Lock): Set<string> {
  const found = new Set<string>();
  const addRequired = (requirements: Requirements, path: string) => {
    for (const name of requiredBy(requirements)) {
      const folder = resolveFolder(name, { from: path, lock });
      if (found.has(folder)) continue;
      found.add(folder);
      addRequired(lock.packages[folder] ?? {}, folder);
    }
  };
  addRequired(manifest, "");
  return found;
}

function requiredBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Requirements) {
  const isRequired = (peer: string) => !peerDependenciesMeta?.[peer]?.optional;
  const peers = Object.keys(peerDependencies ?? {}).filter(isRequired);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** Returns the folder of a package that Node finds from another folder, or the one at the top when there is none. */
function resolveFolder(name: string, { from, lock }: { from: string; lock: Lock }): string {
  const folder = `${from}${from && "/"}node_modules/${name}`;
  if (from === "" || folder in lock.packages) return folder;
  return resolveFolder(name, { from: from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), lock });
}
