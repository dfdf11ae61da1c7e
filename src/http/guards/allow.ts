// Authorization: the scopes of a token, and the queues, groups and jobs that it is valid for.
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { isForGroup, isForId, isForQueue, type Scope } from "../../access/token.ts";
import { GROUP_RULE, ID_RULE, isPathSafeGroup, isPathSafeId, isValidName } from "../../base/arguments.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { problem } from "../responses/problem.ts";
import type { AppEnv } from "../service/app-env.ts";

// The audit log records changes with one of these scopes.
const AUDITED: readonly Scope[] = ["operate", "cancel", "admin"];

/** The return type tells typed clients that any route may respond with a problem. */
type Guard = MiddlewareHandler<AppEnv, string, Record<never, never>, ReturnType<typeof problem>>;

/**
 * Lets a request pass if its token has one of the scopes, is valid for the queue and the job in the path, and is not restricted
 * to groups.
 */
export function allow(...scopes: Scope[]): Guard {
  return guard(scopes, { isAllowed: (has) => scopes.some(has), needed: scopes.join(" or ") });
}

/** Lets a request pass like `allow`, if its token has all of the scopes. */
export function allowAll(...scopes: Scope[]): Guard {
  return guard(scopes, { isAllowed: (has) => scopes.every(has), needed: scopes.join(" and ") });
}

/**
 * Lets a request pass like `allow`, also if its token is restricted to groups. The route has a group in its path, or its handler
 * checks the group of each job (`job-groups.ts`).
 */
export function allowForGroups(...scopes: Scope[]): Guard {
  return guard(scopes, { isAllowed: (has) => scopes.some(has), needed: scopes.join(" or "), checksGroups: true });
}

interface Rule {
  /** Reports whether the scopes of a token suffice. */
  isAllowed(has: (scope: Scope) => boolean): boolean;
  /** The scopes in words. */
  needed: string;
  /** True if the route accepts tokens that are restricted to groups. */
  checksGroups?: boolean;
}

function guard(scopes: readonly Scope[], rule: Rule): Guard {
  return async (c, next) => {
    const refusal = refusalOf(c, rule);
    if (refusal) c.res = refusal;
    else await next();
    const { status } = c.res;
    const isChange = !/^(GET|HEAD)$/.test(c.req.method) && scopes.some((scope) => AUDITED.includes(scope));
    if (status === 403 || status === 429 || (isChange && status < 300)) await recordRequest(c);
    return undefined;
  };
}

/** Returns the response that refuses a request; undefined if its token may send it. */
function refusalOf(c: Context<AppEnv>, { isAllowed, needed, checksGroups = false }: Rule) {
  const access = c.get("access");
  const forbidden = (detail: string) => problem(c, { status: 403, code: "forbidden", detail });
  if (!isAllowed((scope) => access.scopes.includes(scope))) return forbidden(`The token needs the scope ${needed}.`);
  const queue = c.req.param("queue");
  if (queue !== undefined && !isForQueue(access, queue)) return forbidden("The token is not valid for this queue.");
  if (access.groups && !checksGroups)
    return forbidden("A token that is restricted to groups cannot send this request.");
  const invalid = (detail: string) => problem(c, { status: 400, code: "invalid_argument", detail });
  const group = c.req.param("group");
  if (group !== undefined) {
    // The jobs of a group may have any ids.
    if (!isForGroup(access, group) || access.ids) return forbidden("The token is not valid for this group.");
    if (!isPathSafeGroup(group)) return invalid(`The group: ${GROUP_RULE}.`);
  }
  const schedule = c.req.param("schedule");
  if (schedule !== undefined && !isPathSafeId(schedule)) return invalid(`The schedule: ${ID_RULE}.`);
  const id = c.req.param("id");
  if (id === undefined) return undefined;
  if (!isForId(access, id)) return forbidden("The token is not valid for the id of this job.");
  return isPathSafeId(id) ? undefined : invalid(`The id: ${ID_RULE}.`);
}

/** Adds a request and the status of its response to the audit log, if there is one. */
async function recordRequest(c: Context<AppEnv>): Promise<void> {
  const queue = c.req.param("queue");
  const request = withoutUndefined({
    route: `${c.req.method} ${routePath(c)}`,
    // The path of a refused request may contain any text in place of a name.
    queue: isValidName(queue) ? queue : undefined,
    subject: c.get("subject") as string | undefined,
    change: c.get("changesJobs") as true | undefined,
    status: c.res.status,
    requestId: c.get("requestId"),
  });
  await c.get("service").audit?.record(c.get("access"), request, Date.now());
}
