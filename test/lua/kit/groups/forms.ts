// The forms in which groups and limits are stored, and calls of the scripts for queues with groups.
// src/lua/lib/groups/groups.lua describes the forms.

import { enqueueGrouped, turnGrouped } from "../../../../src/engine/all-scripts.ts";
import type { ArgsOf } from "../../../../src/engine/call.ts";
import type { CallOptions, TestQueue } from "../test-queue.ts";
import { START } from "../times.ts";
import { type Item, itemFields } from "../turns.ts";

/** The sequence number of the first job that is blocked in a group. */
const MIDDLE = 50_000_000;
const SEQUENCES = 100_000_000;

interface MemberOptions {
  cost?: number;
  /** t: its group delays the job; h: it is delayed or failed, and holds its group back. */
  mark?: "-" | "t" | "h";
}

/** Returns the group and the cost of a job as its hash has them; without a name, only the cost. */
export function member(group = "g", { cost = 1, mark = "-" }: MemberOptions = {}): string {
  return mark === "-" && cost === 1 && group !== "" ? group : `\x01${mark}${cost} ${group}`;
}

/** The parts of a group; those that are absent are those of a group without jobs. */
interface GroupParts {
  held?: number;
  number?: number;
  /** The number of jobs that were blocked behind others since the group got its number. */
  back?: number;
  tat?: number;
  head?: string;
}

/** Returns a group as a state has it. */
export function group({ held = 0, number = 0, back = 0, tat = 0, head = "" }: GroupParts): string {
  return [held, number, number > 0 ? MIDDLE + back : 0, tat, head].join(" ");
}

/** Returns a group as clients read it, with the number of its blocked jobs. */
export function description({ held = 0, blocked = 0, tat = 0, head = "" }: GroupParts & { blocked?: number }): string {
  return [held, blocked, tat, head].join(" ");
}

/** Returns the score of the nth job that was blocked in a group with a number; a negative one of a job before them. */
export function blockedAt(number: number, nth = 0, priority = 5): number {
  return (number * 10 + priority) * SEQUENCES + MIDDLE + nth;
}

/** Returns lines: the names of groups by their numbers, and the last number. */
export function lines(names: Record<number, string>, last = Math.max(0, ...Object.keys(names).map(Number))) {
  const entries = Object.entries(names).map(([number, name]) => [number, `${START} ${name}`]);
  return { "": String(last), ...Object.fromEntries(entries) };
}

/** Returns the holders of groups, from lists of ids by group. */
export function holders(ids: Record<string, string[]>): Record<string, number> {
  return Object.fromEntries(Object.entries(ids).flatMap(([name, list]) => list.map((id) => [`${name}\0${id}`, 0])));
}

/** Returns limits: "order cap limit per burst" of each group, and "cap limit per burst" of the queue. */
export function limits(ofGroups = "- - - - -", ofQueue = "- - - -", version = 1): string {
  return `${version} ${ofGroups}|${ofQueue}`;
}

/** A job to enqueue. */
interface NewGroupedJob {
  id: string;
  group?: string;
  cost?: number;
  priority?: number;
  delay?: number;
  /** True for an id that the caller has chosen. */
  isGiven?: boolean;
}

/** Enqueues jobs with groups. Resolves with the status and the lines of the reply. */
export function enqueueAll(
  queue: TestQueue,
  jobs: readonly NewGroupedJob[],
  options: CallOptions<typeof enqueueGrouped> = {},
) {
  const items = jobs.flatMap(({ id, group: name, cost = 1, priority = 5, delay, isGiven }) => {
    const when = delay === undefined ? "-" : `+${delay}`;
    const tail = name === undefined && cost === 1 ? "" : ` ${cost} ${name ?? ""}`;
    return [`${priority} 1 ${when} ${isGiven ? 0 : "-"} - - -${tail}`, id, "{}"];
  });
  const results = jobs.flatMap(({ id, isGiven }) => (isGiven ? [id] : []));
  return queue.call(enqueueGrouped, { items, results, ...options });
}

/** Settles jobs of a queue with groups, and leases none unless the options state a count. */
export function turnWith(queue: TestQueue, items: readonly Item[], options: CallOptions<typeof turnGrouped> = {}) {
  return queue.call(turnGrouped, { count: 0, items: itemFields(items), ...options } as Partial<
    ArgsOf<typeof turnGrouped>
  >);
}
