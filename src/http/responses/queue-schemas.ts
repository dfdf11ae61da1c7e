// The schemas of responses about the history of queues, their scaling, and the reports of crons.
import * as v from "valibot";
import { withRef } from "../json/schema-ref.ts";
import { latency, time, wholeNumber } from "./response-schemas.ts";

/** The samples of a queue, oldest first. */
export const history = withRef(
  "History",
  v.strictObject({
    step: wholeNumber,
    samples: v.array(
      v.strictObject({
        from: time,
        to: time,
        states: v.strictObject({
          ready: wholeNumber,
          delayed: wholeNumber,
          blocked: wholeNumber,
          leased: wholeNumber,
          failed: wholeNumber,
          done: wholeNumber,
        }),
        totals: v.strictObject({
          enqueued: wholeNumber,
          leased: wholeNumber,
          completed: wholeNumber,
          failed: wholeNumber,
          retried: wholeNumber,
        }),
        waits: latency,
        runTimes: latency,
      }),
    ),
  }),
);

const amount = v.pipe(v.number(), v.minValue(0));
const usage = withRef(
  "Usage",
  v.strictObject({ requests: amount, commands: wholeNumber, bytesSent: amount, bytesReceived: amount }),
);
const hourlyUsage = v.strictObject({ ...usage.entries, commands: amount });

/** The usage of a queue by the responding process. */
export const cost = withRef(
  "Cost",
  v.strictObject({
    since: time,
    total: usage,
    perHour: v.exactOptional(hourlyUsage),
    operations: v.record(v.string(), usage),
    jobs: v.strictObject({ enqueued: wholeNumber, ended: wholeNumber }),
  }),
);

/** The numbers for a program that scales workers. */
export const scaling = withRef(
  "Scaling",
  v.strictObject({
    ready: wholeNumber,
    delayed: wholeNumber,
    leased: wholeNumber,
    oldestReadyAge: v.exactOptional(wholeNumber),
    rate: v.pipe(v.number(), v.minValue(0)),
    workers: wholeNumber,
  }),
);

const moved = v.strictObject({
  reclaimed: wholeNumber,
  failed: wholeNumber,
  promoted: wholeNumber,
  expired: wholeNumber,
  removed: wholeNumber,
  workers: wholeNumber,
});
const repaired = v.strictObject({
  orphans: wholeNumber,
  doubles: wholeNumber,
  lost: wholeNumber,
  stray: wholeNumber,
  counters: wholeNumber,
});
const cronReport = withRef(
  "CronReport",
  v.strictObject({
    kind: v.picklist(["light", "deep"]),
    at: time,
    ms: wholeNumber,
    queues: v.exactOptional(wholeNumber),
    requests: v.exactOptional(wholeNumber),
    moved: v.exactOptional(moved),
    repaired: v.exactOptional(repaired),
    retired: v.exactOptional(wholeNumber),
    left: v.array(v.string()),
    leftCount: v.exactOptional(wholeNumber),
    errors: v.array(v.strictObject({ queue: v.string(), code: v.string() })),
    errorsCount: v.exactOptional(wholeNumber),
  }),
);
/** The last report of each kind of clean. */
export const cronReports = v.strictObject({ crons: v.array(cronReport) });
