// Validates package-lock.json: packages of the registry in exact versions, each pinned by a SHA-512 digest. It states no
// host, so that all packages come from the registry that npm is configured for.

/** A package as package-lock.json names it. */
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

/** The content of package-lock.json: the packages by their folder, the project itself under "". */
export interface Lock {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
const DIGEST = /^sha512-[A-Za-z0-9+/]{86}==$/;
// Anything else has a colon, a slash or an at sign: an address, a folder, a repository or another package's name.
const RANGE = /^[\w.*+~^<>=|\s-]*$/;

/** Reports whether a version is exact, and no range. */
export function isExact(version: string | undefined): boolean {
  return EXACT.test(version ?? "");
}

/** Returns the name of the package in a folder of the lock. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** Returns a sentence for each thing in the lock that is not pinned, or not from the registry. */
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
