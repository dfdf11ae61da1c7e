// A run that is stopped early: its processes, its Redis and its files must be gone.
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { startCommand } from "../commands/command.ts";
import { processesWithCommand } from "../setup/processes.ts";
import { createTemporaryFolder } from "../setup/temporary-folder.ts";
import { until } from "../setup/wait.ts";

test("a run that is stopped leaves no process and no file", { timeout: 60_000 }, async () => {
  const folder = await createTemporaryFolder();
  const command = startCommand("test:faults", ["--jobs", "5000", "--workers", "2"], { env: { TMPDIR: folder } });
  await until(() => command.running().some((pid) => processesWithCommand("programs/worker.ts").includes(pid)), 30_000);

  process.kill(-(command.process.pid as number), "SIGINT");
  expect(await command.exited).toBe(130);
  await until(() => command.running().length === 0);
  expect((await readdir(folder)).filter((name) => name !== "node-compile-cache")).toEqual([]);
});
