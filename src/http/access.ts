// Tokens and their scopes. Tokens are configured as hashes, so that a reader of the configuration cannot use them.
import type { MiddlewareHandler } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { timingSafeEqual } from "hono/utils/buffer";
import { LeaseholdError } from "../core/errors.ts";
import { sha256 } from "../core/hex.ts";
import { problem } from "./problem.ts";
import type { AppEnv } from "./service.ts";

const SCOPES = ["produce", "consume", "operate", "read"] as const;

/** The scopes of a token: enqueueing jobs, working on them, operating the queues, reading. */
export type Scope = (typeof SCOPES)[number];

/** A token that is accepted. Several may be at a time, so that one can be replaced by another without a gap. */
export interface AccessToken {
  /** The SHA-256 of the token in hexadecimal, as `npm run token` prints it. */
  hash: string;
  scopes: readonly Scope[];
  /** Names of queues, or beginnings of names with a `*` after them; all queues unless set. */
  queues?: readonly string[];
}

/** Lets nobody pass without a token. */
export function authenticate(tokens: readonly AccessToken[]): MiddlewareHandler<AppEnv> {
  const known = tokens.map(checkToken);
  const twice = known.findIndex(({ hash }, i) => known.findIndex((each) => each.hash === hash) < i);
  // Only one of the two would count, and what the other allows would be refused.
  if (twice >= 0) throw new LeaseholdError("not_configured", `token ${twice + 1}: its hash stands there before`);
  return bearerAuth({
    verifyToken: async (token, c) => {
      const hash = await sha256(token);
      for (const each of known) if (await timingSafeEqual(each.hash, hash)) c.set("access", each);
      return c.get("access") !== undefined;
    },
  });
}

/**
 * Lets a token pass that has one of these scopes, for the queue that the request is about. Its type tells typed clients
 * that any route may answer with a problem.
 */
export function allow(
  ...scopes: Scope[]
): MiddlewareHandler<AppEnv, string, Record<never, never>, ReturnType<typeof problem>> {
  return async (c, next) => {
    const access = c.get("access");
    if (!scopes.some((scope) => access.scopes.includes(scope)))
      return problem(c, 403, "forbidden", `This needs a token with the scope ${scopes.join(" or ")}.`);
    const queue = c.req.param("queue");
    if (queue !== undefined && !isFor(access, queue))
      return problem(c, 403, "forbidden", "The token is not valid for this queue.");
    return next();
  };
}

/** Reports whether a token is valid for a queue. */
export function isFor({ queues }: AccessToken, name: string): boolean {
  if (queues === undefined) return true;
  return queues.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each));
}

export function checkToken({ hash, scopes, queues }: AccessToken, index: number): AccessToken {
  const wrong = (what: string) => new LeaseholdError("not_configured", `token ${index + 1}: ${what}`);
  if (!/^[0-9a-f]{64}$/.test(hash)) throw wrong("its hash must be a SHA-256 in hexadecimal; npm run token makes one");
  if (!Array.isArray(scopes) || scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope)))
    throw wrong(`its scopes must be some of ${SCOPES.join(", ")}`);
  if (queues?.some((each) => !/^[A-Za-z0-9._:-]{0,128}\*?$/.test(each) || each === ""))
    throw wrong("its queues must be names, or beginnings of names with a * after them");
  return { hash, scopes, ...(queues ? { queues } : {}) };
}
