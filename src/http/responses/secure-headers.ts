// Headers that restrict browsers: those that Hono's middleware sets by default, and one that keeps responses out of caches. Most
// code of that middleware is for content policies of pages, which this app does not serve. src/assets/_headers repeats the
// headers for static files.
import type { Context } from "hono";

const HEADERS = Object.entries({
  // Responses contain payloads and tokens.
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

/** Sets the headers of every response. */
export async function secureHeaders(c: Context, next: () => Promise<void>): Promise<void> {
  await next();
  for (const [name, value] of HEADERS) c.res.headers.set(name, value);
}
