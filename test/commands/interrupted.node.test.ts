// Commands that are stopped halfway: the set-up while npm runs, and the tests while their commands run.
import { cp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { expect, onTestFinished, test } from "vitest";
import { startRedis } from "../../scripts/processes/redis-server.ts";
import { sampleOf } from "../setup/long.ts";
import { processesWithCommand, processesWithVariable } from "../setup/processes.ts";
import { createTemporaryFolder } from "../setup/temporary-folder.ts";
import { until } from "../setup/wait.ts";
import { startCommand, untilPrinted } from "./command.ts";

const root = join(import.meta.dirname, "../..");

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends an installation, and the next one starts at once",
  async (signal) => {
    const folder = await createTemporaryFolder();
    for (const name of ["package.json", "package-lock.json", "scripts"])
      await cp(join(root, name), join(folder, name), { recursive: true });
    // A program instead of npm. Like a script of a package, it starts a process that runs for long.
    const program = "#!/bin/sh\necho $*\nsleep 600\n";
    await writeFile(join(folder, "npm"), program, { mode: 0o755 });
    const go = `PATH=${folder}:$PATH XDG_CACHE_HOME=${folder}/cache exec node ${folder}/scripts/run.mjs check`;
    await writeFile(join(folder, "package.json"), JSON.stringify({ scripts: { go } }));
    for (const _ of ["first", "next"]) {
      const command = startCommand("go", [], { cwd: folder });
      await until(() => command.running().some((pid) => processesWithCommand("sleep 600").includes(pid)));
      process.kill(-(command.process.pid as number), signal);
      await command.exited;
      await until(() => command.running().length === 0);
      expect(await readdir(join(folder, "cache/leasehold"))).toEqual([]);
      expect(command.output()).toBe(
        "leasehold: installing the packages of package-lock.json, which takes half a minute …\n",
      );
    }
  },
);

test.each(sampleOf(["SIGINT", "SIGTERM"] as const, { nth: 2 }))(
  "%s ends the tests, and leaves no process, file, key or user of theirs",
  { timeout: 60_000 },
  async (signal) => {
    const folder = await createTemporaryFolder();
    const redis = await startRedis();
    onTestFinished(redis.stop);
    const files = ["test/commands/dev", "test/gateway/limits"];
    const command = startCommand("test", files, { env: { REDIS_URL: redis.url, TMPDIR: folder, NO_COLOR: "1" } });
    await untilPrinted(command, "RUN");
    const started = () => processesWithVariable(`TMPDIR=${folder}/`);
    await until(() => started().some((pid) => processesWithCommand("scripts/dev.ts").includes(pid)), 30_000);

    process.kill(-(command.process.pid as number), signal);
    expect(await command.exited).toBe(signal === "SIGINT" ? 130 : 143);
    await until(() => started().length === 0);
    // npm caches its compiled code in the folder for temporary files.
    expect((await readdir(folder)).filter((name) => name !== "node-compile-cache")).toEqual([]);
    const client = await createClient({ url: redis.url }).connect();
    const left = { keys: await client.dbSize(), users: await client.aclUsers() };
    client.destroy();
    expect(left).toEqual({ keys: 0, users: ["default"] });
  },
);
