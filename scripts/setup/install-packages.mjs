// Installs the packages of a package-lock.json, unless they are installed, and runs none of their install scripts.
// @ts-check
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { announce, runCommand } from "./run-command.mjs";
import { doOnce } from "./setup-lock.mjs";

/**
 * Brings the node_modules of a folder in line with its package-lock.json. npm refuses content whose digest differs.
 * @param {string} folder
 * @param {{ title: string, node?: string, isOfflineFirst?: boolean }} options The title of what is installed, the Node
 * that npm runs on, and whether npm's cache is tried before the registry.
 */
export async function installPackages(folder, { title, node = process.execPath, isOfflineFirst = false }) {
  const lockFile = join(folder, "package-lock.json");
  // The lock file that was installed. Packages contain programs for one platform, and a folder may be copied to another.
  const installed = join(folder, `node_modules/.leasehold-${process.platform}-${process.arch}.json`);
  const isInstalled = () => existsSync(installed) && readFileSync(installed).equals(readFileSync(lockFile));
  await doOnce(isInstalled, async () => {
    announce(`installing ${title} …`);
    // NODE_ENV=production would leave out the tools.
    const args = ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    // npm leaves out optional packages, such as programs, that do not support the Node that it runs on.
    const options = { cwd: folder, env: { PATH: [dirname(node), process.env.PATH].join(delimiter) } };
    const install = () => runCommand("npm", args, options);
    await (isOfflineFirst ? runCommand("npm", [...args, "--offline"], options).catch(install) : install());
    copyFileSync(lockFile, installed);
  });
}
