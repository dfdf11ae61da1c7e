// `npm run bench:first-run`: the time of the first set-up in a new clone with empty caches, of a second set-up, and of
// the tests. As root, `--user NAME` runs them as an unprivileged user without a home folder. A Redis server on PATH is
// used; to measure without one, remove it first.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { user: { type: "string" } } });

const folder = mkdtempSync(join(tmpdir(), "leasehold-first-run-"));
const clone = join(folder, "clone");
try {
  execFileSync("git", ["clone", "--quiet", process.cwd(), clone]);
  if (values.user) execFileSync("chown", ["--recursive", values.user, folder]);
  const seconds = {
    firstSetup: timeNpm("run", "setup"),
    secondSetup: timeNpm("run", "setup"),
    tests: timeNpm("test"),
  };
  console.log(JSON.stringify({ user: values.user ?? "current", seconds }, null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs npm in the clone. Returns its time in seconds. */
function timeNpm(...npm: string[]): number {
  const env = {
    PATH: process.env.PATH?.split(":")
      .filter((path) => !path.includes("node_modules") && !path.includes("leasehold"))
      .join(":"),
    HOME: values.user ? "/nonexistent" : folder,
    // The certificates of a company's proxy belong to the machine, not to the environment of this command.
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
  };
  const command = ["npm", ...npm];
  const asUser = values.user ? ["setpriv", `--reuid=${values.user}`, "--clear-groups", ...command] : command;
  const [program = "", ...args] = asUser;
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: clone, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command.join(" ")} failed:\n${stdout}${stderr}`.slice(-4_000));
  return Math.round((performance.now() - start) / 100) / 10;
}
