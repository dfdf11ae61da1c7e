// The schemas of responses about schedules and the outbox.
import * as v from "valibot";
import { withRef } from "../json/schema-ref.ts";
import { scheduledRun, time, wholeNumber } from "./response-schemas.ts";

const run = withRef(
  "ScheduleRun",
  v.strictObject({
    slot: time,
    reason: scheduledRun.entries.reason,
    job: v.string(),
    firedAt: time,
    outcome: v.exactOptional(v.picklist(["done", "failed", "cancelled", "expired", "purged", "unknown"])),
    endedAt: v.exactOptional(time),
  }),
);

const times = withRef(
  "ScheduleTimes",
  v.strictObject({
    cron: v.exactOptional(v.string()),
    tz: v.exactOptional(v.string()),
    missingHour: v.exactOptional(v.picklist(["after", "skip"])),
    repeatedHour: v.exactOptional(v.picklist(["once", "twice"])),
    every: v.exactOptional(wholeNumber),
    anchor: v.exactOptional(time),
    at: v.exactOptional(time),
    start: v.exactOptional(time),
    end: v.exactOptional(time),
  }),
);

const backoff = v.strictObject({
  type: v.picklist(["fixed", "exponential"]),
  delay: wholeNumber,
  cap: v.exactOptional(wholeNumber),
  jitter: v.exactOptional(v.number()),
});

/** A schedule, with its next slots and its last runs. */
export const schedule = withRef(
  "Schedule",
  v.strictObject({
    id: v.string(),
    data: v.exactOptional(v.unknown()),
    times,
    overlap: v.picklist(["skip", "buffer", "cancel", "allow"]),
    catchUp: wholeNumber,
    maxCatchUp: wholeNumber,
    jitter: wholeNumber,
    limit: v.exactOptional(wholeNumber),
    priority: wholeNumber,
    maxAttempts: v.exactOptional(wholeNumber),
    ttl: v.exactOptional(wholeNumber),
    timeout: v.exactOptional(v.union([wholeNumber, v.literal(false)])),
    backoff: v.exactOptional(backoff),
    group: v.exactOptional(v.string()),
    cost: v.exactOptional(wholeNumber),
    nextSlots: v.array(time),
    buffered: v.exactOptional(time),
    paused: v.boolean(),
    pausedAt: v.exactOptional(time),
    note: v.exactOptional(v.string()),
    ended: v.boolean(),
    createdAt: time,
    changedAt: time,
    runs: wholeNumber,
    missed: wholeNumber,
    skipped: wholeNumber,
    lateness: wholeNumber,
    lastRuns: v.array(run),
  }),
);

/** A page of schedules. */
export const schedulePage = withRef(
  "SchedulePage",
  v.strictObject({ schedules: v.array(schedule), total: wholeNumber, cursor: v.exactOptional(v.string()) }),
);

/** The effect of storing a schedule. */
export const putScheduleResult = v.strictObject({
  id: v.string(),
  outcome: v.picklist(["created", "changed", "unchanged"]),
});

/** The id of the job that a triggered schedule has created. */
export const triggerResult = v.strictObject({ id: v.string() });

/** The ids of the jobs that a backfill has created. */
export const backfillResult = v.strictObject({ ids: v.array(v.string()) });

/** A page of the follow-ups that wait for other queues to receive them. */
export const outboxPage = withRef(
  "OutboxPage",
  v.strictObject({
    jobs: v.array(withRef("WaitingFollowUp", v.strictObject({ id: v.string(), queue: v.string(), since: time }))),
    total: wholeNumber,
    cursor: v.exactOptional(v.string()),
  }),
);
