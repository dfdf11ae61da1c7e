// A local Upstash in a process of its own, so that its work is not measured as the benchmark's.
import { startChild } from "../../processes/child-process.ts";

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
