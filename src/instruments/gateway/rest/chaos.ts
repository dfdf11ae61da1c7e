// A bad network in front of the gateway: connections that break off, bodies that end half-way, requests that come twice.
import type { ServerResponse } from "node:http";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ChaosOptions } from "../../testing/chaos/chaos-options.ts";
import { type Chaos, FaultyConnection } from "../../testing/chaos/faulty-connection.ts";
import { errorEnvelope } from "../redis/reply.ts";
import { operationsOf } from "./operations.ts";

/** A handler of requests, as `@hono/node-server` calls it. */
export type Fetch = (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>;

/** The handler with faults before it, and what a test may ask of them. */
export function withChaos(fetch: Fetch, options: ChaosOptions): { fetch: Fetch; chaos: Chaos } {
  const connection = new FaultyConnection(options);
  return {
    chaos: connection,
    fetch: async (request, env) => {
      const body = Buffer.from(await request.arrayBuffer());
      const { url, method, headers } = request;
      // The gateway speaks HTTP/1 alone.
      const outgoing = env.outgoing as ServerResponse;
      const operations = operationsOf(new URL(url), method, body);
      // Each time a request of its own, because a body can be read once.
      const send = async () => fetch(new Request(url, { method, headers, ...(body.length > 0 ? { body } : {}) }), env);
      // Streams, and what is no command, pass as they are.
      if (operations.length === 0) return send();
      return connection.carry<Response>(operations, {
        send,
        lose: () => {
          outgoing.destroy();
          return RESPONSE_ALREADY_SENT;
        },
        cut: (reply) => {
          cutShort(reply, outgoing).catch(() => outgoing.destroy());
          return RESPONSE_ALREADY_SENT;
        },
        refuse: (errorReply) =>
          new Response(errorEnvelope(errorReply), { status: 400, headers: { "content-type": "application/json" } }),
      });
    },
  };
}

/** Promises the whole body, sends half of it, and hangs up. */
async function cutShort(reply: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await reply.arrayBuffer());
  outgoing.writeHead(reply.status, { ...Object.fromEntries(reply.headers), "content-length": body.length });
  outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
}
