// Tokens that are kept in Redis, and the audit log.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { newToken } from "../../access/stored-tokens.ts";
import { type Access, type AccessToken, checkToken, isForQueue, isWithin } from "../../access/token.ts";
import { sha256 } from "../../core/hex.ts";
import { present } from "../../core/present.ts";
import { allow } from "../access/allow.ts";
import { problem } from "../problem.ts";
import type * as replies from "../replies.ts";
import { auditQuery, newToken as newTokenRequest, revokeRequest } from "../requests.ts";
import type { AppEnv } from "../service.ts";
import { body, query } from "../validate.ts";
import { numberOf } from "./inputs.ts";

const PAGE = 100;

/** The routes of tokens and of the audit log. */
export function tokenRoutes() {
  return new Hono<AppEnv>()
    .post("/tokens", allow("admin"), body(newTokenRequest), async (c) => {
      const { gate } = c.get("service");
      if (!gate.stored) return disabled(c);
      const wanted = c.req.valid("json");
      c.set("subject", wanted.name);
      const beyond = beyondMaker(c.get("access"), wanted);
      if (beyond) return problem(c, 403, "forbidden", `The new token would have ${beyond} than yours.`);
      const token = newToken();
      const access = checkToken(present({ ...wanted, hash: await sha256(token) }) as AccessToken, 0);
      const isTaken = gate.configured.some(({ name }) => name === access.name);
      if (isTaken || !(await gate.stored.save(access)))
        return problem(c, 409, "conflict", "Another token has this name; revoke it first, or choose another name.");
      gate.refresh();
      return c.json<v.InferOutput<typeof replies.tokenMade>, 201>({ token, name: access.name }, 201);
    })
    .get("/tokens", allow("admin"), async (c) => {
      const { gate } = c.get("service");
      const { tokens, lastUsed } = (await gate.stored?.list()) ?? { tokens: [], lastUsed: new Map<string, number>() };
      const shown = (access: Access, isStored: boolean) => tokenInfo(access, isStored, lastUsed.get(access.name));
      const all = [...gate.configured.map((each) => shown(each, false)), ...tokens.map((each) => shown(each, true))];
      return c.json<v.InferOutput<typeof replies.tokens>, 200>({ tokens: all }, 200);
    })
    .post("/tokens/revoke", allow("admin"), body(revokeRequest), async (c) => {
      const { gate } = c.get("service");
      if (!gate.stored) return disabled(c);
      const { name } = c.req.valid("json");
      c.set("subject", name);
      const { tokens } = await gate.stored.list();
      const access = tokens.find((each) => each.name === name);
      if (!access) return problem(c, 404, "not_found", "No stored token has this name.");
      if (beyondMaker(c.get("access"), access))
        return problem(c, 403, "forbidden", "The token may do what yours may not.");
      await gate.stored.revoke(name);
      gate.refresh();
      return c.body(null, 204);
    })
    .get("/audit", allow("admin"), query(auditQuery), async (c) => {
      const { audit } = c.get("service").gate;
      const { after, limit } = c.req.valid("query");
      const most = numberOf(limit) ?? PAGE;
      const read = (await audit?.read(after, most)) ?? [];
      const access = c.get("access");
      const entries = read.filter(({ queue }) => queue === undefined || isForQueue(access, queue));
      const last = read.length < most ? undefined : read.at(-1)?.id;
      const reply = { entries, ...(last === undefined ? {} : { cursor: last }) };
      return c.json<v.InferOutput<typeof replies.audit>, 200>(reply, 200);
    });
}

type Rights = Pick<AccessToken, "scopes" | "queues" | "ids" | "expires" | "limits">;

/** Says in what a token would go beyond its maker's; undefined where it would not. */
function beyondMaker(maker: Access, token: { [Name in keyof Rights]: Rights[Name] | undefined }): string | undefined {
  if (!token.scopes?.every((scope) => maker.scopes.includes(scope))) return "other scopes";
  if (!isWithin(token.queues, maker.queues)) return "other queues";
  if ((token.expires ?? Number.POSITIVE_INFINITY) > (maker.expires ?? Number.POSITIVE_INFINITY)) return "a later end";
  const { requests = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY } = token.limits ?? {};
  const most = maker.limits;
  if (requests > (most.requests ?? Number.POSITIVE_INFINITY) || bytes > (most.bytes ?? Number.POSITIVE_INFINITY))
    return "larger limits";
  return undefined;
}

/** Returns what may be shown of a token. Its hash is the key of its receipts. */
function tokenInfo({ hash: _, limits, ...access }: Access, isStored: boolean, lastUsedAt: number | undefined) {
  return {
    ...access,
    scopes: [...access.scopes],
    limits,
    stored: isStored,
    ...present({ lastUsedAt }),
  } as v.InferOutput<typeof replies.tokenInfo>;
}

function disabled(c: Context<AppEnv>) {
  return problem(c, 404, "not_found", "Stored tokens are not enabled.");
}
