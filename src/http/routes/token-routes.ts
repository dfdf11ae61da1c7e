// Tokens that are kept in Redis, and the audit log.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import type { AuditRecord } from "../../access/audit-log.ts";
import { newToken } from "../../access/stored-tokens.ts";
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
import { auditQuery, newToken as newTokenRequest, revokeRequest } from "../requests/request-schemas.ts";
import { body, query } from "../requests/validate.ts";
import { problem } from "../responses/problem.ts";
import type * as tokenResponses from "../responses/token-schemas.ts";
import type { AppEnv } from "../service/service.ts";
import { numberOf } from "./query-values.ts";

const PAGE = 100;

/** The routes of tokens and of the audit log. */
export function tokenRoutes() {
  return new Hono<AppEnv>()
    .post("/tokens", allow("admin"), body(newTokenRequest), async (c) => {
      const { gate } = c.get("service");
      if (!gate.stored) return disabled(c);
      const wanted = c.req.valid("json");
      c.set("subject", wanted.name);
      const token = newToken();
      const access = validated({ ...wanted, hash: await sha256Hex(token) });
      const beyond = beyondMaker(c.get("access"), access);
      if (beyond)
        return problem(c, { status: 403, code: "forbidden", detail: `The new token would have ${beyond} than yours.` });
      const isTaken = gate.configured.some(({ name }) => name === access.name);
      if (isTaken || !(await gate.stored.save(access)))
        return problem(c, { status: 409, code: "conflict", detail: "Another token has this name." });
      gate.refresh();
      return c.json<v.InferOutput<typeof tokenResponses.createdToken>, 201>({ token, name: access.name }, 201);
    })
    .get("/tokens", allow("admin"), async (c) => {
      const { gate } = c.get("service");
      const { tokens, lastUsed } = (await gate.stored?.list()) ?? { tokens: [], lastUsed: new Map<string, number>() };
      const infosOf = (accesses: Access[], isStored: boolean) =>
        accesses
          .filter((each) => isInSight(c, each))
          .map((access) => tokenInfo(access, isStored, lastUsed.get(access.name)));
      const all = [...infosOf(gate.configured, false), ...infosOf(tokens, true)];
      return c.json<v.InferOutput<typeof tokenResponses.tokenList>, 200>({ tokens: all }, 200);
    })
    .post("/tokens/revoke", allow("admin"), body(revokeRequest), async (c) => {
      const { gate } = c.get("service");
      if (!gate.stored) return disabled(c);
      const { name } = c.req.valid("json");
      c.set("subject", name);
      const { tokens } = await gate.stored.list();
      const access = tokens.find((each) => each.name === name && isInSight(c, each));
      if (!access) return problem(c, { status: 404, code: "not_found", detail: "No stored token has this name." });
      if (beyondMaker(c.get("access"), access))
        return problem(c, { status: 403, code: "forbidden", detail: "The token may do what yours may not." });
      await gate.stored.revoke(name);
      gate.refresh();
      return c.body(null, 204);
    })
    .get("/audit", allow("admin"), query(auditQuery), async (c) => {
      const { audit } = c.get("service").gate;
      const { after, limit } = c.req.valid("query");
      const most = numberOf(limit) ?? PAGE;
      const read = (await audit?.read(after, most)) ?? [];
      const entries = await entriesInSight(c, read);
      const last = read.length < most ? undefined : read.at(-1)?.id;
      const reply = { entries, ...(last === undefined ? {} : { cursor: last }) };
      return c.json<v.InferOutput<typeof tokenResponses.auditPage>, 200>(reply, 200);
    });
}

/** Validates a token that a request asks for. */
function validated(token: { [Name in keyof AccessToken]: AccessToken[Name] | undefined }): Access {
  try {
    return validateToken(withoutUndefined(token) as AccessToken);
  } catch (error) {
    throw labelError("The token", error);
  }
}

/** Reports whether the sender of a request may know of a token: of one that is valid for queues of its own alone. */
function isInSight(c: Context<AppEnv>, { queues }: Access): boolean {
  return isWithin(queues, c.get("access").queues);
}

/** Returns the entries that the sender of a request may read: those about its queues, and those of tokens in its sight. */
async function entriesInSight(c: Context<AppEnv>, records: readonly AuditRecord[]) {
  const { gate } = c.get("service");
  const [access, now] = [c.get("access"), Date.now()];
  const entries: Omit<AuditRecord, "short">[] = [];
  for (const { short, ...entry } of records) {
    const { queue } = entry;
    if (queue === undefined && access.queues !== undefined) {
      const holder = await gate.findShort(short, now);
      if (!holder || !isInSight(c, holder)) continue;
    } else if (queue !== undefined && !isForQueue(access, queue)) continue;
    entries.push(entry);
  }
  return entries;
}

/** Returns the right in which a token would exceed its maker's; undefined where it would not. */
function beyondMaker(maker: Access, token: Access): string | undefined {
  if (!token.scopes.every((scope) => maker.scopes.includes(scope))) return "other scopes";
  if (!isWithin(token.queues, maker.queues)) return "other queues";
  if ((token.expires ?? Number.POSITIVE_INFINITY) > (maker.expires ?? Number.POSITIVE_INFINITY)) return "a later end";
  const limit = (access: Access, name: keyof TokenLimits) => access.limits[name] ?? Number.POSITIVE_INFINITY;
  const names = ["requests", "bytes", "waits", "inFlight", "queues"] as const;
  return names.some((name) => limit(token, name) > limit(maker, name)) ? "larger limits" : undefined;
}

/** Returns a token for a reply, without its hash. */
function tokenInfo({ hash: _, limits, ...access }: Access, isStored: boolean, lastUsedAt: number | undefined) {
  return {
    ...access,
    scopes: [...access.scopes],
    limits,
    stored: isStored,
    ...withoutUndefined({ lastUsedAt }),
  } as v.InferOutput<typeof tokenResponses.tokenInfo>;
}

function disabled(c: Context<AppEnv>) {
  return problem(c, { status: 404, code: "not_found", detail: "Stored tokens are not enabled." });
}
