// Installs packages of the system with apt, which verifies what it fetches by Debian's signatures.
// @ts-check
import { runCommand } from "./run-command.mjs";

/**
 * Returns the arguments of apt-get that install a package.
 * @param {string} name
 */
export function installArguments(name) {
  return ["install", "-y", "--no-install-recommends", name];
}

/**
 * Installs a package. Only root may.
 * @param {string} name
 */
export async function installWithApt(name) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const install = installArguments(name);
  // An update fails even when only one of several repositories is away.
  await runCommand("apt-get", ["update"], { env }).catch(() => {});
  await runCommand("apt-get", [...install, "--download-only"], { env });
  await runCommand("apt-get", [...install, "-o", "DPkg::Lock::Timeout=120"], { env, mustFinish: true });
}
