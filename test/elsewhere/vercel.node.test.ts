// The app as Vercel calls it: with a Request, at the edge and in Node, and with Node's own objects in the older style.
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { handle } from "hono/vercel";
import { describe, expect, test } from "vitest";
import { freshName } from "../setup/queue.ts";
import { appOf, type Settings } from "./app.ts";
import { AUTHORIZED, at, conforms, type Host, settings } from "./conformance.ts";

describe("a function that takes a Request, under a path of its own", () => {
  conforms((settings) => {
    const route = handle(new Hono().mount("/api/queue", appOf(settings).fetch));
    const exported: Record<string, typeof route> = { GET: route, POST: route, DELETE: route };
    return {
      send: async (path, init = {}) => {
        const request = new Request(`https://leasehold.example/api/queue${path}`, init);
        return exported[request.method]?.(request) ?? new Response(null, { status: 405 });
      },
    };
  });
});

describe("a function that takes Node's request and response, without Vercel's helpers", () => {
  conforms((settings) => listening(getRequestListener(appOf(settings).fetch)));
});

describe("a function that takes Node's request and response, behind Vercel's helpers", () => {
  conforms((settings) => listening(helped(bodyFirst(settings))));

  test("a body that the helpers took, and the adapter did not see, is refused and not overlooked", async () => {
    const { send, stop } = await listening(helped(getRequestListener(appOf(settings()).fetch)));
    try {
      const init = { method: "POST", headers: AUTHORIZED, body: '{"count":2}' };
      const response = await send(`/v1/queues/${freshName()}/lease`, init);
      expect([response.status, await response.json()]).toMatchObject([400, { code: "malformed" }]);
    } finally {
      await stop?.();
    }
  });
});

/** The handler of such a function. The adapter would find the body gone; it takes one that is put where it looks. */
function bodyFirst(settings: Settings): RequestListener {
  const listener = getRequestListener(appOf(settings).fetch);
  return async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    await new Promise((resolve) => incoming.on("end", resolve));
    await listener(Object.assign(incoming, { rawBody: Buffer.concat(chunks) }), outgoing);
  };
}

/**
 * Does to a request what Vercel's helpers do: they read the body to its end if it has a type, parse it when `body` is
 * looked at, and play it again to listeners, but to nobody who reads the stream in another way.
 */
function helped(handler: RequestListener): RequestListener {
  return async (incoming, outgoing) => {
    if (incoming.headers["content-type"] !== undefined) replay(incoming, await buffer(incoming));
    handler(incoming, outgoing);
  };
}

function replay(incoming: IncomingMessage, body: Buffer): void {
  const again = new PassThrough();
  const on = incoming.on.bind(incoming);
  const listen = (event: string, listener: (...args: unknown[]) => void) =>
    event === "data" || event === "end" ? again.on(event, listener) : on(event, listener);
  Object.assign(incoming, { read: again.read.bind(again), on: listen, addListener: listen });
  Object.defineProperty(incoming, "body", { get: () => JSON.parse(body.toString() || "{}") });
  again.end(body);
}

async function listening(handler: RequestListener): Promise<Host> {
  const server = createServer(handler);
  await promisify((done: () => void) => server.listen(0, "127.0.0.1", done))();
  const { port } = server.address() as AddressInfo;
  return at(`http://127.0.0.1:${port}`, promisify(server.close.bind(server)));
}
