// The HTTP surface of the local Upstash: who may ask, what is asked, and how the answer is written.
import { ErrorReply } from "@redis/client";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { Unreachable } from "../redis/connection.ts";
import { envelope, errorEnvelope, type Reply } from "../redis/reply.ts";
import { presentedToken, type Role, tokenRoles } from "../redis/tokens.ts";
import type { Upstream } from "../redis/upstream.ts";
import { monitorStream, subscribeStream } from "./events.ts";
import { BadRequest, parseCommand, parseCommands, parsePath } from "./parse.ts";

/** What the app needs to know. */
export interface GatewayAppOptions {
  upstream: Upstream;
  token: string;
  readOnlyToken: string;
  maxRequestBytes: number;
}

/** `incoming` is there under `@hono/node-server`. */
type Env = { Variables: { role: Role }; Bindings: { incoming?: { url?: string | undefined } } };

const METHODS = new Set(["HEAD", "GET", "POST", "PUT"]);
const UNAUTHORIZED =
  "WRONGPASS invalid or missing auth token. See https://docs.upstash.com/redis/troubleshooting/http_unauthorized for details.";

/** The app alone, for any server that takes a fetch handler; {@link startGateway} also serves it. */
export function createGatewayApp(options: GatewayAppOptions): Hono<Env> {
  const { upstream, maxRequestBytes } = options;
  const roleOf = tokenRoles(options.token, options.readOnlyToken);
  const app = new Hono<Env>({ getPath: (request, context) => pathOf(context?.env?.incoming?.url ?? request.url) });

  // Every answer carries it; there is one Redis, so any read is in step with any write and the value does not matter.
  let answers = 0;

  app.use(async (c, next) => {
    if (!METHODS.has(c.req.method)) return fail(c, 405, "ERR method not allowed");
    const role = roleOf(presentedToken(c.req.header("authorization"), c.req.query("_token")));
    if (!role) return fail(c, 401, UNAUTHORIZED);
    if (c.req.method === "HEAD") return c.body(null);
    c.set("role", role);
    await next();
    answers += 1;
    c.header("upstash-sync-token", answers.toString(36));
  });
  app.use(requestLimit(maxRequestBytes));

  app.post("/pipeline", async (c) => {
    const replies = await upstream.runAll(c.get("role"), parseCommands(await c.req.text()));
    return many(c, replies);
  });

  app.post("/multi-exec", async (c) => {
    const replies = await upstream.transaction(c.get("role"), parseCommands(await c.req.text()));
    return Array.isArray(replies) ? many(c, replies) : one(c, replies);
  });

  for (const kind of ["subscribe", "psubscribe"] as const) {
    app.on(["GET", "POST"], `/${kind}/:channels{.+}`, (c) => {
      const [, , ...channels] = c.req.path.split("/").map(decodeURIComponent);
      return subscribeStream(c, upstream, c.get("role"), kind, [...new Set(channels)]);
    });
  }
  app.on(["GET", "POST"], "/monitor", (c) => monitorStream(c, upstream, c.get("role")));

  app.post("/", async (c) => one(c, await upstream.run(c.get("role"), parseCommand(await c.req.text()))));
  app.all("*", async (c) => {
    const body = Buffer.from(await c.req.arrayBuffer());
    return one(c, await upstream.run(c.get("role"), parsePath(c.req.path, new URL(c.req.url).searchParams, body)));
  });

  app.onError((error, c) => {
    if (error instanceof BadRequest || error instanceof ErrorReply || error instanceof URIError) {
      return fail(c, 400, error.message);
    }
    if (error instanceof Unreachable) return fail(c, 503, error.message);
    return fail(c, 500, "ERR internal error");
  });
  return app;
}

/** The path as it was sent: a URL would resolve "." and "..", which a key may be called. */
function pathOf(target: string): string {
  return target.replace(/^\w+:\/\/[^/?#]*/, "").replace(/[?#].*$/s, "") || "/";
}

/** Trusts a declared length, which Node holds the sender to, and counts only a body without one: counting is slow. */
function requestLimit(most: number): MiddlewareHandler {
  return async (c, next) => {
    const declared = c.req.header("content-length");
    if (Number(declared) > most) return tooLarge(c);
    if (declared === undefined && c.req.raw.body) {
      const body = await readAtMost(most, c.req.raw.body);
      if (!body) return tooLarge(c);
      c.req.raw = new Request(c.req.url, { method: c.req.method, headers: c.req.header(), body });
    }
    await next();
  };
}

async function readAtMost(most: number, body: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(c: Context): Response {
  return fail(c, 413, "ERR max request size exceeded");
}

function one(c: Context, reply: Reply): Response {
  return json(c, reply instanceof ErrorReply ? 400 : 200, envelope(reply, wantsBase64(c)));
}

function many(c: Context, replies: Reply[]): Response {
  const base64 = wantsBase64(c);
  return json(c, 200, `[${replies.map((reply) => envelope(reply, base64)).join(",")}]`);
}

function fail(c: Context, status: 400 | 401 | 405 | 413 | 500 | 503, message: string): Response {
  return json(c, status, errorEnvelope(message));
}

function json(c: Context, status: 200 | 400 | 401 | 405 | 413 | 500 | 503, body: string): Response {
  return c.body(body, status, { "content-type": "application/json" });
}

function wantsBase64(c: Context): boolean {
  return c.req.header("upstash-encoding") === "base64";
}
