// The processes of a measurement: Redis, the app, a bare server and the flooder; and the quiet tenant in this process.
import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import type { TokenLimits } from "../../src/access/token.ts";
import { listQueues, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { startChild } from "../processes/child-process.ts";
import { type Cleanup, startOrCleanUp } from "../processes/cleanup.ts";
import { startRedis } from "../processes/redis-server.ts";
import { CpuContention } from "./cpu-contention.ts";
import { DelayedJobs } from "./delayed-jobs.ts";
import type { FloodCounts, PausableFlood } from "./flood/flooder.ts";
import type { Scenario } from "./flood/scenario.ts";
import type { AppSettings, CronRun } from "./processes/app-process.ts";
import type { FlooderCommand } from "./processes/flooder-process.ts";
import { QuietTenant } from "./quiet-tenant.ts";
import { createTokens } from "./tokens.ts";

/** The processes of a measurement. */
export interface Testbed {
  readonly quiet: QuietTenant;
  readonly delayed: DelayedJobs;
  readonly contention: CpuContention;
  readonly redis: Redis;
  /** The runs of the app's cron so far. */
  readonly cronRuns: readonly CronRun[];
  /** Prepares a flood, with an unused token that has limits or with one that has none. */
  prepare(scenario: Scenario, options: { perSecond: number; isLimited: boolean }): Promise<PausableFlood>;
  /** Removes the queues of floods. */
  removeFloodQueues(): Promise<void>;
  close(): Promise<void>;
}

// The queues of the quiet tenant, with a job each every 100 ms.
const QUIET_QUEUES = 4;

/** Starts the processes, with tokens for a number of floods with limits. */
export function startTestbed(limits: TokenLimits, floods: number): Promise<Testbed> {
  return startOrCleanUp((cleanup) => startParts(cleanup, { limits, floods }));
}

async function startParts(
  cleanup: Cleanup,
  { limits, floods }: { limits: TokenLimits; floods: number },
): Promise<Testbed> {
  const startProcess = async <Ready>(file: string, options: Parameters<typeof startChild>[1] = {}) =>
    cleanup.stopAtEnd(await startChild<Ready>(new URL(`processes/${file}`, import.meta.url), options));
  const tokens = await createTokens(limits, floods);
  const server = cleanup.stopAtEnd(await startRedis());
  const redis = new Redis(server.url);
  cleanup.add(async () => redis.disconnect());
  const cronRuns: CronRun[] = [];
  const settings: AppSettings = { redisUrl: server.url, tokens: tokens.accepted };
  const app = await startProcess<{ url: string }>("app-process.ts", {
    args: [JSON.stringify(settings)],
    onMessage: (message) => "run" in message && cronRuns.push(message.run as CronRun) > 0,
  });
  const bareServer = await startProcess<{ url: string }>("bare-server.ts");
  const flooder = await startProcess("flooder-process.ts");
  const command = <Reply>(message: FlooderCommand) => flooder.ask<Reply>(message);
  const { url } = app.ready;
  return {
    redis,
    cronRuns,
    contention: cleanup.stopAtEnd(new CpuContention([process.pid, app.pid, server.pid as number])),
    quiet: cleanup.stopAtEnd(new QuietTenant(url, { token: tokens.quiet, queues: QUIET_QUEUES })),
    delayed: cleanup.stopAtEnd(new DelayedJobs(url, tokens.quiet)),
    async prepare({ name, usesBareServer }, { perSecond, isLimited }) {
      const token = isLimited ? tokens.limited.pop() : tokens.unlimited;
      if (token === undefined) throw new Error("there are more floods than tokens");
      const prepare = {
        scenario: name,
        url: usesBareServer ? bareServer.ready.url : url,
        token,
        unlimitedToken: tokens.unlimited,
        queue: `noisy-${randomUUID().slice(0, 8)}`,
        perSecond,
      };
      await command({ prepare });
      return { resume: () => command("resume"), pause: () => command<FloodCounts>("pause") };
    },
    async removeFloodQueues() {
      const adapter = ioredis(redis);
      const names = (await listQueues({ redis: adapter })).filter((name) => name.startsWith("noisy-"));
      for (const name of names) await new Queue(name, { redis: adapter, logger: false }).destroy();
    },
    close: () => cleanup.run(),
  };
}
