// States of queues with groups, and the parts of a state about groups.
import { head, record, run } from "../forms.ts";
import type { State } from "../state.ts";
import { LEASE_END, place, tick } from "../times.ts";
import { blockedAt, group, holders, limits, lines, member } from "./forms.ts";

/** Returns the state of a group that holds a job, with one blocked behind it. */
export const heldGroupState = (limitText: string): State => ({
  blocked: { b: blockedAt(3) },
  leased: { a: LEASE_END },
  jobs: { a: record(place(1)), b: record(place(2)) },
  runs: { a: run("L", tick(7), { place: place(1) }) },
  members: { a: member(), b: member() },
  groups: { g: group({ held: 1, number: 3, back: 1 }) },
  holders: holders({ g: ["a"] }),
  lines: lines({ 3: "g" }),
  meta: {
    head: head({ flags: "g", due: LEASE_END, runs: 3, enqueued: 2, leased: 1 }),
    limits: limits(limitText),
  },
});

/** Returns the parts of a state about groups; those that do not exist are undefined. */
export const groupParts = ({
  ready,
  delayed,
  blocked,
  failed,
  members,
  groups,
  holders: ids,
  lines: numbers,
}: State) => ({
  ...{ ready, delayed, blocked, failed, members, groups, holders: ids },
  lines: numbers,
});
