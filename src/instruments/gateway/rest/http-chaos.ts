// A faulty network in front of the gateway: connections that are closed, bodies that break off, requests that arrive
// twice.
import type { ServerResponse } from "node:http";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ChaosOptions } from "../../testing/chaos/chaos-options.ts";
import { type Chaos, FaultyConnection } from "../../testing/chaos/faulty-connection.ts";
import { formatError } from "../redis/redis-reply.ts";
import { operationsOf } from "./request-operations.ts";

/** A handler of requests, as `@hono/node-server` calls it. */
export type FetchHandler = (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>;

/** Returns the handler with faults in front of it, and the controls of the faults. */
export function withChaos(fetch: FetchHandler, options: ChaosOptions): { fetch: FetchHandler; chaos: Chaos } {
  const connection = new FaultyConnection(options);
  return {
    chaos: connection,
    fetch: async (request, env) => {
      const body = Buffer.from(await request.arrayBuffer());
      const { url, method, headers } = request;
      // The gateway serves HTTP/1 only.
      const outgoing = env.outgoing as ServerResponse;
      const operations = operationsOf({ url: new URL(url), method, body });
      // A new Request each time, since a body can be read once.
      const send = async () => fetch(new Request(url, { method, headers, ...(body.length > 0 ? { body } : {}) }), env);
      // Streams, and requests without a command, meet no faults.
      if (operations.length === 0) return send();
      return connection.carry<Response>(operations, {
        send,
        lose: () => {
          outgoing.destroy();
          return RESPONSE_ALREADY_SENT;
        },
        cut: (response) => {
          sendHalf(response, outgoing).catch(() => outgoing.destroy());
          return RESPONSE_ALREADY_SENT;
        },
        refuse: (errorReply) =>
          new Response(formatError(errorReply), { status: 400, headers: { "content-type": "application/json" } }),
      });
    },
  };
}

/** Declares the length of the whole body, sends half of it, and closes the connection. */
async function sendHalf(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), "content-length": body.length });
  outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
}
