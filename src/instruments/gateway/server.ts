// A local Upstash: its REST API over a Redis that runs beside it. For development and tests; Node only.
import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { ChaosOptions } from "../testing/chaos/chaos-options.ts";
import type { Chaos } from "../testing/chaos/faulty-connection.ts";
import { openUpstream } from "./redis/upstream.ts";
import { createGatewayApp } from "./rest/app.ts";
import { withChaos } from "./rest/chaos.ts";

/** How to start a gateway. */
export interface GatewayOptions {
  /** The Redis to answer from, such as `redis://127.0.0.1:6379`. */
  redisUrl: string;
  /** The address to listen on; loopback unless set. */
  host?: string;
  /** The port to listen on; a free one unless set. */
  port?: number;
  /** The token that may do everything; a random one unless set. */
  token?: string;
  /** The token that may only read; a random one unless set. */
  readOnlyToken?: string;
  /** The largest request in bytes; 10 MB unless set. */
  maxRequestBytes?: number;
  /** The largest that one key may become in bytes; no limit unless set. */
  maxRecordBytes?: number;
  /** What goes wrong on the way to it, on purpose; nothing unless set. */
  chaos?: ChaosOptions;
}

/** A gateway that listens. */
export interface Gateway {
  /** What `UPSTASH_REDIS_REST_URL` would hold. */
  url: string;
  /** What `UPSTASH_REDIS_REST_TOKEN` would hold. */
  token: string;
  readOnlyToken: string;
  /** The faults so far, and the way to end them; there when the gateway was started with `chaos`. */
  chaos?: Chaos;
  close(): Promise<void>;
}

/**
 * Starts an HTTP server that an `@upstash/redis` client takes for Upstash.
 *
 * @example
 * const gateway = await startGateway({ redisUrl: "redis://127.0.0.1:6379" });
 * const redis = new Redis({ url: gateway.url, token: gateway.token });
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { host = "127.0.0.1", port = 0, token = randomToken(), readOnlyToken = randomToken() } = options;
  const { maxRequestBytes = 10 * 1024 * 1024, maxRecordBytes } = options;
  const upstream = await openUpstream(options.redisUrl, maxRecordBytes);
  const app = createGatewayApp({ upstream, token, readOnlyToken, maxRequestBytes });
  const { fetch, chaos } = options.chaos ? withChaos(app.fetch, options.chaos) : { fetch: app.fetch };
  const server = serve({ fetch, hostname: host, port, overrideGlobalObjects: false });
  try {
    await new Promise<void>((resolve, reject) => server.once("listening", resolve).once("error", reject));
  } catch (error) {
    await upstream.close();
    throw error;
  }
  const { address, family, port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${actualPort}`,
    token,
    readOnlyToken,
    ...(chaos ? { chaos } : {}),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
      await upstream.close();
    },
  };
}

function randomToken(): string {
  return randomBytes(24).toString("base64url");
}
