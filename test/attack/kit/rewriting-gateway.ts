// Gateways in front of an app that rewrite the path of a request as reverse proxies do: they decode it, merge slashes and
// resolve dots.
import fc from "fast-check";

/** The steps in which a gateway rewrites a path, in their order. */
export interface GatewayOptions {
  /** The number of times that the gateway decodes the path. */
  decodes: 0 | 1 | 2;
  turnsBackslashes: boolean;
  mergesSlashes: boolean;
  resolvesDots: boolean;
  /** True if it encodes the path again. Otherwise a ? or # in it ends the path. */
  encodes: boolean;
}

/** Generates gateways. */
export const gateways: fc.Arbitrary<GatewayOptions> = fc.record({
  decodes: fc.constantFrom(0 as const, 1 as const, 2 as const),
  turnsBackslashes: fc.boolean(),
  mergesSlashes: fc.boolean(),
  resolvesDots: fc.boolean(),
  encodes: fc.boolean(),
});

interface Fetcher {
  fetch(request: Request): Response | Promise<Response>;
}

/** Returns a fetch that sends requests to an app through a gateway. A path that no request can have is answered 400. */
export function createGatewayFetch(
  app: Fetcher,
  gateway: GatewayOptions,
): (path: string, init: RequestInit) => Promise<Response> {
  return async (path, init) => {
    const [before = "", ...query] = path.split("?");
    const rewritten = rewritePath(before, gateway) + (query.length > 0 ? `?${query.join("?")}` : "");
    let request: Request;
    try {
      request = new Request(`http://app${rewritten}`, init);
    } catch {
      return new Response("", { status: 400 });
    }
    return app.fetch(request);
  };
}

function rewritePath(path: string, gateway: GatewayOptions): string {
  const { decodes, turnsBackslashes, mergesSlashes, resolvesDots, encodes } = gateway;
  let rewritten = path;
  for (let i = 0; i < decodes; i++) rewritten = decodeRuns(rewritten);
  if (turnsBackslashes) rewritten = rewritten.replaceAll("\\", "/");
  if (mergesSlashes) rewritten = rewritten.replace(/\/{2,}/g, "/");
  if (resolvesDots) rewritten = resolveDotSegments(rewritten);
  // A path that was not decoded is still encoded.
  return encodes && decodes > 0 ? rewritten.split("/").map(encodeURIComponent).join("/") : rewritten;
}

/** Decodes each run of percent-encoded bytes, and leaves runs that are not UTF-8. */
function decodeRuns(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

function resolveDotSegments(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  }
  return segments[0] === "" ? segments.join("/") : `/${segments.join("/")}`;
}
