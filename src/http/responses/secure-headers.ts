// Headers of every response that restrict what a browser does with it: the ones that Hono's middleware sets unless it is
// told otherwise, and one that keeps replies out of caches. Most of that middleware's code is for policies of pages, and
// this app serves none. src/assets/_headers repeats them for static files.
import type { Context } from "hono";

const HEADERS = Object.entries({
  // Replies hold payloads and tokens.
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=15552000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Download-Options": "noopen",
  "X-Frame-Options": "SAMEORIGIN",
  "X-Permitted-Cross-Domain-Policies": "none",
  "X-XSS-Protection": "0",
});

/** Sets the headers, whatever the response. */
export async function secureHeaders(c: Context, next: () => Promise<void>): Promise<void> {
  await next();
  for (const [name, value] of HEADERS) c.res.headers.set(name, value);
}
