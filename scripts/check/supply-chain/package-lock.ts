// Validates package-lock.json: all packages have exact versions and SHA-512 digests. None has an address, so that all come
// from the registry that npm is configured for.

/** A package in package-lock.json. */
export interface LockedPackage extends Requirements {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

/** The packages that a package requires, by name, with their ranges. */
export interface Requirements {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** The content of package-lock.json: the packages by folder, and the project itself under "". */
export interface Lock {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
const DIGEST = /^sha512-[A-Za-z0-9+/]{86}==$/;
// Addresses, folders, repositories and names of other packages contain a colon, a slash or an at sign.
const RANGE = /^[\w.*+~^<>=|\s-]*$/;

/** Reports whether a version is exact, not a range. */
export function isExact(version: string | undefined): boolean {
  return EXACT.test(version ?? "");
}

/** Returns the name of the package in a folder of the lock. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** Returns a fault for each package that is not pinned, or not from the registry. */
export function lockFaults(lock: Lock): string[] {
  const faults: string[] = [];
  if (lock.lockfileVersion !== 3) faults.push(`package-lock.json has version ${lock.lockfileVersion}, not 3`);
  for (const [path, locked] of Object.entries(lock.packages)) {
    for (const [name, range] of requirementsOf(locked))
      if (!RANGE.test(range)) faults.push(`${path || "the project"} requires ${name} from ${range}`);
    if (path === "") continue;
    const { version, resolved, integrity, link } = locked;
    if (!path.startsWith("node_modules/") || link) faults.push(`${path} is a folder, not a package of the registry`);
    if (resolved !== undefined) faults.push(`${path} states where it comes from: ${resolved}`);
    if (!isExact(version)) faults.push(`${path} has no exact version, but ${version}`);
    if (!DIGEST.test(integrity ?? "")) faults.push(`${path} has no SHA-512 digest, but ${integrity}`);
  }
  return faults;
}

function requirementsOf(locked: Requirements): [name: string, range: string][] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = locked;
  return [dependencies, devDependencies, optionalDependencies, peerDependencies].flatMap((each) =>
    Object.entries(each ?? {}),
  );
}
