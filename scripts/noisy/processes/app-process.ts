// The app in a process of its own: a worker of `leasehold/worker` behind a server of Node, whose light cron runs every five
// seconds.
import type { AddressInfo } from "node:net";
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
}

const CRON_INTERVAL = 5_000;

const { redisUrl, tokens }: AppSettings = JSON.parse(process.argv[2] ?? "{}");
const worker = createWorker({ redis: ioredis(new Redis(redisUrl)), tokens, queues: {} });

const server = serve(
  {
    fetch: (request) => (request.url.endsWith("/refuse") ? new Response("no", { status: 429 }) : worker.fetch(request)),
    hostname: "127.0.0.1",
    port: 0,
    // A connection that the server closes while a request is on its way would look like a failure.
    serverOptions: { keepAliveTimeout: 600_000 },
  },
  ({ port }: AddressInfo) => process.send?.({ url: `http://127.0.0.1:${port}` }),
);

setInterval(async () => {
  const startedAt = Date.now();
  await worker.cron.light().catch(() => {});
  process.send?.({ run: { startedAt, endedAt: Date.now() } });
}, CRON_INTERVAL);

process.once("disconnect", () => {
  server.close();
  process.exit();
});
