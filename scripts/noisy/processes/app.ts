// The app in a process of its own: a worker of `leasehold/worker` behind a server of Node, whose light cron runs every five
// seconds.
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { serve } from "@hono/node-server";
import { Redis } from "ioredis";
import type { AccessToken } from "../../../src/access/token.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { createWorker } from "../../../src/worker/create-worker.ts";

/** The settings of this process. */
export interface AppSettings {
  redisUrl: string;
  tokens: AccessToken[];
}

/** A run of the cron, in ms since the epoch. */
export interface CronRun {
  startedAt: number;
  endedAt: number;
  left: number;
  failed: boolean;
}

/** The use of this process since the last question. */
export interface Usage {
  cpu: number;
  /** The longest time in ms for which its event loop was blocked. */
  longestStall: number;
}

const CRON_EVERY = 5_000;

const { redisUrl, tokens }: AppSettings = JSON.parse(process.argv[2] ?? "{}");
const worker = createWorker({ redis: ioredis(new Redis(redisUrl)), tokens, queues: {} });

const server = serve(
  {
    fetch: (request) => (request.url.endsWith("/refuse") ? new Response("no", { status: 429 }) : worker.fetch(request)),
    hostname: "127.0.0.1",
    port: 0,
    // A kept connection that is closed while a request is on its way would look like a failure.
    serverOptions: { keepAliveTimeout: 600_000 },
  },
  ({ port }: AddressInfo) => process.send?.({ url: `http://127.0.0.1:${port}` }),
);

setInterval(async () => {
  const startedAt = Date.now();
  const report = await worker.cron.light().catch(() => undefined);
  const run = { startedAt, endedAt: Date.now(), left: report?.left.length ?? 0, failed: report === undefined };
  process.send?.({ run });
}, CRON_EVERY);

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
let cpu = process.cpuUsage();
process.on("message", () => {
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({ usage: { cpu: (user + system) / 1_000, longestStall: delay.max / 1e6 } });
  cpu = process.cpuUsage();
  delay.reset();
});
process.once("disconnect", () => {
  server.close();
  process.exit();
});
