// Folders for the files of a test.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a folder that is removed when the test has finished. Resolves with its path without symbolic links. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "leasehold-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
