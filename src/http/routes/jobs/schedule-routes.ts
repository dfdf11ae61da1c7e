// The routes of the schedules of a queue.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { withoutUndefined } from "../../../base/without-undefined.ts";
import type { ScheduleTiming } from "../../../queue/schedules/definition.ts";
import { listSchedules } from "../../../queue/schedules/list-schedules.ts";
import {
  backfillKnown,
  pauseSchedule,
  resumeSchedule,
  schedule,
  triggerKnown,
  unschedule,
} from "../../../queue/schedules/schedule.ts";
import { admittedQueue } from "../../guards/admitted-queue.ts";
import { allow } from "../../guards/allow.ts";
import { exactJson, jsonWith, respondWithJson, respondWithSchedules, storedJson } from "../../json/stored-json.ts";
import { toOptionalNumber } from "../../requests/query-values.ts";
import { emptyRequest } from "../../requests/request-schemas.ts";
import {
  backfillRequest,
  pauseScheduleRequest,
  putScheduleRequest,
  schedulesQuery,
} from "../../requests/schedule-schemas.ts";
import { validateNewJobs } from "../../requests/validate-new-jobs.ts";
import { validateBody, validateQuery } from "../../requests/validate-request.ts";
import { notFound } from "../../responses/problem.ts";
import type * as scheduleResponses from "../../responses/schedule-schemas.ts";
import type { AppEnv } from "../../service/app-env.ts";
import { redactedPathsOf } from "../../service/redaction.ts";
import { runOnQueue } from "../../service/requested-queue.ts";

const SCHEDULE = "/queues/:queue/schedules/:schedule";
// Stands for the slots in the ids of jobs.
const ANY_SLOT = "0".repeat(13);

type Schedule = v.InferOutput<typeof scheduleResponses.schedule>;
type SchedulePage = v.InferOutput<typeof scheduleResponses.schedulePage>;

/** Returns the routes of schedules. */
export function scheduleRoutes() {
  return new Hono<AppEnv>()
    .get("/queues/:queue/schedules", allow("read"), validateQuery(schedulesQuery), async (c) => {
      const { cursor, limit } = c.req.valid("query");
      const page = await runOnQueue(c, listSchedules, withoutUndefined({ cursor, limit: toOptionalNumber(limit) }));
      return respondWithSchedules(c, withoutUndefined(page) as SchedulePage, { redacted: redactedPathsOf(c) });
    })
    .get(SCHEDULE, allow("read"), async (c) => {
      const { schedules } = await runOnQueue(c, listSchedules, { ids: [c.req.param("schedule")] });
      const [found] = schedules;
      if (!found) return unknown(c);
      const { data, ...others } = found;
      return respondWithJson<Schedule>(c, jsonWith("data", data, { others, redacted: redactedPathsOf(c) }));
    })
    .put(SCHEDULE, allow("operate"), validateBody(putScheduleRequest), async (c) => {
      const id = noteSchedule(c);
      const { cron, tz, missingHour, repeatedHour, every, anchor, at, ...options } = c.req.valid("json");
      const timing = withoutUndefined({ cron, tz, missingHour, repeatedHour, every, anchor, at }) as ScheduleTiming;
      const queue = await admittedQueue(c);
      const { jitter: delay, ttl, group, cost } = options;
      const job = withoutUndefined({ id: `${id}:${ANY_SLOT}`, delay, ttl, group, cost });
      validateNewJobs(c, { jobs: [job], deriveId: undefined });
      const isExact = c.get("isExact") && queue.codec === storedJson;
      const context = isExact ? queue.with({ codec: exactJson }) : queue;
      const result = await queue.labelErrors(() => schedule(context, id, { timing, options }));
      if (result.outcome !== "unchanged") notifyFired(c);
      type Result = v.InferOutput<typeof scheduleResponses.putScheduleResult>;
      return c.json<Result, 200 | 201>(result, result.outcome === "created" ? 201 : 200);
    })
    .delete(SCHEDULE, allow("operate"), async (c) => {
      const isRemoved = await runOnQueue(c, unschedule, noteSchedule(c));
      return isRemoved ? c.body(null, 204) : unknown(c);
    })
    .post(`${SCHEDULE}/pause`, allow("operate"), validateBody(pauseScheduleRequest), async (c) => {
      const isPaused = await runOnQueue(c, pauseSchedule, noteSchedule(c), c.req.valid("json"));
      return isPaused ? c.body(null, 204) : unknown(c);
    })
    .post(`${SCHEDULE}/resume`, allow("operate"), validateBody(emptyRequest), async (c) => {
      const isResumed = await runOnQueue(c, resumeSchedule, noteSchedule(c));
      if (!isResumed) return unknown(c);
      notifyFired(c);
      return c.body(null, 204);
    })
    .post(`${SCHEDULE}/trigger`, allow("operate"), validateBody(emptyRequest), async (c) => {
      const id = await runOnQueue(c, triggerKnown, noteSchedule(c));
      if (id === undefined) return unknown(c);
      notifyFired(c);
      return c.json<v.InferOutput<typeof scheduleResponses.triggerResult>, 201>({ id }, 201);
    })
    .post(`${SCHEDULE}/backfill`, allow("operate"), validateBody(backfillRequest), async (c) => {
      const ids = await runOnQueue(c, backfillKnown, noteSchedule(c), c.req.valid("json"));
      if (!ids) return unknown(c);
      if (ids.length > 0) notifyFired(c);
      return c.json<v.InferOutput<typeof scheduleResponses.backfillResult>, 200>({ ids }, 200);
    });
}

/** Returns the id of the schedule in the path, which the audit log gets. */
function noteSchedule(c: Context<AppEnv>): string {
  const id = c.req.param("schedule") ?? "";
  c.set("subject", id);
  return id;
}

/** Notifies the app that slots may have been fired. */
function notifyFired(c: Context<AppEnv>): void {
  c.get("service").notifyEnqueued(c, c.req.param("queue") ?? "");
}

function unknown(c: Context<AppEnv>) {
  return notFound(c, "The queue has no schedule of this id.");
}
