// The holder of a lease: the name of a worker, and the version of its deployment, as the scripts take and store them.
import { validateVersion } from "../../../base/arguments.ts";

/** The holder of a lease; "" for no name or no version. */
export interface Holder {
  worker: string;
  version: string;
}

// Separates the two. Neither contains control characters.
const US = "\x1f";

/** Formats a holder as the scripts take it. */
export function formatHolder({ worker, version }: Holder): string {
  return version === "" ? worker : worker + US + version;
}

/** Reads a holder as the scripts store it. */
export function readHolder(line: string): Holder {
  const [worker = "", version = ""] = line.split(US);
  return { worker, version };
}

const PLATFORM_VARIABLES = [
  "VERCEL_GIT_COMMIT_SHA",
  "VERCEL_DEPLOYMENT_ID",
  "K_REVISION",
  "FLY_MACHINE_VERSION",
  "RENDER_GIT_COMMIT",
  "RAILWAY_GIT_COMMIT_SHA",
  "DENO_DEPLOYMENT_ID",
];

/** Returns the version of the deployment from the platform's variables, a commit shortened to 12 digits; "" for none. */
export function platformVersion(): string {
  try {
    const { env = {} } = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {};
    const version = PLATFORM_VARIABLES.map((name) => env[name]).find((value) => value) ?? "";
    return validateVersion(/^[0-9a-f]{40}$/.test(version) ? version.slice(0, 12) : version);
  } catch {
    // Without access to variables, or with a value that is no version.
    return "";
  }
}
