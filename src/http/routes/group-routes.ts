// The routes of the groups and the limits of a queue.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { listGroups, readGroup, readQueueLimits } from "../../queue/inspect/groups.ts";
import { cancelGroupPart } from "../../queue/operate/cancel-group.ts";
import { type SetLimitsResult, setGroup, setLimits } from "../../queue/operate/set-group.ts";
import { admittedQueue } from "../guards/admitted-queue.ts";
import { allow, allowForGroups } from "../guards/allow.ts";
import { cancelGroupQuery, groupsQuery, setGroupRequest, setLimitsRequest } from "../requests/group-schemas.ts";
import { validateBody, validateQuery } from "../requests/validate-request.ts";
import type * as groupResponses from "../responses/group-schemas.ts";
import { problem } from "../responses/problem.ts";
import type { AppEnv } from "../service/app-env.ts";
import { runOnQueue } from "../service/requested-queue.ts";
import { toOptionalNumber } from "./query-values.ts";

// A Worker of the free plan may send 50 requests in one invocation.
const CANCEL_SLICES = 40;

/** Returns the routes of groups and limits. */
export function groupRoutes() {
  return new Hono<AppEnv>()
    .get("/queues/:queue/groups", allow("read"), validateQuery(groupsQuery), async (c) => {
      const { blocked, cursor, limit } = c.req.valid("query");
      const options = withoutUndefined({ blocked: blocked === "1", cursor, limit: toOptionalNumber(limit) });
      const page = withoutUndefined(await runOnQueue(c, listGroups, options));
      return c.json(page as v.InferOutput<typeof groupResponses.groupPage>, 200);
    })
    .get("/queues/:queue/groups/:group", allowForGroups("read", "see"), async (c) => {
      const { next, ...group } = await runOnQueue(c, readGroup, c.req.param("group"));
      // Who knows the id of a job may read it with the scope see.
      const body = c.get("access").scopes.includes("read") ? { ...group, ...withoutUndefined({ next }) } : group;
      return c.json(body as v.InferOutput<typeof groupResponses.group>, 200);
    })
    .patch("/queues/:queue/groups/:group", allow("operate"), validateBody(setGroupRequest), async (c) => {
      const { until, ...change } = c.req.valid("json");
      const queue = await admittedQueue(c);
      const group = c.req.param("group");
      const end = typeof until === "number" ? new Date(until) : until;
      const result = await queue.labelErrors(() =>
        setGroup(queue, group, { ...change, ...withoutUndefined({ until: end }) }),
      );
      return respondToChange(c, result, { lets: change.paused !== true });
    })
    .delete("/queues/:queue/groups/:group/jobs", allow("operate"), validateQuery(cancelGroupQuery), async (c) => {
      const options = { ...c.req.valid("query"), slices: CANCEL_SLICES };
      const part = await runOnQueue(c, cancelGroupPart, c.req.param("group"), options);
      return c.json<v.InferOutput<typeof groupResponses.cancelGroupResult>, 200>(withoutUndefined(part), 200);
    })
    .get("/queues/:queue/limits", allow("read"), async (c) => {
      const limits = await runOnQueue(c, readQueueLimits);
      return c.json(limits as v.InferOutput<typeof groupResponses.queueLimits>, 200);
    })
    .put("/queues/:queue/limits", allow("operate"), validateBody(setLimitsRequest), async (c) => {
      const { ifVersion, ...limits } = c.req.valid("json");
      const queue = await admittedQueue(c);
      const options = withoutUndefined({ ifVersion });
      return respondToChange(c, await queue.labelErrors(() => setLimits(queue, limits, options)), { lets: true });
    });
}

/** Responds to a change of limits. If it lets jobs start that had to wait, their handler may have to be woken. */
function respondToChange(c: Context<AppEnv>, result: SetLimitsResult, { lets }: { lets: boolean }) {
  const { ok, version } = result;
  if (!ok) {
    const detail = `Nothing was changed: ${version === 0 ? "there are no such limits" : `the limits have the version ${version}`}.`;
    return problem(c, { status: 409, code: "conflict", detail });
  }
  if (lets) c.get("service").notifyEnqueued(c, c.req.param("queue") ?? "");
  return c.json<v.InferOutput<typeof groupResponses.setLimitsResult>, 200>({ version }, 200);
}
