// Authorization: scopes, and the queues and jobs that they are for.
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { isForId, isForQueue, type Scope } from "../../access/token.ts";
import { isValidName } from "../../base/arguments.ts";
import { problem } from "../responses/problem.ts";
import type { AppEnv } from "../service/service.ts";
import { AMBIGUOUS, isUnambiguous } from "./path-ids.ts";

// Changes with one of these scopes are noted in the audit log.
const AUDITED: readonly Scope[] = ["operate", "cancel", "admin"];

/**
 * Lets a token pass that has one of these scopes, for the queue and the job that the request is about. Its type tells
 * typed clients that any route may answer with a problem.
 */
export function allow(
  ...scopes: Scope[]
): MiddlewareHandler<AppEnv, string, Record<never, never>, ReturnType<typeof problem>> {
  return async (c, next) => {
    const refusal = refused(c, scopes);
    if (refusal) c.res = refusal;
    else await next();
    const { status } = c.res;
    const isChange = !/^(GET|HEAD)$/.test(c.req.method) && scopes.some((scope) => AUDITED.includes(scope));
    if (status === 403 || status === 429 || (isChange && status < 300)) await note(c);
    return undefined;
  };
}

function refused(c: Context<AppEnv>, scopes: readonly Scope[]) {
  const access = c.get("access");
  if (!scopes.some((scope) => access.scopes.includes(scope)))
    return problem(c, {
      status: 403,
      code: "forbidden",
      detail: `This needs a token with the scope ${scopes.join(" or ")}.`,
    });
  const queue = c.req.param("queue");
  if (queue !== undefined && !isForQueue(access, queue))
    return problem(c, { status: 403, code: "forbidden", detail: "The token is not valid for this queue." });
  const id = c.req.param("id");
  if (id === undefined) return undefined;
  if (!isForId(access, id))
    return problem(c, { status: 403, code: "forbidden", detail: "The token is not valid for the id of this job." });
  if (!isUnambiguous(id)) return problem(c, { status: 400, code: "invalid_argument", detail: `The id: ${AMBIGUOUS}.` });
  return undefined;
}

async function note(c: Context<AppEnv>): Promise<void> {
  const queue = c.req.param("queue");
  const subject = c.get("subject");
  const entry = {
    route: `${c.req.method} ${routePath(c)}`,
    // A refused request may have any text, of any length, in the place of a name.
    ...(queue !== undefined && isValidName(queue) ? { queue } : {}),
    ...(subject === undefined ? {} : { subject }),
    status: c.res.status,
    requestId: c.get("requestId"),
  };
  await c.get("service").gate.note(c.get("access"), entry, Date.now());
}
