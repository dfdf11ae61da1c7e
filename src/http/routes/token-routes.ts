// The routes of tokens that are stored in Redis, and of the audit log.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import type { AuditEntry } from "../../access/audit-log.ts";
import { generateToken } from "../../access/stored-tokens.ts";
import {
  type Access,
  type AccessToken,
  isForQueue,
  isWithin,
  type TokenLimits,
  validateToken,
} from "../../access/token.ts";
import { labelError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hex.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { allow } from "../guards/allow.ts";
import { toOptionalNumber } from "../requests/query-values.ts";
import { auditQuery, newToken as newTokenRequest, revokeRequest } from "../requests/request-schemas.ts";
import { validateBody, validateQuery } from "../requests/validate-request.ts";
import { notFound, problem } from "../responses/problem.ts";
import type * as tokenResponses from "../responses/token-schemas.ts";
import type { AppEnv } from "../service/app-env.ts";

const PAGE_SIZE = 100;

/** Returns the routes of tokens and of the audit log. */
export function tokenRoutes() {
  return new Hono<AppEnv>()
    .post("/tokens", allow("admin"), validateBody(newTokenRequest), async (c) => {
      const { tokens } = c.get("service");
      if (!tokens.stored) return notEnabled(c);
      const wanted = c.req.valid("json");
      c.set("subject", wanted.name);
      const token = generateToken();
      const access = validateNewToken({ ...wanted, hash: await sha256Hex(token) });
      const excess = excessOf(access, c.get("access"));
      if (excess)
        return problem(c, { status: 403, code: "forbidden", detail: `The new token would have ${excess} than yours.` });
      const isTaken = tokens.configured.some(({ name }) => name === access.name);
      if (isTaken || !(await tokens.stored.save(access)))
        return problem(c, { status: 409, code: "conflict", detail: "Another token has this name." });
      tokens.invalidate();
      return c.json<v.InferOutput<typeof tokenResponses.createdToken>, 201>({ token, name: access.name }, 201);
    })
    .get("/token", (c) => {
      const { name, scopes, queues, ids, groups } = c.get("access");
      const body = { name, scopes: [...scopes], ...withoutUndefined({ queues, ids, groups }) };
      return c.json<v.InferOutput<typeof tokenResponses.ownToken>, 200>(
        body as v.InferOutput<typeof tokenResponses.ownToken>,
        200,
      );
    })
    .get("/tokens", allow("admin"), async (c) => {
      const { configured, stored } = c.get("service").tokens;
      const { tokens, lastUsed } = (await stored?.list()) ?? { tokens: [], lastUsed: new Map<string, number>() };
      const infosOf = (accesses: Access[], isStored: boolean) =>
        accesses
          .filter((access) => isVisible(c, access))
          .map((access) => toTokenInfo(access, { isStored, lastUsedAt: lastUsed.get(access.name) }));
      const infos = [...infosOf(configured, false), ...infosOf(tokens, true)];
      return c.json<v.InferOutput<typeof tokenResponses.tokenList>, 200>({ tokens: infos }, 200);
    })
    .post("/tokens/revoke", allow("admin"), validateBody(revokeRequest), async (c) => {
      const { tokens } = c.get("service");
      if (!tokens.stored) return notEnabled(c);
      const { name } = c.req.valid("json");
      c.set("subject", name);
      const list = await tokens.stored.list();
      const access = list.tokens.find((each) => each.name === name && isVisible(c, each));
      if (!access) return notFound(c, "No stored token has this name.");
      if (excessOf(access, c.get("access")))
        return problem(c, { status: 403, code: "forbidden", detail: "The token has more rights than yours." });
      await tokens.stored.revoke(name);
      tokens.invalidate();
      return c.body(null, 204);
    })
    .get("/audit", allow("admin"), validateQuery(auditQuery), async (c) => {
      const { audit } = c.get("service");
      const { after, limit } = c.req.valid("query");
      const pageSize = toOptionalNumber(limit) ?? PAGE_SIZE;
      const read = (await audit?.read(after, pageSize)) ?? [];
      const entries = await visibleEntries(c, read);
      const last = read.length < pageSize ? undefined : read.at(-1)?.id;
      const body = { entries, ...withoutUndefined({ cursor: last }) };
      return c.json<v.InferOutput<typeof tokenResponses.auditPage>, 200>(body, 200);
    });
}

/** Validates a token that a request asks for. */
function validateNewToken(token: { [Name in keyof AccessToken]: AccessToken[Name] | undefined }): Access {
  try {
    return validateToken(withoutUndefined(token) as AccessToken);
  } catch (error) {
    throw labelError("The token", error);
  }
}

/** Reports whether the caller may see a token: whether all queues of the token are among the caller's. */
function isVisible(c: Context<AppEnv>, { queues }: Access): boolean {
  return isWithin(queues, c.get("access").queues);
}

/** Returns the entries that the caller may see: those about the caller's queues, and those of visible tokens. */
async function visibleEntries(c: Context<AppEnv>, all: readonly AuditEntry[]) {
  const { tokens } = c.get("service");
  const [access, now] = [c.get("access"), Date.now()];
  const visible: Omit<AuditEntry, "short">[] = [];
  for (const { short, ...entry } of all) {
    const { queue } = entry;
    if (queue === undefined && access.queues !== undefined) {
      const holder = await tokens.findByShortHash(short, now);
      if (!holder || !isVisible(c, holder)) continue;
    } else if (queue !== undefined && !isForQueue(access, queue)) continue;
    visible.push(entry);
  }
  return visible;
}

/** Returns a right of a token that another token does not have, in words; undefined if there is none. */
function excessOf(token: Access, other: Access): string | undefined {
  if (!token.scopes.every((scope) => other.scopes.includes(scope))) return "other scopes";
  if (!isWithin(token.queues, other.queues)) return "other queues";
  if ((token.expires ?? Number.POSITIVE_INFINITY) > (other.expires ?? Number.POSITIVE_INFINITY))
    return "a later expiry";
  const limit = (access: Access, name: keyof TokenLimits) => access.limits[name] ?? Number.POSITIVE_INFINITY;
  const names = ["requests", "bytes", "waits", "inFlight", "queues", "maxCost"] as const;
  return names.some((name) => limit(token, name) > limit(other, name)) ? "larger limits" : undefined;
}

/** Returns a token for a response, without its hash. */
function toTokenInfo(
  { hash: _, limits, ...access }: Access,
  { isStored, lastUsedAt }: { isStored: boolean; lastUsedAt: number | undefined },
) {
  return {
    ...access,
    scopes: [...access.scopes],
    limits,
    stored: isStored,
    ...withoutUndefined({ lastUsedAt }),
  } as v.InferOutput<typeof tokenResponses.tokenInfo>;
}

function notEnabled(c: Context<AppEnv>) {
  return notFound(c, "Stored tokens are not enabled.");
}
