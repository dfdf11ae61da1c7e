// The schedules of a queue, with their next slots and their last runs.
import { validateCount, validateOptions } from "../../base/arguments.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { badReplyError, type Reply, readHeader } from "../../engine/call.ts";
import { loadOnDemandScripts } from "../../engine/on-demand.ts";
import { type OwnOptions, RUN_REASONS, readOwnOptions, type ScheduledRun } from "../jobs/options/own-options.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { ScheduleTimes } from "./calendar/times.ts";
import { OVERLAP_LETTERS, type SchedulePolicies, validateScheduleId } from "./definition.ts";
import type { StoredTimes } from "./firing/refill.ts";

/** A run of a schedule. */
export interface ScheduleRun extends Omit<ScheduledRun, "id"> {
  /** The id of its job. */
  job: string;
  firedAt: number;
  /** The ending of the job: undefined while it waits or is leased; `unknown` if that is no longer known. */
  outcome?: "done" | "failed" | "cancelled" | "expired" | "purged" | "unknown";
  endedAt?: number;
}

/** A schedule. All times and durations are in ms. */
export interface ScheduleInfo<T = unknown> extends OwnOptions {
  id: string;
  /** The times, as `schedule` takes them. */
  times: ScheduleTimes;
  overlap: NonNullable<SchedulePolicies["overlap"]>;
  catchUp: number;
  maxCatchUp: number;
  jitter: number;
  limit?: number;
  /** The payload of its jobs; missing if the codec of this client cannot decode it. */
  data?: T;
  priority: number;
  /** As `schedule` has set it, like the next fields; missing if it did not. */
  maxAttempts?: number;
  ttl?: number;
  group?: string;
  /** The cost of its jobs, if that is not 1. */
  cost?: number;
  /** The next slots that are stored, at most 24; none while the schedule is paused or after its end. */
  nextSlots: number[];
  /** The slot that waits for the end of a run, if there is one. */
  buffered?: number;
  paused: boolean;
  pausedAt?: number;
  /** The note of the pause. */
  note?: string;
  /** True if no run will follow: the schedule has reached its end or its limit. */
  ended: boolean;
  createdAt: number;
  changedAt: number;
  /** The number of runs, without those by `trigger` and `backfill`. */
  runs: number;
  /** The number of slots that passed unnoticed for longer than `catchUp`, or were too many to catch up. */
  missed: number;
  /** The number of slots that were skipped because a run had not ended. */
  skipped: number;
  /** The lateness of the last run that was due. */
  lateness: number;
  /** The last runs, newest first, at most 10. */
  lastRuns: ScheduleRun[];
}

/** A page of schedules. */
export interface SchedulePage<T = unknown> {
  schedules: ScheduleInfo<T>[];
  /** The number of all schedules. */
  total: number;
  /** The cursor of the next page; undefined after the last one. */
  cursor: string | undefined;
}

/** Options of a list of schedules. */
export interface SchedulesOptions {
  /** Lists only these schedules. */
  ids?: readonly string[];
  cursor?: string;
  /** The number of schedules of a page; 100 unless set. */
  limit?: number;
}

/** Lists schedules in the order of their next slots. */
export async function listSchedules<Input>(
  context: QueueContext<unknown, Input>,
  options: SchedulesOptions = {},
): Promise<SchedulePage<Input>> {
  const { ids = [], cursor = "0", limit = 100 } = validateOptions(options, "ids cursor limit");
  const from = /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
  validateCount(limit, "limit");
  if (options.ids !== undefined) {
    validateCount(ids.length, "the number of ids");
    for (const id of ids) validateScheduleId(id);
  }
  const { total, found } = await readSchedules(context, { from, limit, ids });
  const next = from + limit;
  const schedules = found.map(({ info }) => info);
  return { schedules, total, cursor: ids.length > 0 || next >= total ? undefined : String(next) };
}

/** Resolves with the times of a schedule and the time by Redis's clock; undefined if there is no schedule. */
export async function findSchedule<Input>(
  context: QueueContext<unknown, Input>,
  id: string,
): Promise<{ times: ScheduleTimes; now: number } | undefined> {
  const { now, found } = await readSchedules(context, { from: 0, limit: 1, ids: [id] });
  return found[0] && { times: found[0].info.times, now };
}

async function readSchedules<Input>(
  context: QueueContext<unknown, Input>,
  args: { from: number; limit: number; ids: readonly string[] },
) {
  const { listSchedules: script } = await loadOnDemandScripts();
  const reply = await context.call(script, args);
  const [now = 0, total = 0] = readHeader(reply, /^\d+ \d+$/)
    .split(" ")
    .map(Number);
  const lines = reply.values.slice(1, reply.values.length - reply.records.length);
  if (reply.records.length !== lines.length * 2) throw badReplyError(reply);
  const found = lines.map((line, i) => {
    const [definition = "", state = ""] = reply.records.slice(i * 2, i * 2 + 2);
    return { info: readSchedule(context, { reply, id: line.slice(line.indexOf(" ") + 1), definition, state }) };
  });
  return { now, total, found };
}

const DEFINITION = /^\S+ ([a-z]) (\d+) (\d+) (\d+|-) (\d) (\d+|-) (\d+|-) (\S+)(?: (\d+) ([^\n]*))?\n([^\n]*)\n(.*)$/s;
const STATE = /^\d+ (\d+) (\d+) \d+ ([01]) (\d+) (\d+) (\d+) (\d+) (\d+|-) (\d+(?:\+\d+)?|-)\n([^\n]*)\n([^\n]*)(.*)$/s;
const RUN = /^(\d+) ([a-z]) (\d+) (?:-|([A-Z])(\d+))$/;
const OVERLAPS = Object.fromEntries(Object.entries(OVERLAP_LETTERS).map(([name, letter]) => [letter, name]));
const RUN_OUTCOMES: Readonly<Record<string, NonNullable<ScheduleRun["outcome"]>>> = {
  C: "done",
  F: "failed",
  X: "cancelled",
  E: "expired",
  P: "purged",
  U: "unknown",
};

/** Reads a schedule from its fields, as src/lua/lib/schedules/schedules.lua describes them. */
function readSchedule<Input>(
  { codec }: QueueContext<unknown, Input>,
  { reply, id, definition, state }: { reply: Reply; id: string; definition: string; state: string },
): ScheduleInfo<Input> {
  const [, overlap = "", catchUp, most, limit, priority, max, ttl, own, cost, group, json = "", payload = ""] =
    DEFINITION.exec(definition) ?? [];
  const [, made, changed, isLast, runs, missed, skipped, late, paused, buffered, note, slots = "", history = ""] =
    STATE.exec(state) ?? [];
  if (json === "" || made === undefined) throw badReplyError(reply);
  const { jitter = 0, ...times } = JSON.parse(json) as StoredTimes;
  const isUsedUp = limit !== "-" && Number(runs) >= Number(limit);
  const nextSlots =
    paused !== "-" ? [] : slots.split(" ").flatMap((slot) => (slot === "" ? [] : Number.parseInt(slot, 10)));
  return {
    id,
    times,
    overlap: OVERLAPS[overlap] as ScheduleInfo["overlap"],
    catchUp: Number(catchUp),
    maxCatchUp: Number(most),
    jitter,
    priority: Number(priority),
    nextSlots,
    paused: paused !== "-",
    ended: buffered === "-" && (isUsedUp || (isLast === "1" && slots === "")),
    createdAt: Number(made),
    changedAt: Number(changed),
    runs: Number(runs),
    missed: Number(missed),
    skipped: Number(skipped),
    lateness: Number(late),
    lastRuns: history
      .split("\n")
      .slice(1)
      .reverse()
      .map((line) => readRun(id, { line, reply })),
    ...decodePayload(codec, payload),
    ...readOwnOptions(own),
    ...withoutUndefined({
      limit: toOptionalNumber(limit),
      maxAttempts: toOptionalNumber(max),
      ttl: toOptionalNumber(ttl),
      group: group || undefined,
      cost: cost === undefined || cost === "1" ? undefined : Number(cost),
      buffered: buffered === "-" ? undefined : Number.parseInt(buffered ?? "", 10),
      pausedAt: toOptionalNumber(paused),
      note: note || undefined,
    }),
  };
}

/** Returns a number of a definition or a state; undefined for "-". */
function toOptionalNumber(text = "-"): number | undefined {
  return text === "-" ? undefined : Number(text);
}

function readRun(id: string, { line, reply }: { line: string; reply: Reply }): ScheduleRun {
  const [, slot, letter = "", firedAt, ending, endedAt] = RUN.exec(line) ?? [];
  const reason = RUN_REASONS[letter];
  if (!reason) throw badReplyError(reply);
  return {
    slot: Number(slot),
    reason,
    job: `${id}:${slot}`,
    firedAt: Number(firedAt),
    ...withoutUndefined({
      outcome: ending === undefined ? undefined : RUN_OUTCOMES[ending],
      endedAt: ending === undefined || endedAt === "0" ? undefined : Number(endedAt),
    }),
  };
}

function decodePayload<Input>(codec: { decode(payload: string): Input }, payload: string): { data?: Input } {
  try {
    return { data: codec.decode(payload) };
  } catch {
    return {};
  }
}
