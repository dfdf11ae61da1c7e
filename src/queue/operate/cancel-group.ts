// Cancelling a group: the removal of its jobs that wait or are leased.
import { validateGroup } from "../../base/arguments.ts";
import { readNumbers } from "../../engine/call.ts";
import { cancelGroup as cancelGroupScript } from "../../engine/scripts.gen.ts";
import { filterArguments } from "../inspect/job-filter.ts";
import {
  formatCursor,
  parseCursor,
  type SearchPlace,
  type SearchSlice,
  type SliceOptions,
  searchSlice,
} from "../inspect/search.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { cancel } from "./cancel.ts";

// The number of blocked jobs that one request removes, and of delayed ones that it examines.
const SLICE = 500;
// The number of delayed jobs that one request removes.
const MAX_CANCELLED = 250;
// The cursor of a part that has not begun to search.
const START = "0";

/** A part of the cancelling of a group; `cursor` is undefined when no job is left. */
export interface CancelGroupPart {
  cancelled: number;
  cursor: string | undefined;
}

/** Options of a part. */
export interface CancelGroupOptions {
  /** The cursor of the part before. */
  cursor?: string;
  /** The approximate number of requests to send. */
  slices: number;
}

/**
 * Removes the jobs of a group that wait or are leased, and a failed one that holds it back. Resolves with their number. After an
 * error, a repeated call goes on with the jobs that are left.
 */
export async function cancelGroup<T>(context: QueueContext<unknown, T>, group: string): Promise<number> {
  return (await cancelGroupPart(context, group, { slices: Number.POSITIVE_INFINITY })).cancelled;
}

/** Removes jobs of a group like `cancelGroup`. Its delayed jobs are searched for among all delayed ones. */
export async function cancelGroupPart<T>(
  context: QueueContext<unknown, T>,
  group: string,
  { cursor = START, slices }: CancelGroupOptions,
): Promise<CancelGroupPart> {
  validateGroup(group);
  const part = { cancelled: 0, left: slices };
  const from = parseCursor(cursor === START ? undefined : cursor);
  if (!(await cancelLine(context, group, part))) return { cancelled: part.cancelled, cursor };
  const next = await cancelDelayed(context, group, { part, from });
  if (next) return { cancelled: part.cancelled, cursor: formatCursor(next) };
  // Any may have become due before the search found it, also if no job is delayed by now.
  const isOver = await cancelLine(context, group, part);
  return { cancelled: part.cancelled, cursor: isOver ? undefined : START };
}

/** The number of jobs that a part has cancelled, and of requests that it may still send. */
interface PartState {
  cancelled: number;
  left: number;
}

/**
 * Removes the blocked jobs of a group, its head, and the jobs that it holds. Resolves with true when none is left. Sends at least
 * one request, so that parts of any size come to an end.
 */
async function cancelLine<T>(context: QueueContext<unknown, T>, group: string, part: PartState): Promise<boolean> {
  do {
    part.left -= 1;
    const [removed = 0, isMore] = readNumbers(await context.call(cancelGroupScript, { group, limit: SLICE }));
    part.cancelled += removed;
    if (isMore !== 1) return true;
  } while (part.left > 0);
  return false;
}

/**
 * Removes the delayed jobs of a group. Resolves with the place from which to go on; undefined when none is left. Examines at
 * least one slice.
 */
async function cancelDelayed<T>(
  context: QueueContext<unknown, T>,
  group: string,
  { part, from }: { part: PartState; from: SearchPlace },
): Promise<SearchPlace | undefined> {
  const filter = filterArguments({ state: "delayed", group }, { now: context.now(), codec: context.codec });
  const [ids, entries]: [string[], string[]] = [[], []];
  let place: SearchPlace | undefined = from;
  do {
    part.left -= 1;
    const options: SliceOptions = { place, limit: MAX_CANCELLED, most: SLICE, idsOnly: true };
    const slice: SearchSlice = await searchSlice(context, filter, options);
    ids.push(...slice.found.map(({ id }) => id));
    entries.push(...slice.entries);
    place = slice.next;
    // A request for many found jobs, and another one for the last of them.
    if (ids.length < MAX_CANCELLED && place && part.left > 1) continue;
    part.left -= 1;
    const results = await cancel(context, ids.splice(0), { entries: entries.splice(0) });
    part.cancelled += results.filter(({ ok }) => ok).length;
  } while (place && part.left > 0);
  return place;
}
