// Starts the Redis and the gateway that all tests use.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import type { TestProject } from "vitest/node";
import { startOrCleanUp } from "../../scripts/processes/cleanup.ts";
import { useRedis } from "../../scripts/processes/redis-server.ts";
import { untilStopped } from "../../scripts/processes/until-stopped.mjs";
import { startGateway } from "../../src/instruments/gateway/server.ts";
import { commandMark, processesWithVariable } from "./processes.ts";
import { until } from "./wait.ts";

declare module "vitest" {
  export interface ProvidedContext {
    redisUrl: string;
    restUrl: string;
    token: string;
    readOnlyToken: string;
    /** The prefix of every key of this run, which shares its server with other runs. */
    prefix: string;
  }
}

// The time for running tests to end and clean up when the run is stopped.
const GRACE = 3_000;

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // vitest also calls this for each project. These receive the context that the root provides.
  if (!project.isRootProject()) return;
  stopOnSignal(project);
  return startOrCleanUp(async (cleanup) => {
    const folder = await mkdtemp(join(tmpdir(), "leasehold-test-"));
    cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    // For all processes that are started from here on, so that an interrupted test leaves no file in the system's folder.
    process.env.TMPDIR = folder;
    // miniflare would fetch its location over the network.
    process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
    const redis = cleanup.stopAtEnd(await useRedis());
    const gateway = await startGateway({ redisUrl: redis.url });
    cleanup.add(gateway.close);
    const prefix = `leasehold-test-${randomBytes(4).toString("hex")}:`;
    cleanup.add(() => removeKeys(redis.url, prefix));
    cleanup.add(() => untilCommandsEnded(prefix));
    project.provide("redisUrl", redis.url);
    project.provide("restUrl", gateway.url);
    project.provide("token", gateway.token);
    project.provide("readOnlyToken", gateway.readOnlyToken);
    project.provide("prefix", prefix);
    return () => cleanup.run();
  });
}

/** Ends the run at a signal. vitest would exit at once, without a teardown. */
function stopOnSignal({ vitest }: TestProject): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeAllListeners(signal);
  untilStopped().then((signal) => {
    process.once("exit", () => {
      process.exitCode = 128 + constants.signals[signal];
    });
    const cancel = () => vitest.cancelCurrentRun("keyboard-input");
    cancel();
    // The second call ends the tests that still run.
    setTimeout(cancel, GRACE).unref();
  });
}

/** Waits for the commands that tests have started. They end by themselves after their test, but not at once. */
async function untilCommandsEnded(prefix: string): Promise<void> {
  await until(() => processesWithVariable(commandMark(prefix)).length === 0);
}

async function removeKeys(url: string, prefix: string): Promise<void> {
  const client = createClient({ url });
  await client.connect();
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: 1_000 })) {
    if (keys.length > 0) await client.unlink(keys);
  }
  client.destroy();
}
