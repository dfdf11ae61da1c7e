// The processes of a measurement: Redis, the app, a bare server and the flooder; and the quiet tenant in this one.
import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import type { TokenLimits } from "../../src/access/token.ts";
import { listQueues, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { Cleanup } from "../processes/cleanup.ts";
import { startRedis } from "../processes/redis-server.ts";
import { Contention } from "./contention.ts";
import type { Interruptible, Order, Tally } from "./flooder.ts";
import type { AppSettings, CronRun, Usage } from "./processes/app.ts";
import { Child } from "./processes/child.ts";
import type { Command } from "./processes/flooder.ts";
import { Punctual } from "./punctual.ts";
import { Quiet } from "./quiet.ts";
import { RedisWatch } from "./redis-watch.ts";
import { makeTokens } from "./tokens.ts";
import type { Way } from "./way.ts";

/** The processes of a measurement. */
export interface Place {
  readonly quiet: Quiet;
  readonly punctual: Punctual;
  readonly redis: RedisWatch;
  readonly contention: Contention;
  /** The runs of the app's cron. */
  readonly runs: readonly CronRun[];
  /** Prepares a flood, with an unused token that has limits or with one that has none. */
  prepare(way: Way, options: { perSecond: number; isLimited: boolean }): Promise<Interruptible>;
  /** Returns what the app has used since it was last asked. */
  usage(): Promise<Usage>;
  /** Removes the queues of floods. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

// The queues of the quiet tenant, with a job each every 100 ms.
const LANES = 4;

/** Starts the processes, with tokens for so many floods with limits. */
export async function openPlace(limits: TokenLimits, floods: number): Promise<Place> {
  const cleanup = new Cleanup();
  try {
    return await open(cleanup, limits, floods);
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

async function open(cleanup: Cleanup, limits: TokenLimits, floods: number): Promise<Place> {
  const stoppable = <T extends { stop(): unknown }>(each: T): T => {
    cleanup.add(async () => void (await each.stop()));
    return each;
  };
  const tokens = await makeTokens(limits, floods);
  const server = stoppable(await startRedis());
  const client = new Redis(server.url);
  cleanup.add(async () => client.disconnect());
  const runs: CronRun[] = [];
  const settings: AppSettings = { redisUrl: server.url, tokens: tokens.accepted };
  const onRun = (message: object) => "run" in message && runs.push(message.run as CronRun) > 0;
  const [app, { url }] = await Child.start<{ url: string }>("app.ts", [JSON.stringify(settings)], onRun);
  stoppable(app);
  const [bare, { url: bareUrl }] = await Child.start<{ url: string }>("bare.ts", []);
  stoppable(bare);
  const [flooder] = await Child.start("flooder.ts", []);
  stoppable(flooder);
  const ask = <T>(command: Command) => flooder.ask<T>(command);
  return {
    runs,
    redis: stoppable(new RedisWatch(client)),
    contention: stoppable(new Contention([process.pid, app.pid, server.pid as number])),
    quiet: stoppable(new Quiet(url, { token: tokens.quiet, lanes: LANES })),
    punctual: stoppable(new Punctual(url, tokens.quiet)),
    async prepare({ name, isElsewhere }, { perSecond, isLimited }) {
      const token = isLimited ? tokens.noisy.pop() : tokens.filler;
      if (token === undefined) throw new Error("there are more floods than tokens");
      const queue = `noisy-${randomUUID().slice(0, 8)}`;
      const target = isElsewhere ? bareUrl : url;
      const order: Order = { way: name, url: target, token, filler: tokens.filler, queue, perSecond };
      await ask({ prepare: order });
      return { resume: () => ask("resume"), pause: () => ask<Tally>("pause") };
    },
    usage: async () => (await app.ask<{ usage: Usage }>({})).usage,
    async clear() {
      const redis = ioredis(client);
      const names = (await listQueues({ redis })).filter((name) => name.startsWith("noisy-"));
      for (const name of names) await new Queue(name, { redis, logger: false }).destroy();
    },
    close: () => cleanup.run(),
  };
}
