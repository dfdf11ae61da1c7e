// The install scripts of dependencies, as reviewed. npm runs none of them (.npmrc), since a script may fetch and run
// code that no digest in package-lock.json pins.
// @ts-check

/**
 * Packages whose install scripts run once all packages are unpacked: `name@version`, and the reason.
 * @type {Record<string, string>}
 */
export const ALLOWED = {};

/**
 * Packages whose install scripts never run, by name, and the reason why they are not needed.
 * @type {Record<string, string>}
 */
export const REFUSED = {
  bun: "Moves its program into the launcher. The tests start the program in the package for the platform.",
  deno: "Links its program beside the launcher. The tests start the program in the package for the platform.",
  esbuild: "Moves its program into the launcher. The API starts the program in the package for the platform.",
  "msgpackr-extract": "Compiles an addon where the platform has no package with one. msgpackr works without.",
  workerd: "Moves its program into the launcher. miniflare starts the program in the package for the platform.",
};
