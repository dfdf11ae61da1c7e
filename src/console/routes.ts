// The routes of the console's files. The page speaks the HTTP API with the user's token; nothing here knows a token.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { invalidArgument } from "../base/arguments.ts";
import { FILES } from "./files.gen.ts";

/** Options of the console. */
export interface ConsoleOptions {
  /** The origins of APIs beside that of the page, such as "https://jobs.example.com". None unless set. */
  apis?: readonly string[];
}

const TYPES: Record<string, string> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/**
 * Returns the routes of the console, to be mounted beside the API.
 *
 * @example
 * app.route("/console", consoleRoutes());
 */
export function consoleRoutes({ apis = [] }: ConsoleOptions = {}) {
  for (const origin of apis) validateOrigin(origin);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${["'self'", ...apis].join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  // Relative addresses in the page need the slash.
  const addSlash = (c: Context) => c.redirect(`${c.req.path.split("/").at(-1)}/`, 308);
  return new Hono()
    .get("/", (c, next) => (c.req.path.endsWith("/") ? next() : addSlash(c)))
    .get("/:file{.*}", (c) => {
      const name = c.req.param("file") || "index.html";
      const text = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
      if (text === undefined) return c.notFound();
      return c.body(text, 200, {
        "Content-Type": TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
        "Content-Security-Policy": policy,
        "Cache-Control": "no-cache",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
      });
    });
}

/** Validates an origin, which becomes a part of a header. */
function validateOrigin(origin: string): void {
  if (URL.parse(origin)?.origin === origin && /^https?:/.test(origin)) return;
  throw invalidArgument('consoleRoutes: apis must be origins, such as "https://jobs.example.com"');
}
