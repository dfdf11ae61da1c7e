// Finds Chromium for the tests of the console, or installs it with apt, which verifies what it fetches by Debian's signatures.
// @ts-check
import { installWithApt } from "./apt.mjs";
import { findOnPath } from "./find-on-path.mjs";
import { announce } from "./run-command.mjs";
import { doOnce } from "./setup-lock.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const NOT_FOUND = `No Chromium was found, which the tests of the console need. Do one of these and try again:
  - apt-get install -y --no-install-recommends chromium, as root
  - install Chromium or Chrome in any other way, so that chromium or google-chrome is on PATH
  - LEASEHOLD_CHROMIUM=/path/to/chromium`;

/** Returns the path of Chromium: LEASEHOLD_CHROMIUM, or one on PATH. Throws an error with advice if there is none. */
export function findChromium() {
  const found = process.env.LEASEHOLD_CHROMIUM || NAMES.flatMap(findOnPath)[0];
  if (!found) throw new Error(NOT_FOUND);
  return found;
}

/**
 * Installs Chromium if it is missing and the user is root. Else prints advice, and the tests that need it fail with the same:
 * all other tests work without it.
 */
export async function installChromium() {
  const isFound = () => Boolean(process.env.LEASEHOLD_CHROMIUM) || NAMES.some((name) => findOnPath(name).length > 0);
  if (isFound()) return;
  if (process.getuid?.() !== 0) return announce(NOT_FOUND);
  try {
    await doOnce(isFound, installPackage);
  } catch (error) {
    announce(
      `${NOT_FOUND}\napt, which could have installed it, failed: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function installPackage() {
  announce("installing Chromium with apt-get, which takes a minute …");
  await installWithApt("chromium");
}
