// The schema of the explanation of a job.
import * as v from "valibot";
import { STATES } from "../../engine/keys.ts";
import { LIMITS } from "../../queue/inspect/groups/group-report.ts";
import { withRef } from "../json/schema-ref.ts";
import { jobError, scheduledRun, time, wholeNumber } from "./response-schemas.ts";

const heldBackBy = withRef(
  "HeldBackBy",
  v.strictObject({
    limit: v.picklist(LIMITS),
    since: v.exactOptional(time),
    waitsSince: v.exactOptional(time),
    until: v.exactOptional(time),
    holders: v.exactOptional(v.array(v.string())),
  }),
);
/** The reason why a job does not run, with the facts behind it. */
export const explanation = withRef(
  "Explanation",
  v.strictObject({
    id: v.string(),
    state: v.picklist([...STATES, "cancelled", "expired", "purged", "seen", "unknown"]),
    why: v.string(),
    paused: v.boolean(),
    place: v.exactOptional(wholeNumber),
    startsAt: v.exactOptional(time),
    dueAt: v.exactOptional(time),
    worker: v.exactOptional(v.string()),
    leasedUntil: v.exactOptional(time),
    attemptsLeft: v.exactOptional(wholeNumber),
    endedAt: v.exactOptional(time),
    lastError: v.exactOptional(jobError),
    runsAgain: v.exactOptional(v.literal(true)),
    schedule: v.exactOptional(withRef("ScheduledRun", scheduledRun)),
    waitsFor: v.exactOptional(
      withRef(
        "WaitsFor",
        v.strictObject({ total: wholeNumber, ended: wholeNumber, isOpen: v.boolean(), ids: v.array(v.string()) }),
      ),
    ),
    group: v.exactOptional(v.string()),
    placeInGroup: v.exactOptional(wholeNumber),
    heldBackBy: v.exactOptional(heldBackBy),
    holdsGroup: v.exactOptional(v.boolean()),
  }),
);
