// The library of this tree, or of an earlier commit, to measure both in one run.
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { root } from "../../setup/folders.mjs";

/** The parts of the library that a measurement uses. */
export interface Engine {
  Queue: typeof Queue;
  ioredis: typeof ioredis;
}

/** The library of this tree. */
export const CURRENT_ENGINE: Engine = { Queue, ioredis };

/** Calls a function with the library of a commit of this repository, from a temporary copy. */
export async function withEngineOf<R>(commit: string, use: (engine: Engine) => Promise<R>): Promise<R> {
  const folder = await mkdtemp(join(tmpdir(), "leasehold-engine-"));
  try {
    const files = execFileSync("git", ["archive", commit, "src", "package.json"], { cwd: root, maxBuffer: 2 ** 28 });
    execFileSync("tar", ["-x", "-C", folder], { input: files });
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    const load = (path: string) => import(pathToFileURL(join(folder, "src", path)).href);
    const [library, adapter] = [await load("index.ts"), await load("redis/ioredis.ts")];
    return await use({ Queue: library.Queue, ioredis: adapter.ioredis });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
