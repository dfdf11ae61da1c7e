// The schemas of requests about schedules and the outbox.
import * as v from "valibot";
import { count, duration, integer, matching, pageLimit, shortText, strictObject } from "../json/schema-parts.ts";
import { newJobFields } from "./request-schemas.ts";

const instant = integer(0);
const { data, priority, maxAttempts, ttl, timeout, backoff, group, cost } = newJobFields;

/** The query of a list of schedules. */
export const schedulesQuery = strictObject({
  cursor: v.exactOptional(matching(/^\d{1,9}$/, "the cursor of the previous page")),
  limit: v.exactOptional(pageLimit),
});

/** The query of a list of the outbox. */
export const outboxQuery = strictObject({
  cursor: v.exactOptional(matching(/^\d{1,15}$/, "the cursor of the previous page")),
  limit: v.exactOptional(pageLimit),
});

/** A schedule: its times, its policies, and the jobs that it creates. */
export const putScheduleRequest = strictObject({
  cron: v.exactOptional(shortText(200)),
  tz: v.exactOptional(shortText(100)),
  missingHour: v.exactOptional(v.picklist(["after", "skip"])),
  repeatedHour: v.exactOptional(v.picklist(["once", "twice"])),
  every: v.exactOptional(duration),
  anchor: v.exactOptional(instant),
  at: v.exactOptional(instant),
  start: v.exactOptional(instant),
  end: v.exactOptional(instant),
  limit: v.exactOptional(integer(1)),
  overlap: v.exactOptional(v.picklist(["skip", "buffer", "cancel", "allow"])),
  catchUp: v.exactOptional(duration),
  maxCatchUp: v.exactOptional(count(1_000)),
  jitter: v.exactOptional(duration),
  ...{ data, priority, maxAttempts, ttl, timeout, backoff, group, cost },
});

/** The note of a pause. */
export const pauseScheduleRequest = strictObject({ note: v.exactOptional(v.pipe(v.string(), v.maxLength(200))) });

/** The time whose slots a backfill creates jobs for. */
export const backfillRequest = strictObject({ from: instant, to: instant });
