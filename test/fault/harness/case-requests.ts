// Builds the requests of script cases, in the form that the scripts take.
import { bucketDigits, type KeyParts } from "../../../src/engine/keys.ts";
import type { JobState } from "../../../src/index.ts";
import { formatReference } from "../../../src/queue/jobs/settle-items.ts";
import type { FixtureName } from "./fixture.ts";
import type { Fixture } from "./fixture-jobs.ts";

/** The arguments and the parts of key names that differ from the defaults of all cases. */
export interface ScriptRequest {
  args?: Record<string, string | number | readonly string[]>;
  parts?: KeyParts;
}

/** A request to a script in a fixture, and the number of units of work that the script commits. */
export interface CaseDefinition {
  fixture: FixtureName;
  units: number;
  createRequest(fixture: Fixture): ScriptRequest;
}

type DefineCase = (units: number, request?: ScriptRequest | ((fixture: Fixture) => ScriptRequest)) => CaseDefinition;

/** Returns a function that defines cases in a fixture. */
export const defineIn =
  (fixture: FixtureName): DefineCase =>
  (units, request = {}) => ({ fixture, units, createRequest: typeof request === "function" ? request : () => request });

/** Defines a case in the fixture "due". */
export const inDue = defineIn("due");
/** Defines a case in the fixture "followed". */
export const inFollowed = defineIn("followed");
/** Defines a case in the fixture "calm". */
export const inCalm = defineIn("calm");
/** Defines a case in the fixture "idle". */
export const inIdle = defineIn("idle");
/** Defines a case in the fixture "paused". */
export const inPaused = defineIn("paused");
/** Defines a case in the fixture "unused". */
export const inUnused = defineIn("unused");
/** Defines a case in the fixture "absent". */
export const inAbsent = defineIn("absent");
/** Defines a case in the fixture "capped". */
export const inCapped = defineIn("capped");
/** Defines a case in the fixture "limited". */
export const inLimited = defineIn("limited");
/** Defines a case in the fixture "limited-due". */
export const inLimitedDue = defineIn("limited-due");
/** Defines a case in the fixture "ordered". */
export const inOrdered = defineIn("ordered");
/** Defines a case in the fixture "ordered-due". */
export const inOrderedDue = defineIn("ordered-due");

/** Defines a case in the fixture "sending". */
export const inSending = defineIn("sending");
/** Defines a case in the fixture "waiting". */
export const inWaiting = defineIn("waiting");
/** Defines a case in the fixture "limited-followed". */
export const inLimitedFollowed = defineIn("limited-followed");
/** Defines a case in the fixture "ordered-followed". */
export const inOrderedFollowed = defineIn("ordered-followed");

/** Returns a request to a script that takes ids of jobs, or the first one alone. */
export function createIdsRequest(ids: string[], args: ScriptRequest["args"] = {}): ScriptRequest {
  const buckets = bucketDigits(ids);
  return { args: { ids, id: ids[0] ?? "", buckets, ...args }, parts: { buckets, id: ids[0] ?? "" } };
}

/**
 * Returns a request that enqueues jobs. Options are "priority when uniqueFor maxAttempts ttl", with - for none. "cost group"
 * may follow after a bar.
 */
export function createEnqueueRequest(...groups: [options: string, ...ids: string[]][]): ScriptRequest {
  const ids = groups.flatMap(([, ...each]) => each);
  const isUnique = (options: string) => options.split(" ")[2] !== "-";
  const uniqueIds = groups.flatMap(([options, ...each]) => (isUnique(options) ? each : []));
  const items = groups.flatMap(([options, ...each]) => {
    const [kind = "", member] = options.split("|");
    const [priority, ...rest] = kind.split(" ");
    const tail = member === undefined ? "" : ` ${member}`;
    return [`${priority} ${each.length} ${rest.join(" ")} -${tail}`, ...each.flatMap((id) => [id, `"${id}"`])];
  });
  const buckets = bucketDigits(ids);
  return { args: { buckets, items }, parts: { buckets, results: uniqueIds } };
}

/**
 * A job to settle. The letter of the action: c completes, k completes and retains, r retries, f fails, g releases. The
 * detail is a result or a delay.
 */
export type SettleFields = [action: "c" | "k" | "r" | "f" | "g", id: string, detail?: string, error?: string];

/** Returns the reference of a job: its last fence and its id. A job that was never leased gets a wrong fence. */
export const toReference = ({ fences }: Fixture, id: string) => formatReference({ id, fence: fences[id] ?? 7 });

/** Returns a function that creates a request to `turn`. */
export const settle =
  (items: SettleFields[], args: ScriptRequest["args"] = {}) =>
  (fixture: Fixture): ScriptRequest => ({
    args: {
      items: items.flatMap(([action, id, detail = "", error = ""]) => [
        action,
        toReference(fixture, id),
        detail,
        error,
      ]),
      ...args,
    },
    parts: { results: items.flatMap(([action, id, detail]) => (detail && "ck".includes(action) ? [id] : [])) },
  });

/** Returns a function that creates a request to `turnPlain`: it completes jobs and leases `count` others. */
export const completeAndLease =
  (ids: string[], { count, results = [] }: { count: number; results?: string[] }) =>
  (fixture: Fixture): ScriptRequest => {
    const retention = results.length > 0 ? [...results, "3600000"] : [];
    const items = [...ids.map((id) => toReference(fixture, id)), ...retention];
    return { args: { items, bucket: bucketDigits(ids), count }, parts: { results: ids.slice(0, results.length) } };
  };

/** Returns a function that creates a request to `progress`. Without a duration it does not extend the lease. */
export const reportProgress =
  (id: string, progress: string, duration: number | "" = "") =>
  (fixture: Fixture): ScriptRequest => ({
    args: { reference: toReference(fixture, id), progress, duration },
    parts: { id },
  });

/** Returns a request that removes queues from the registry if they still have the given stamps. */
export const createForgetRequest = (stamps: Record<string, string | undefined>): ScriptRequest => ({
  args: { items: Object.entries(stamps).flatMap(([name, stamp = ""]) => [name, stamp]) },
});

/** Returns the same request with an idempotency key. */
export const withIdempotencyKey = ({ args, parts }: ScriptRequest): ScriptRequest => ({
  args: { ...args, lane: "fingerprint", number: "0" },
  parts: { ...parts, replies: "reply:n" },
});

/** Returns the same request with other arguments. */
export const withArgs = ({ args, parts }: ScriptRequest, changed: ScriptRequest["args"]): ScriptRequest => ({
  args: { ...args, ...changed },
  parts: parts ?? {},
});

/** Returns a request that removes the jobs of a state. */
export const createPurgeRequest = (state: JobState, ending: "P" | "C"): ScriptRequest => ({
  args: { total: ending === "P" ? "purged" : "", letter: ending },
  parts: { state },
});
