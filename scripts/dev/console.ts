// The console of `npm run dev`: passes requests on to the Worker, and signs in the person who opens the printed address. The
// token is in no address and in no file: only a browser that has opened the address, which has a secret of its own, reads it.
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { proxy } from "hono/proxy";

/** The running server of the console. */
export interface DevConsole {
  /** The address that opens the console with the token. It works from this machine alone. */
  url: string;
  stop(): Promise<void>;
}

const COOKIE = "leasehold-dev";
const TOKEN_PATH = "/console/local.json";

/** Starts the server on a port of the loopback interface. `worker` is the address of the Worker. */
export async function startConsole(
  port: number,
  { worker, token }: { worker: string; token: string },
): Promise<DevConsole> {
  const secret = randomBytes(16).toString("base64url");
  const app = new Hono();
  app.use(async (c, next) => {
    // The page of another host, whose name was made to resolve to this machine, must not read the token.
    const host = c.req.header("Host") ?? "";
    if (host !== `127.0.0.1:${address.port}` && host !== `localhost:${address.port}`)
      return c.text("This address is for this machine alone.", 403);
    return next();
  });
  app.get("/open/:secret", (c) => {
    if (!isEqual(c.req.param("secret"), secret)) return c.text("npm run dev has printed another address.", 403);
    setCookie(c, COOKIE, secret, { httpOnly: true, sameSite: "Strict", path: TOKEN_PATH });
    return c.redirect("/console/");
  });
  app.get(TOKEN_PATH, (c) => {
    if (!isEqual(getCookie(c, COOKIE) ?? "", secret)) return c.notFound();
    return c.json({ token }, 200, { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
  });
  app.all("*", (c) => {
    const { pathname, search } = new URL(c.req.url);
    return proxy(`${worker}${pathname}${search}`, { raw: c.req.raw });
  });
  const listening = Promise.withResolvers<AddressInfo>();
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, listening.resolve);
  server.once("error", listening.reject);
  const address = await listening.promise;
  return {
    url: `http://127.0.0.1:${address.port}/open/${secret}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** Reports whether two texts are equal, in a time that does not depend on their content. */
function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
