// package.json and package-lock.json of this project, as copies that a test may change.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "../../../scripts/check/supply-chain/package-json.ts";
import type { Lock, LockedPackage } from "../../../scripts/check/supply-chain/package-lock.ts";

/** The root of this project. */
export const ROOT = join(import.meta.dirname, "../../..");

/** The folder of a package that this project does not have. */
export const LEFT_PAD = "node_modules/left-pad";

/** The fields of a locked package that a test sets. */
export type Change = { [K in keyof LockedPackage]?: LockedPackage[K] | undefined };

/** Reads package.json and package-lock.json. `put` adds a package to the lock, or changes one. */
export function readProject(): { manifest: Manifest; lock: Lock; put(path: string, change: Change): void } {
  const manifest: Manifest = readJson("package.json");
  const lock: Lock = readJson("package-lock.json");
  const put = (path: string, change: Change) => {
    const pinned = { version: "1.0.0", integrity: `sha512-${"A".repeat(86)}==` };
    lock.packages[path] = { ...pinned, ...lock.packages[path], ...change } as LockedPackage;
  };
  return { manifest, lock, put };
}

function readJson(name: string) {
  return JSON.parse(readFileSync(join(ROOT, name), "utf8"));
}
