// Storing, pausing, running and removing schedules.
import { invalidArgument, validateBatch, validateObject, validateOptions } from "../../base/arguments.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { badReplyError, readLetters } from "../../engine/call.ts";
import { loadOnDemandScripts } from "../../engine/on-demand.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { registerIfAsked } from "../jobs/registration.ts";
import {
  formatDefinition,
  type ScheduleOptions,
  type ScheduleTiming,
  toInstant,
  validateScheduleId,
} from "./definition.ts";
import { loadFiring } from "./firing/on-demand.ts";
import { findSchedule } from "./list-schedules.ts";

/** A schedule of several that are stored together. */
export type NewSchedule<T> = { id: string } & ScheduleTiming & ScheduleOptions<T>;

/** Stores schedules as a program declares them. */
export function scheduleMany<Input>(
  context: QueueContext<unknown, Input>,
  schedules: readonly NewSchedule<Input>[],
): Promise<ScheduleResult[]> {
  validateBatch(schedules);
  return storeSchedules(
    context,
    schedules.map((each) => {
      const { id, cron, tz, missingHour, repeatedHour, every, anchor, at, ...options } = validateObject(
        each,
        "a schedule",
      ) as { id: string } & UnionOf<ScheduleTiming> & ScheduleOptions<Input>;
      const timing = withoutUndefined({ cron, tz, missingHour, repeatedHour, every, anchor, at });
      return { id, timing: timing as ScheduleTiming, options };
    }),
  );
}

/** The properties of all members of a union. */
type UnionOf<U> = { [K in U extends unknown ? keyof U : never]?: U extends { [key in K]?: infer V } ? V : never };

/** The result of storing a schedule. One that has the same definition already is `unchanged`. */
export interface ScheduleResult {
  id: string;
  outcome: "created" | "changed" | "unchanged";
}

const MAX_SCHEDULES = 10_000;
// Schedules in one request.
const MAX_TOGETHER = 100;
const MAX_NOTE_LENGTH = 200;
const MAX_BACKFILL = 1_000;
// Jobs of a backfill in one request.
const BACKFILL_SLICE = 100;

const OUTCOMES: Readonly<Record<string, ScheduleResult["outcome"]>> = { n: "created", c: "changed", s: "unchanged" };

/** Stores validated schedules. */
async function storeSchedules<Input>(
  context: QueueContext<unknown, Input>,
  schedules: readonly { id: string; timing: ScheduleTiming; options: ScheduleOptions<Input> }[],
): Promise<ScheduleResult[]> {
  const definitions = await Promise.all(schedules.map((each) => formatDefinition(context, each)));
  if (new Set(definitions.map(({ id }) => id)).size < definitions.length)
    throw invalidArgument("two schedules have the same id");
  const { putSchedules } = await loadOnDemandScripts();
  const results: ScheduleResult[] = [];
  for (let from = 0; from < definitions.length; from += MAX_TOGETHER) {
    const slice = definitions.slice(from, from + MAX_TOGETHER);
    const items = slice.flatMap(({ id, text }) => [id, text]);
    const reply = await context.call(putSchedules, { most: MAX_SCHEDULES, items });
    if (reply.status === "full")
      throw new LeaseholdError("queue_full", `a queue has at most ${MAX_SCHEDULES} schedules`);
    const letters = readLetters(reply, slice.length);
    await registerIfAsked(context as QueueContext<unknown>, {
      status: reply.status,
      isAsked: reply.values.includes("u"),
    });
    for (const [i, { id }] of slice.entries()) {
      const outcome = OUTCOMES[letters[i] ?? ""];
      if (!outcome) throw badReplyError(reply);
      results.push({ id, outcome });
    }
    // Another client stores the slots if this one does not.
    if (/[nc]/.test(letters)) await fire(context);
  }
  return results;
}

/** Stores a schedule. */
export async function schedule<Input>(
  context: QueueContext<unknown, Input>,
  id: string,
  { timing, options }: { timing: ScheduleTiming; options: ScheduleOptions<Input> },
): Promise<ScheduleResult> {
  const [result] = await storeSchedules(context, [{ id, timing, options }]);
  return result as ScheduleResult;
}

/** Removes schedules. Resolves with true for each that existed. */
export async function unschedule(context: QueueContext<unknown>, id: string): Promise<boolean> {
  const { removeSchedules } = await loadOnDemandScripts();
  return readLetters(await context.call(removeSchedules, { ids: [validateScheduleId(id)] }), 1) === "r";
}

/** Options of a pause. */
export interface PauseOptions {
  /** A note for readers of the list, such as the reason. At most 200 characters. */
  note?: string;
}

/** Pauses a schedule. Resolves with false if there is none. */
export async function pauseSchedule(
  context: QueueContext<unknown>,
  id: string,
  options: PauseOptions = {},
): Promise<boolean> {
  const { note = "" } = validateOptions(options, "note");
  if (typeof note !== "string" || note.length > MAX_NOTE_LENGTH || /\p{Cc}/u.test(note))
    throw invalidArgument(`note must be at most ${MAX_NOTE_LENGTH} characters without control characters`);
  return changePause(context, id, { paused: "1", note });
}

/** Lets a paused schedule go on. Resolves with false if there is none. */
export async function resumeSchedule(context: QueueContext<unknown>, id: string): Promise<boolean> {
  const exists = await changePause(context, id, { paused: "-", note: "" });
  // The slots may have to be stored anew.
  if (exists) await fire(context);
  return exists;
}

async function changePause(
  context: QueueContext<unknown>,
  id: string,
  change: { paused: string; note: string },
): Promise<boolean> {
  const { pauseSchedule: script } = await loadOnDemandScripts();
  return readLetters(await context.call(script, { id: validateScheduleId(id), ...change }), 1) !== "U";
}

/** Creates a job of a schedule now. Resolves with its id; undefined if there is no schedule. */
export async function triggerKnown(context: QueueContext<unknown>, id: string): Promise<string | undefined> {
  return (await runSchedule(context, id, []))?.[0]?.id;
}

/** Creates a job of a schedule now. Resolves with its id. */
export async function trigger(context: QueueContext<unknown>, id: string): Promise<string> {
  return (await triggerKnown(context, id)) ?? throwUnknown(id);
}

/** Options of a backfill: the slots from the first time up to the second. */
export interface BackfillOptions {
  from: Date | number;
  to: Date | number;
}

/** Creates the jobs of slots that have passed. Resolves with the ids of those that were created. */
export async function backfill<Input>(
  context: QueueContext<unknown, Input>,
  id: string,
  options: BackfillOptions,
): Promise<string[]> {
  return (await backfillKnown(context, id, options)) ?? throwUnknown(id);
}

/** Creates the jobs of slots that have passed, as `backfill` does. Resolves with undefined if there is no schedule. */
export async function backfillKnown<Input>(
  context: QueueContext<unknown, Input>,
  id: string,
  options: BackfillOptions,
): Promise<string[] | undefined> {
  const { from, to } = validateOptions(validateObject(options, "options"), "from to");
  const [after, until] = [toInstant(from, "from") - 1, toInstant(to, "to")];
  const found = await findSchedule(context, validateScheduleId(id));
  if (!found) return undefined;
  const last = Math.min(until, found.now);
  const { listSlots } = await loadFiring();
  const { slots } = listSlots(found.times, { after, count: MAX_BACKFILL + 1, until: last });
  if (slots.length > MAX_BACKFILL)
    throw new LeaseholdError("too_large", `a backfill has at most ${MAX_BACKFILL} slots; ask for a shorter time`);
  const created: string[] = [];
  for (let at = 0; at < slots.length; at += BACKFILL_SLICE) {
    const runs = await runSchedule(context as QueueContext<unknown>, id, slots.slice(at, at + BACKFILL_SLICE));
    if (!runs) return undefined;
    created.push(...runs.filter((run) => run.isCreated).map((run) => run.id));
  }
  return created;
}

/** Creates jobs for slots, or one for now. Resolves with undefined if there is no schedule. */
async function runSchedule(
  context: QueueContext<unknown>,
  id: string,
  slots: readonly number[],
): Promise<{ id: string; isCreated: boolean }[] | undefined> {
  const { runSchedule: script } = await loadOnDemandScripts();
  const results = slots.map((slot) => `${id}:${slot}`);
  const args = { id: validateScheduleId(id), slots: slots.map(String) };
  const reply = await context.call(script, args, { results });
  const [letters = "", ...ids] = reply.values;
  if (letters === "U") return undefined;
  if (letters !== "-" && letters.length !== ids.length) throw badReplyError(reply);
  return ids
    .filter((jobId) => jobId !== "")
    .map((jobId, i) => ({ id: jobId, isCreated: /[rdb]/.test(letters[i] ?? "") }));
}

/** Fires slots that are due, and stores further ones. Never rejects: the next client does it. */
async function fire<Input>(context: QueueContext<unknown, Input>): Promise<void> {
  const { advanceSchedules } = await loadFiring();
  await advanceSchedules(context).catch(() => {});
}

function throwUnknown(id: string): never {
  throw invalidArgument(`there is no schedule ${JSON.stringify(id.slice(0, 64))}`);
}
