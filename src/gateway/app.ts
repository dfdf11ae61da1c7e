// The HTTP surface of the local Upstash: who may ask, what is asked, and how the answer is written.
import { ErrorReply } from "@redis/client";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Unreachable } from "./connection.ts";
import { monitorStream, subscribeStream } from "./events.ts";
import { BadRequest, parseCommand, parseCommands, parsePath } from "./parse.ts";
import { envelope, errorEnvelope, type Reply } from "./reply.ts";
import { presentedToken, type Role, tokenRoles } from "./tokens.ts";
import type { Upstream } from "./upstream.ts";

/** What the app needs to know. */
export interface GatewayAppOptions {
  upstream: Upstream;
  token: string;
  readOnlyToken: string;
  maxRequestBytes: number;
}

type Env = { Variables: { role: Role } };

const METHODS = new Set(["HEAD", "GET", "POST", "PUT"]);
const UNAUTHORIZED =
  "WRONGPASS invalid or missing auth token. See https://docs.upstash.com/redis/troubleshooting/http_unauthorized for details.";

/** The app alone, for any server that takes a fetch handler; {@link startGateway} also serves it. */
export function createGatewayApp(options: GatewayAppOptions): Hono<Env> {
  const { upstream, maxRequestBytes } = options;
  const roleOf = tokenRoles(options.token, options.readOnlyToken);
  const app = new Hono<Env>();

  // Every answer carries it; there is one Redis, so any read is in step with any write and the value does not matter.
  let answers = 0;

  app.use(async (c, next) => {
    if (!METHODS.has(c.req.method)) return fail(c, 405, "ERR method not allowed");
    const role = roleOf(presentedToken(c.req.header("authorization"), c.req.query("_token")));
    if (!role) return fail(c, 401, UNAUTHORIZED);
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
      const [, , ...channels] = new URL(c.req.url).pathname.split("/").map(decodeURIComponent);
      return subscribeStream(c, upstream, c.get("role"), kind, channels);
    });
  }
  app.on(["GET", "POST"], "/monitor", (c) => monitorStream(c, upstream, c.get("role")));

  app.post("/", async (c) => one(c, await upstream.run(c.get("role"), parseCommand(await c.req.text()))));
  app.all("*", async (c) => {
    if (c.req.method === "HEAD") return c.body(null);
    const command = parsePath(new URL(c.req.url), Buffer.from(await c.req.arrayBuffer()));
    return one(c, await upstream.run(c.get("role"), command));
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

/** Trusts a declared length, which Node holds the sender to, and counts only a body without one: counting is slow. */
function requestLimit(maxSize: number): MiddlewareHandler {
  const onError = (c: Context) => fail(c, 413, "ERR max request size exceeded");
  const counting = bodyLimit({ maxSize, onError });
  return async (c, next) => {
    const declared = c.req.header("content-length");
    if (declared === undefined && c.req.header("transfer-encoding")) return counting(c, next);
    if (Number(declared) > maxSize) return onError(c);
    await next();
  };
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
