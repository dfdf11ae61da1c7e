// A Redis and a gateway of a test's own, for what a shared server must not see: passwords, flushes, endless scripts.
import { createClient } from "@redis/client";
import { onTestFinished } from "vitest";
import { type RedisServer, startRedis } from "../../../scripts/processes/redis-server.ts";
import { type Gateway, type GatewayOptions, startGateway } from "../../../src/instruments/gateway/server.ts";
import { type Answer, post } from "./ask.ts";

/** A gateway, and how to send commands to it. */
export interface OwnGateway {
  gateway: Gateway;
  send(command: unknown[]): Promise<Answer>;
  sendReadOnly(command: unknown[]): Promise<Answer>;
}

/** Starts a Redis that stops with the test. */
export async function ownRedis(port?: number): Promise<RedisServer> {
  const redis = await startRedis({ port });
  onTestFinished(redis.stop);
  return redis;
}

/** Starts a gateway that closes with the test. */
export async function ownGateway(redisUrl: string, options: Partial<GatewayOptions> = {}): Promise<OwnGateway> {
  const gateway = await startGateway({ redisUrl, ...options });
  onTestFinished(gateway.close);
  return {
    gateway,
    send: (command) => post("/", command, bearer(gateway.token), gateway.url),
    sendReadOnly: (command) => post("/", command, bearer(gateway.readOnlyToken), gateway.url),
  };
}

/** Opens a connection to Redis itself, past the gateway. */
export async function direct(url: string) {
  const client = createClient({ url });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => {
    if (client.isOpen) client.destroy();
  });
  return client;
}

/** The part of a request that presents a token. */
export function bearer(token: string): { headers: { authorization: string } } {
  return { headers: { authorization: `Bearer ${token}` } };
}
