// The operations on the schedules of a queue, and on its outbox.
import * as requests from "../../src/http/requests/schedule-schemas.ts";
import * as responses from "../../src/http/responses/schedule-schemas.ts";
import { BAD_BODY, type Operation, withTag } from "./operation.ts";

const SCHEDULE = "/v1/queues/:queue/schedules/:schedule";

/** The operations. */
export const SCHEDULE_OPERATIONS: Operation[] = withTag("Schedules", [
  {
    id: "listSchedules",
    method: "get",
    path: "/v1/queues/:queue/schedules",
    summary: "List the schedules of a queue in the order of their next slots, page by page",
    scopes: ["read"],
    query: requests.schedulesQuery,
    responses: { 200: ["A page. The last one has no cursor.", responses.schedulePage] },
    problems: [400],
  },
  {
    id: "getSchedule",
    method: "get",
    path: SCHEDULE,
    summary: "Return a schedule with its next slots and its last runs",
    scopes: ["read"],
    responses: { 200: ["The schedule.", responses.schedule] },
    problems: [400, 404],
  },
  {
    id: "putSchedule",
    method: "put",
    path: SCHEDULE,
    summary: "Store a schedule: each of its slots becomes a job, once",
    description:
      "The body has `cron`, `every` or `at`. A schedule that is stored already with this definition stays as it is. Other times " +
      "take effect at once, any other change with the next slot. The id of a job is that of the schedule, a colon and the slot in ms.",
    scopes: ["operate"],
    body: [
      "PutScheduleRequest",
      requests.putScheduleRequest,
      { cron: "0 9 * * 1-5", tz: "Europe/Berlin", overlap: "skip", data: { kind: "sales" } },
    ],
    responses: {
      201: ["The schedule was created.", responses.putScheduleResult],
      200: ["The schedule existed. It was changed, or it has this definition already.", responses.putScheduleResult],
    },
    problems: [...BAD_BODY, 429],
  },
  {
    id: "removeSchedule",
    method: "delete",
    path: SCHEDULE,
    summary: "Remove a schedule; its jobs stay",
    scopes: ["operate"],
    responses: { 204: ["The schedule is removed."] },
    problems: [400, 404],
  },
  {
    id: "pauseSchedule",
    method: "post",
    path: `${SCHEDULE}/pause`,
    summary: "Pause a schedule, with a note",
    description: "Slots that pass meanwhile do not count as missed.",
    scopes: ["operate"],
    body: ["PauseScheduleRequest", requests.pauseScheduleRequest, { note: "until the migration is done" }],
    responses: { 204: ["The schedule is paused."] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "resumeSchedule",
    method: "post",
    path: `${SCHEDULE}/resume`,
    summary: "Let a paused schedule go on with its next slot",
    scopes: ["operate"],
    responses: { 204: ["The schedule is active."] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "triggerSchedule",
    method: "post",
    path: `${SCHEDULE}/trigger`,
    summary: "Create a job of a schedule now, whatever its other runs do",
    scopes: ["operate"],
    responses: { 201: ["The id of the job.", responses.triggerResult] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "backfillSchedule",
    method: "post",
    path: `${SCHEDULE}/backfill`,
    summary: "Create the jobs of the slots of a time that has passed, at most 1,000",
    description: "A job that exists stays as it is. Policies of overlaps and limits of runs do not apply.",
    scopes: ["operate"],
    body: ["BackfillRequest", requests.backfillRequest, { from: 1_772_409_600_000, to: 1_772_496_000_000 }],
    responses: { 200: ["The ids of the jobs that were created.", responses.backfillResult] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "listOutbox",
    method: "get",
    path: "/v1/queues/:queue/outbox",
    summary: "List the follow-ups that wait for other queues to receive them, oldest first, page by page",
    scopes: ["read"],
    query: requests.outboxQuery,
    responses: { 200: ["A page. The last one has no cursor or no jobs.", responses.outboxPage] },
    problems: [400],
  },
]);
