// Bearer tokens of requests (RFC 6750).
import type { Context } from "hono";
import { problem } from "../responses/problem.ts";

/** Returns the bearer token of a request; undefined if it has none. */
export function bearerToken(c: Context): string | undefined {
  return /^bearer +([\w.~+/-]+=*)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
}

/** Responds with 401 to a request without a valid token. */
export function unauthorized(c: Context) {
  const error = c.req.header("Authorization") === undefined ? "" : ' error="invalid_token"';
  const headers = { "WWW-Authenticate": `Bearer realm=""${error && `,${error}`}` };
  return problem(c, { status: 401, code: "unauthorized", detail: "The token is missing or wrong.", headers });
}
