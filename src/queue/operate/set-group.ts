// Limits that are set while a queue is in use: those of one group, and those of the whole queue.
import { invalidArgument, validateGroup, validateInteger, validateOptions } from "../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { readHeader } from "../../engine/call.ts";
import { setGroup as setGroupScript, setLimits as setLimitsScript } from "../../engine/scripts.gen.ts";
import { formatLimits, formatPair, type QueueLimits, type Rate } from "../jobs/options/limits.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

/** What to change of the limits of one group. What is not named stays; `null` means the limit of the queue's groups. */
export interface GroupChange {
  /** An ordered group runs one job at a time, whatever its concurrency. */
  concurrency?: number | null;
  rate?: Rate | null;
  /** Starts no more jobs of the group. Its leased jobs go on. */
  paused?: boolean;
  /** The end of the pause: a duration from now, or a time. The pause has no end unless set. */
  until?: Duration | Date;
  /** The version that the group's own limits have to have, 0 for none. Any version unless set. */
  ifVersion?: number;
}

/** The result of a change of limits: the new version; or the version that is there, if it is not the expected one. */
export type SetLimitsResult = { ok: true; version: number } | { ok: false; reason: "other_version"; version: number };

/** Changes the limits of one group, and lets it go on as far as they allow. */
export async function setGroup<T>(
  context: QueueContext<T>,
  group: string,
  change: GroupChange,
): Promise<SetLimitsResult> {
  const { concurrency, rate, paused, until, ifVersion } = validateOptions(
    change,
    "concurrency rate paused until ifVersion",
    { label: "a change of a group" },
  );
  if (until !== undefined && paused !== true) throw invalidArgument("until is the end of a pause, so it needs paused");
  if (paused !== undefined && typeof paused !== "boolean") throw invalidArgument("paused must be true or false");
  const [, cap = "", newRate = ""] =
    /^(\S+) (.*)$/.exec(formatPair({ concurrency: concurrency ?? undefined, rate: rate ?? undefined }, "")) ?? [];
  const reply = await context.call(setGroupScript, {
    group: validateGroup(group),
    cap: concurrency === undefined ? "=" : cap,
    rate: rate === undefined ? "=" : newRate,
    paused: formatPause(context, { paused, until }),
    expected: formatExpected(ifVersion),
  });
  context.plainPauses.isGrouped = true;
  if (reply.values[0] === "many 0") throw invalidArgument("a queue has limits of their own for at most 10,000 groups");
  return readSetReply(readHeader(reply, SET_REPLY));
}

/** Options of a change of the limits of a queue. */
export interface SetLimitsOptions {
  /** The version that the limits have to have, 0 for none. Any version unless set. */
  ifVersion?: number;
}

/**
 * Replaces the limits of the queue and of its groups. They get the next version, so clients that declare a lower one do not
 * change them.
 */
export async function setLimits<T>(
  context: QueueContext<T>,
  limits: Omit<QueueLimits, "limitsVersion">,
  options: SetLimitsOptions = {},
): Promise<SetLimitsResult> {
  const { ifVersion } = validateOptions(options, "ifVersion");
  validateOptions(limits, "groups concurrency rate", { label: "limits" });
  const text = formatLimits({ groups: {}, ...limits }).replace(/^\d+ /, "");
  const reply = await context.call(setLimitsScript, { limits: text, expected: formatExpected(ifVersion) });
  context.plainPauses.isGrouped = true;
  return readSetReply(readHeader(reply, SET_REPLY));
}

const SET_REPLY = /^(set|other) \d+$/;

/** Reads the reply of a change of limits. */
function readSetReply(header: string): SetLimitsResult {
  const [outcome, number] = header.split(" ");
  const version = Number(number);
  return outcome === "set" ? { ok: true, version } : { ok: false, reason: "other_version", version };
}

/** Formats an expected version; "" for any. */
function formatExpected(version: number | undefined): string {
  return version === undefined ? "" : String(validateInteger(version, "ifVersion", { min: 0 }));
}

/** Formats a pause: "=" to stay, "-" for none, 0 for one without an end, "+" and a duration, or a time. */
function formatPause(
  context: { now(): number },
  { paused, until }: { paused: boolean | undefined; until: Duration | Date | undefined },
): string {
  if (paused === undefined) return "=";
  if (!paused) return "-";
  if (until === undefined) return "0";
  if (!(until instanceof Date)) return `+${toMilliseconds(until, "until", { min: 1 })}`;
  const time = until.getTime();
  if (Number.isInteger(time) && time > context.now()) return String(time);
  throw invalidArgument("until must be a duration, or a Date in the future");
}
