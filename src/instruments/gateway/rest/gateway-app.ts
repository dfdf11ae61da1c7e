// The HTTP app of the gateway: authorizes requests, reads their commands, and formats the replies.
import { ErrorReply } from "@redis/client";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { RedisUnreachable } from "../redis/redis-connection.ts";
import { formatError, formatReply, type RedisReply } from "../redis/redis-reply.ts";
import { createRoleLookup, presentedToken, type Role } from "../redis/token-roles.ts";
import type { Upstream } from "../redis/upstream.ts";
import { BadRequest, parseCommand, parseCommands, parsePath } from "./parse-command.ts";
import { monitorStream, subscribeStream } from "./server-sent-events.ts";

/** Options of the app. */
export interface GatewayAppOptions {
  upstream: Upstream;
  token: string;
  readOnlyToken: string;
  maxRequestBytes: number;
}

/** `incoming` is set by `@hono/node-server`. */
type Env = { Variables: { role: Role }; Bindings: { incoming?: { url?: string | undefined } } };

const METHODS = new Set(["HEAD", "GET", "POST", "PUT"]);
const UNAUTHORIZED =
  "WRONGPASS invalid or missing auth token. See https://docs.upstash.com/redis/troubleshooting/http_unauthorized for details.";

/** Creates the app alone, for any server that takes a fetch handler; {@link startGateway} also serves it. */
export function createGatewayApp({ upstream, maxRequestBytes, ...tokens }: GatewayAppOptions): Hono<Env> {
  const findRole = createRoleLookup({ standard: tokens.token, readonly: tokens.readOnlyToken });
  const app = new Hono<Env>({ getPath: (request, context) => rawPath(context?.env?.incoming?.url ?? request.url) });

  // The number of responses, as a sync token. With one Redis every read sees every write, so the value does not matter.
  let responses = 0;

  app.use(async (c, next) => {
    if (!METHODS.has(c.req.method)) return respondError(c, { status: 405, message: "ERR method not allowed" });
    const role = findRole(presentedToken(c.req.header("authorization"), c.req.query("_token")));
    if (!role) return respondError(c, { status: 401, message: UNAUTHORIZED });
    if (c.req.method === "HEAD") return c.body(null);
    c.set("role", role);
    await next();
    responses += 1;
    c.header("upstash-sync-token", responses.toString(36));
  });
  app.use(limitBody(maxRequestBytes));

  app.post("/pipeline", async (c) => {
    const replies = await upstream.runAll(c.get("role"), parseCommands(await c.req.text()));
    return respondAll(c, replies);
  });

  app.post("/multi-exec", async (c) => {
    const replies = await upstream.transaction(c.get("role"), parseCommands(await c.req.text()));
    return Array.isArray(replies) ? respondAll(c, replies) : respond(c, replies);
  });

  for (const kind of ["subscribe", "psubscribe"] as const) {
    app.on(["GET", "POST"], `/${kind}/:channels{.+}`, (c) => {
      const [, , ...names] = c.req.path.split("/").map(decodeURIComponent);
      return subscribeStream(c, { upstream, role: c.get("role"), kind, channels: [...new Set(names)] });
    });
  }
  app.on(["GET", "POST"], "/monitor", (c) => monitorStream(c, { upstream, role: c.get("role") }));

  app.post("/", async (c) => respond(c, await upstream.run(c.get("role"), parseCommand(await c.req.text()))));
  app.all("*", async (c) => {
    const body = Buffer.from(await c.req.arrayBuffer());
    const command = parsePath({ path: c.req.path, query: new URL(c.req.url).searchParams, body });
    return respond(c, await upstream.run(c.get("role"), command));
  });

  app.onError((error, c) => {
    const { message } = error;
    if (error instanceof BadRequest || error instanceof ErrorReply || error instanceof URIError)
      return respondError(c, { status: 400, message });
    if (error instanceof RedisUnreachable) return respondError(c, { status: 503, message });
    return respondError(c, { status: 500, message: "ERR internal error" });
  });
  return app;
}

/** Returns the path as it was sent: a URL would resolve "." and "..", which are valid names of keys. */
function rawPath(target: string): string {
  return target.replace(/^\w+:\/\/[^/?#]*/, "").replace(/[?#].*$/s, "") || "/";
}

/**
 * Limits the body. A declared length is trusted, since Node enforces it; only a body without one is counted, which is
 * slow. Not by hono/body-limit, which copies a counted request with the global Request: that accepts only global
 * Requests, and the gateway replaces no globals.
 */
function limitBody(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const declared = c.req.header("content-length");
    if (Number(declared) > maxBytes) return tooLarge(c);
    if (declared === undefined && c.req.raw.body) {
      const body = await readBody(c.req.raw.body, maxBytes);
      if (!body) return tooLarge(c);
      c.req.raw = new Request(c.req.url, { method: c.req.method, headers: c.req.header(), body });
    }
    await next();
  };
}

/** Reads a body; undefined for one that is larger than the limit, which is not read to the end. */
async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(c: Context): Response {
  return respondError(c, { status: 413, message: "ERR max request size exceeded" });
}

function respond(c: Context, reply: RedisReply): Response {
  const isError = reply instanceof ErrorReply;
  return respondJson(c, { status: isError ? 400 : 200, json: formatReply(reply, wantsBase64(c)) });
}

function respondAll(c: Context, replies: RedisReply[]): Response {
  const isBase64 = wantsBase64(c);
  return respondJson(c, { status: 200, json: `[${replies.map((reply) => formatReply(reply, isBase64)).join(",")}]` });
}

type ErrorStatus = 400 | 401 | 405 | 413 | 500 | 503;

function respondError(c: Context, { status, message }: { status: ErrorStatus; message: string }): Response {
  return respondJson(c, { status, json: formatError(message) });
}

function respondJson(c: Context, { status, json }: { status: 200 | ErrorStatus; json: string }): Response {
  return c.body(json, status, { "content-type": "application/json" });
}

function wantsBase64(c: Context): boolean {
  return c.req.header("upstash-encoding") === "base64";
}
