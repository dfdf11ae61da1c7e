// Rule "group stuck": at the end of a history each group with blocked jobs waits for something, and the numbers of groups
// agree with the states of their jobs.
// Violations: a group with blocked jobs that has a free slot, no job in line, and no pause without an end; a group with
// another number of blocked jobs than are listed, or that holds fewer than are leased.
// Uncertainty: jobs that may have been enqueued with different groups belong to none, so the numbers are bounds. A job that
// waits for its retry may count as held.
import type { IndexedHistory } from "../analysis/indexed-history.ts";
import { Violation } from "../analysis/violation.ts";
import type { FinalState } from "../history/final-state.ts";

/** Checks the rule "group stuck": no group waits for nothing. */
export function checkGroupStuck(history: IndexedHistory, { groups, jobs, counts }: FinalState): Violation[] {
  const messages: string[] = [];
  const known = new Map<string, { blocked: string[]; leased: string[] }>();
  for (const [id, state] of jobs) {
    const group = history.groupOf(id);
    if (group === undefined || (state !== "blocked" && state !== "leased")) continue;
    const ids = known.get(group) ?? { blocked: [], leased: [] };
    ids[state].push(id);
    known.set(group, ids);
  }
  for (const { name, held, next, blocked, concurrency = Number.POSITIVE_INFINITY, paused, pausedUntil } of groups) {
    const label = `group ${JSON.stringify(name)}`;
    const isWaiting = next !== undefined || held >= concurrency || (paused && pausedUntil === undefined);
    if (blocked > 0 && !isWaiting) messages.push(`${label} is stuck: ${blocked} blocked, ${held} held`);
    const ids = known.get(name);
    if (blocked < (ids?.blocked.length ?? 0)) messages.push(`${label} has ${blocked} blocked, but ${ids?.blocked} are`);
    if (held < (ids?.leased.length ?? 0)) messages.push(`${label} holds ${held}, but ${ids?.leased} are leased`);
    known.delete(name);
  }
  for (const [name, { blocked, leased }] of known)
    messages.push(`group ${JSON.stringify(name)} is not listed, but ${[...blocked, ...leased]} are its jobs`);
  const sum = groups.reduce((total, { blocked }) => total + blocked, 0);
  if (sum !== counts.blocked) messages.push(`${sum} jobs are blocked in groups, but ${counts.blocked} are blocked`);
  return messages.map((message) => new Violation("group stuck", message));
}
