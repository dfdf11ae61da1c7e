// Gateways that stand before an app and rewrite the path of a request: decoded, with slashes merged and dots resolved, as
// reverse proxies do it.

/** The steps in which a gateway rewrites a path, in this order. */
export interface Rewriting {
  /** The number of times that it decodes the path. */
  decodes: 0 | 1 | 2;
  /** True where it takes backslashes for slashes. */
  turnsBackslashes: boolean;
  mergesSlashes: boolean;
  resolvesDots: boolean;
  /** True where it encodes the path again. Otherwise a ? or # in it ends the path. */
  encodes: boolean;
}

interface Fetches {
  fetch(request: Request): Response | Promise<Response>;
}

/** Returns a fetch that passes requests on to an app through a gateway; a path that no request can have is refused. */
export function proxied(app: Fetches, rewriting: Rewriting): (path: string, init: RequestInit) => Promise<Response> {
  return async (path, init) => {
    const [before = "", ...query] = path.split("?");
    const rewritten = rewrite(before, rewriting) + (query.length > 0 ? `?${query.join("?")}` : "");
    let request: Request;
    try {
      request = new Request(`http://app${rewritten}`, init);
    } catch {
      return new Response("", { status: 400 });
    }
    return app.fetch(request);
  };
}

/** Returns what becomes of a path. */
function rewrite(path: string, rewriting: Rewriting): string {
  const { decodes, turnsBackslashes, mergesSlashes, resolvesDots, encodes } = rewriting;
  let rewritten = path;
  for (let i = 0; i < decodes; i++) rewritten = decoded(rewritten);
  if (turnsBackslashes) rewritten = rewritten.replaceAll("\\", "/");
  if (mergesSlashes) rewritten = rewritten.replace(/\/{2,}/g, "/");
  if (resolvesDots) rewritten = resolved(rewritten);
  // A path that was not decoded is encoded still.
  return encodes && decodes > 0 ? rewritten.split("/").map(encodeURIComponent).join("/") : rewritten;
}

/** Decodes what can be decoded, byte by byte, and leaves the rest. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

function resolved(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  }
  return segments[0] === "" ? segments.join("/") : `/${segments.join("/")}`;
}
