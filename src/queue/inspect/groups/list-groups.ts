// The groups of a queue, and their limits.
import { validateCount, validateGroup, validateOptions } from "../../../base/arguments.ts";
import { withoutUndefined } from "../../../base/without-undefined.ts";
import { badReplyError, type Reply, readHeader } from "../../../engine/call.ts";
import { groups as groupsScript } from "../../../engine/scripts.gen.ts";
import { type Limits, type QueueLimits, type Rate, readLimits, readPair } from "../../jobs/options/limits.ts";
import type { QueueContext } from "../../jobs/queue-context.ts";
import { timeOfTick } from "../../jobs/stored/record.ts";

/** A group that is in use or has limits of its own. */
export interface GroupInfo extends Limits {
  name: string;
  /** The number of its jobs that are leased; in an ordered group also one that waits for its retry or has stopped the group. */
  held: number;
  /** The id of its job that is next in line, or waits for its rate or for the end of its pause. */
  next?: string;
  /** The number of its jobs that wait for their turn. */
  blocked: number;
  paused: boolean;
  /** The end of the pause, if it has one. */
  pausedUntil?: number;
  /** The time until which the rate lets no job of cost 1 start. */
  limitedUntil?: number;
  /** The version of the limits that the group has of its own; missing if it has none. */
  version?: number;
}

/** A page of groups. */
export interface GroupPage {
  groups: GroupInfo[];
  /** The cursor of the next page; undefined after the last one. */
  cursor: string | undefined;
}

/** Options of a list of groups. */
export interface GroupsOptions {
  /** Lists only groups with blocked jobs. */
  blocked?: boolean;
  cursor?: string;
  /** The approximate number of groups of a page, which may have more, fewer or none; 100 unless set. */
  limit?: number;
}

/** The limits of a queue and of its groups, as they are stored. */
export interface StoredLimits extends Omit<QueueLimits, "limitsVersion"> {
  /** Their version; 0 if the queue has never had limits. */
  version: number;
}

const CURSOR = /^[12] \d{1,20}$|^3 .*$/;
const NEXT = /^-$|^[12] \d{1,20}$|^3 .*$/;

/** Lists groups: those with blocked jobs, then those with limits of their own, then others with leased jobs. */
export async function listGroups<T>(context: QueueContext<T>, options: GroupsOptions = {}): Promise<GroupPage> {
  const { blocked = false, cursor = "1 0", limit = 100 } = validateOptions(options, "blocked cursor limit");
  const start = CURSOR.test(cursor) ? cursor : "1 0";
  const args = { cursor: start, last: blocked ? "1" : "", limit: validateCount(limit, "limit"), names: [] };
  const reply = await context.call(groupsScript, args);
  const next = readHeader(reply, NEXT);
  // A scan may return an entry twice.
  const groups = new Map(readGroups(reply).map((group) => [group.name, group]));
  return { groups: [...groups.values()], cursor: next === "-" ? undefined : next };
}

/** Resolves with a group, also with one that has no jobs. */
export async function readGroup<T>(context: QueueContext<T>, name: string): Promise<GroupInfo> {
  const names = [validateGroup(name)];
  const reply = await context.call(groupsScript, { cursor: "1 0", last: "", limit: 1, names });
  const [group] = readGroups(reply);
  if (!group) throw badReplyError(reply);
  return group;
}

/** Resolves with the limits of the queue and of its groups. */
export async function readQueueLimits<T>(context: QueueContext<T>): Promise<StoredLimits> {
  const reply = await context.call(groupsScript, { cursor: "-", last: "", limit: 1, names: [] });
  const [, , text = ""] = reply.values;
  const { limitsVersion = 0, ...limits } = readLimits(text.slice(1)) ?? {};
  return { ...limits, version: limitsVersion };
}

/** Reads the groups in a reply. */
function readGroups(reply: Reply): GroupInfo[] {
  const [, time = "", limits = "", ...lines] = reply.values;
  if (!/^\d+$/.test(time) || !limits.startsWith("-")) throw badReplyError(reply);
  const now = Number(time);
  const queue = readLimits(limits.slice(1));
  return lines.map((line) => {
    const [name = "", entry = "", override = ""] = line.split("\t");
    return toGroupInfo({ name, entry, override, queue, now });
  });
}

/** The stored parts of a group. */
export interface StoredGroup {
  name: string;
  /** Its description, as src/lua/lib/groups/groups.lua formats it; "" for none. */
  entry: string;
  /** Its override; "" for none. */
  override: string;
  queue: QueueLimits | undefined;
  now: number;
}

/** Returns information about a group from its stored parts, which src/lua/lib/groups/groups.lua describes. */
export function toGroupInfo({ name, entry, override, queue, now }: StoredGroup): GroupInfo {
  const [, held = 0, blocked = 0, tat = 0, next = ""] = /^(\d+) (\d+) (\d+) (.*)$/s.exec(entry) ?? [];
  const [, version, pair = "- - - -", pause = "-"] = /^(\d+) (\S+ \S+ \S+ \S+) (\S+)$/.exec(override) ?? [];
  const limits: Limits = { ...queue?.groups, ...readPair(pair) };
  const concurrency = queue?.groups?.ordered ? 1 : limits.concurrency;
  const isPaused = pause !== "-" && (pause === "0" || Number(pause) > now);
  return {
    name,
    held: Number(held),
    blocked: Number(blocked),
    paused: isPaused,
    ...withoutUndefined({
      pausedUntil: isPaused && pause !== "0" ? Number(pause) : undefined,
      next: next === "" ? undefined : next,
      limitedUntil: limitedUntil(limits, { tat: Number(tat), now }),
      concurrency,
      rate: limits.rate,
      version: version === undefined ? undefined : Number(version),
    }),
  };
}

/** Returns the time until which a rate lets no job of cost 1 start; undefined if one may start now. */
function limitedUntil({ rate }: Limits, { tat, now }: { tat: number; now: number }): number | undefined {
  if (!rate) return undefined;
  const time = startTimeOf(rate, { tat, cost: 1 });
  return time > now ? time : undefined;
}

/** Returns the time from which a rate lets a job of a cost start, as src/lua/lib/groups/groups.lua computes it. */
export function startTimeOf({ limit, per, burst = 1 }: Rate, { tat, cost }: { tat: number; cost: number }): number {
  const ticks = (Number(per) * 1_000) / limit;
  const startTick = tat - Math.floor(Math.max(0, burst - cost) * ticks + Math.min(burst, ticks / 2));
  return timeOfTick(startTick + 999);
}
