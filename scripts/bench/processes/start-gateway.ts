// A local Upstash in a process of its own, so that its work is not measured as the benchmark's.
import { startChild } from "../../processes/child-process.ts";
import type { Cleanup } from "../../processes/cleanup.ts";
import { startRedis } from "../../processes/redis-server.ts";

/** A gateway in another process. */
export interface GatewayProcess {
  url: string;
  token: string;
  stop(): Promise<void>;
}

/** Starts a gateway in front of a Redis server. */
export async function startGatewayProcess(redisUrl: string): Promise<GatewayProcess> {
  const file = new URL("gateway-process.ts", import.meta.url);
  const { ready, stop } = await startChild<{ url: string; token: string }>(file, { args: [redisUrl] });
  return { ...ready, stop };
}

/** Starts a Redis server with a gateway in front of it, until the end of a program. */
export async function startRedisWithGateway(cleanup: Cleanup): Promise<GatewayProcess & { redisUrl: string }> {
  const { url: redisUrl } = cleanup.stopAtEnd(await startRedis());
  return { ...cleanup.stopAtEnd(await startGatewayProcess(redisUrl)), redisUrl };
}
