// Starts a local Upstash: its REST API over a Redis. For development and tests; Node only.
import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { ChaosOptions } from "../testing/chaos/chaos-options.ts";
import type { Chaos } from "../testing/chaos/faulty-connection.ts";
import { openUpstream } from "./redis/upstream.ts";
import { createGatewayApp } from "./rest/gateway-app.ts";
import { withChaos } from "./rest/http-chaos.ts";

/** Options of a gateway. */
export interface GatewayOptions {
  /** The address of the Redis behind it, such as `redis://127.0.0.1:6379`. */
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
  /** The largest size of a key in bytes, as Upstash limits records; no limit unless set. */
  maxRecordBytes?: number;
  /** Faults of the network in front of it; none unless set. */
  chaos?: ChaosOptions;
}

/** A running gateway. */
export interface Gateway {
  /** The value for `UPSTASH_REDIS_REST_URL`. */
  url: string;
  /** The value for `UPSTASH_REDIS_REST_TOKEN`. */
  token: string;
  readOnlyToken: string;
  /** The faults so far, and the controls to end them, if the gateway was started with `chaos`. */
  chaos?: Chaos;
  close(): Promise<void>;
}

// In ms. A client that uses a connection while the server closes it, after Node's five seconds, gets an error.
const SERVER_OPTIONS = { keepAliveTimeout: 600_000 };

/**
 * Starts an HTTP server that an `@upstash/redis` client uses like Upstash.
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
  const server = serve({ fetch, hostname: host, port, overrideGlobalObjects: false, serverOptions: SERVER_OPTIONS });
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
