// The app on Vercel: as a function of a Request, on the edge and on Node, and as a function of Node's own objects.
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { handle } from "hono/vercel";
import { describe, expect, test } from "vitest";
import { listenOnLoopback } from "../../scripts/processes/loopback.ts";
import { freshName } from "../setup/queue.ts";
import { AUTHORIZED, type Host, hostAt, newSettings, testConformance } from "./conformance.ts";
import { createTestApp, type Settings } from "./test-app.ts";

describe("a function of a Request under its own path", () => {
  testConformance((settings) => {
    const route = handle(new Hono().mount("/api/queue", createTestApp(settings).fetch));
    const exported: Record<string, typeof route> = { GET: route, POST: route, DELETE: route };
    return {
      send: async (path, init = {}) => {
        const request = new Request(`https://leasehold.example/api/queue${path}`, init);
        return exported[request.method]?.(request) ?? new Response(null, { status: 405 });
      },
    };
  });
});

describe("a function of Node's request and response without Vercel's helpers", () => {
  testConformance((settings) => startServer(getRequestListener(createTestApp(settings).fetch)));
});

describe("a function of Node's request and response behind Vercel's helpers", () => {
  testConformance((settings) => startServer(withHelpers(createBufferedListener(settings))));

  test("refuses a request whose body was read by the helpers, instead of ignoring the body", async () => {
    const { send, stop } = await startServer(withHelpers(getRequestListener(createTestApp(newSettings()).fetch)));
    try {
      const init = { method: "POST", headers: AUTHORIZED, body: '{"count":2}' };
      const response = await send(`/v1/queues/${freshName()}/lease`, init);
      expect([response.status, await response.json()]).toMatchObject([400, { code: "malformed" }]);
    } finally {
      await stop?.();
    }
  });
});

/** Returns a handler that buffers the body in `rawBody`, where Hono looks, since Vercel's helpers consume the stream. */
function createBufferedListener(settings: Settings): RequestListener {
  const listener = getRequestListener(createTestApp(settings).fetch);
  return async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    await new Promise((resolve) => incoming.on("end", resolve));
    await listener(Object.assign(incoming, { rawBody: Buffer.concat(chunks) }), outgoing);
  };
}

/** Wraps a handler as Vercel's helpers do, which read the whole body before the handler if it has a content type. */
function withHelpers(handler: RequestListener): RequestListener {
  return async (incoming, outgoing) => {
    if (incoming.headers["content-type"] !== undefined) replayLikeVercel(incoming, await buffer(incoming));
    handler(incoming, outgoing);
  };
}

/** Replays a body as Vercel's helpers do: to listeners and `read`, but not to other readers. `body` parses it. */
function replayLikeVercel(incoming: IncomingMessage, body: Buffer): void {
  const replayed = new PassThrough();
  const on = incoming.on.bind(incoming);
  const listen = (event: string, listener: (...args: unknown[]) => void) =>
    event === "data" || event === "end" ? replayed.on(event, listener) : on(event, listener);
  Object.assign(incoming, { read: replayed.read.bind(replayed), on: listen, addListener: listen });
  Object.defineProperty(incoming, "body", { get: () => JSON.parse(body.toString() || "{}") });
  replayed.end(body);
}

async function startServer(handler: RequestListener): Promise<Host> {
  const { url, close } = await listenOnLoopback(createServer(handler));
  return hostAt(url, close);
}
