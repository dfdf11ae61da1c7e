// A Redis and a gateway of one test, for passwords, flushes and endless scripts, which would disturb shared servers.
import { createClient } from "@redis/client";
import { onTestFinished } from "vitest";
import { type RedisServer, startRedis } from "../../../scripts/processes/redis-server.ts";
import { type Gateway, type GatewayOptions, startGateway } from "../../../src/instruments/gateway/server.ts";
import { type GatewayClient, gatewayClient } from "./gateway-client.ts";

/** A gateway, and clients with its two tokens. */
export interface OwnGateway extends GatewayClient {
  gateway: Gateway;
  readOnly: GatewayClient;
}

/** Starts a Redis that stops with the test. */
export async function startOwnRedis(port?: number): Promise<RedisServer> {
  const redis = await startRedis({ port });
  onTestFinished(redis.stop);
  return redis;
}

/** Starts a gateway that closes with the test. */
export async function startOwnGateway(redisUrl: string, options: Partial<GatewayOptions> = {}): Promise<OwnGateway> {
  const gateway = await startGateway({ redisUrl, ...options });
  onTestFinished(gateway.close);
  const { url, token, readOnlyToken } = gateway;
  return { gateway, ...gatewayClient({ url, token }), readOnly: gatewayClient({ url, token: readOnlyToken }) };
}

/** Opens a connection to Redis itself, past the gateway. */
export async function connectDirectly(url: string) {
  const client = createClient({ url });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => {
    if (client.isOpen) client.destroy();
  });
  return client;
}

/** Starts a Redis and a gateway over it. */
export async function startOwnServers(): Promise<OwnGateway> {
  return startOwnGateway((await startOwnRedis()).url);
}
