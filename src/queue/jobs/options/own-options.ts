// Options of one job that its holders apply. The scripts store them in the job's record as a text, and do not read them.

import { type Duration, toMilliseconds } from "../../../base/duration.ts";
import { withoutUndefined } from "../../../base/without-undefined.ts";
import { type Backoff, validateBackoff } from "./backoff.ts";

/** Options of one job that its holders apply. */
export interface OwnOptions {
  /** Overrides the queue's `timeout`. */
  timeout?: Duration | false;
  /** Overrides the queue's `backoff`. */
  backoff?: Backoff;
}

/** Formats own options for a record: "t" and the timeout in ms, "b" and the backoff, joined by a slash; "-" for none. */
export function formatOwnOptions({ timeout, backoff }: OwnOptions): string {
  const parts: string[] = [];
  if (timeout !== undefined) parts.push(`t${toTimeoutMilliseconds(timeout)}`);
  if (backoff !== undefined) parts.push(`b${formatBackoff(validateBackoff(backoff))}`);
  return parts.join("/") || "-";
}

const TRACE_PREFIX = "/w";

// Own options are the sixth field of a prepared job's kind. A cost and a group may follow.
const KIND_UP_TO_OWN = /^(?:\S+ ){5}\S+/;

/** Adds a trace to the own options in a prepared job's kind. The trace has only letters, digits and any of _%.~- in it. */
export function appendTrace(kind: string, trace: string): string {
  return kind.replace(KIND_UP_TO_OWN, (upToOwn) => upToOwn + TRACE_PREFIX + trace);
}

/** Reads the trace from own options. */
export function readTrace(text?: string): string | undefined {
  return text?.split(TRACE_PREFIX)[1];
}

/** Formats a backoff: the first letter of its type with the delay in ms, the cap in ms and the jitter, joined by commas. */
function formatBackoff(backoff: Backoff): string {
  const { type, delay, cap, jitter } =
    typeof backoff === "object"
      ? backoff
      : { type: "fixed" as const, delay: backoff, cap: undefined, jitter: undefined };
  const ms = (duration: Duration) => toMilliseconds(duration, "backoff");
  return [type.slice(0, 1) + ms(delay), cap === undefined ? "" : ms(cap), jitter ?? ""].join(",");
}

/** The run of a schedule that a job is. */
export interface ScheduledRun {
  /** The id of the schedule. */
  id: string;
  /** The slot for which the job was created, in ms since the epoch: the time that the schedule states. */
  slot: number;
  /**
   * The reason for which it was created: its slot was `due`, or `caughtUp` more than a minute late; or the schedule was `triggered`
   * or `backfilled` by hand.
   */
  reason: "due" | "caughtUp" | "triggered" | "backfilled";
}

/** The reasons of runs by the letters in records. */
export const RUN_REASONS: Readonly<Record<string, ScheduledRun["reason"]>> = {
  d: "due",
  c: "caughtUp",
  t: "triggered",
  b: "backfilled",
};

/** Reads from own options, and from the id of the job, which run of a schedule it is; undefined if it is none. */
export function readScheduledRun(id: string, text = ""): ScheduledRun | undefined {
  const [, letter = "", slot] = /(?:^|\/)s([a-z])(\d+)/.exec(text) ?? [];
  const reason = RUN_REASONS[letter];
  return reason && { id: id.slice(0, id.lastIndexOf(":")), slot: Number(slot), reason };
}

const TIMEOUT = /(?:^|\/)t(\d+)/;
const BACKOFF = /(?:^|\/)b([ef])(\d+),(\d*),([\d.e-]*)/;

/** Reads own options from a record. Ignores unknown parts, which a later version may have written. */
export function readOwnOptions(text = ""): OwnOptions {
  const [, timeout] = TIMEOUT.exec(text) ?? [];
  const [, type, delay, cap, jitter] = BACKOFF.exec(text) ?? [];
  const backoff: Backoff | undefined =
    delay === undefined
      ? undefined
      : {
          type: type === "e" ? "exponential" : "fixed",
          delay: Number(delay),
          ...withoutUndefined({ cap: cap ? Number(cap) : undefined, jitter: jitter ? Number(jitter) : undefined }),
        };
  return withoutUndefined({
    // 0 stands for `false`, no limit.
    timeout: timeout === undefined ? undefined : timeout !== "0" && Number(timeout),
    backoff,
  });
}

/** Validates the time that an attempt may take and returns it in ms; 0 for no limit. */
export function toTimeoutMilliseconds(timeout: Duration | false): number {
  return timeout === false ? 0 : toMilliseconds(timeout, "timeout", { min: 1 });
}
