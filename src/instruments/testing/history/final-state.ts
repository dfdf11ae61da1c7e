// The state of a queue at the end of a history: the state of each job, and the counters.

import { type JobState, STATES } from "../../../engine/keys.ts";
import type { Counts } from "../../../queue/inspect/counts.ts";
import type { GroupInfo, GroupPage } from "../../../queue/inspect/groups/list-groups.ts";
import type { Page } from "../../../queue/inspect/list.ts";
import type { AnyQueue } from "../queue-internals.ts";

/** The state of a queue as plain JSON. */
export interface FinalState {
  queue: string;
  counts: Counts;
  /** The jobs of each state, in its order, each with its number of attempts. A job in two states appears twice. */
  jobs: [id: string, state: JobState, attempt: number][];
  /** The groups with blocked or leased jobs, or with limits of their own. */
  groups: GroupInfo[];
}

const PAGE = 1_000;

/**
 * Reads the state of a queue, without changing it. The queue must not be in use meanwhile.
 *
 * @example
 * const final = await finalState(queue);
 * expect(final.jobs).toEqual([["welcome-42", "ready", 0]]);
 */
export async function finalState(queue: AnyQueue): Promise<FinalState> {
  const counts = await queue.counts();
  const jobs: FinalState["jobs"] = [];
  for (const state of STATES.filter((state) => counts[state] > 0)) {
    let cursor: string | undefined = "0";
    while (cursor !== undefined) {
      const page: Pick<Page<unknown>, "jobs" | "cursor"> = await queue.list(state, { cursor, limit: PAGE });
      for (const { id, attempt } of page.jobs) jobs.push([id, state, attempt]);
      cursor = page.cursor;
    }
  }
  return { queue: queue.name, counts, jobs, groups: await readGroups(queue) };
}

/** Reads all groups of a queue. */
async function readGroups(queue: AnyQueue): Promise<GroupInfo[]> {
  const groups: GroupInfo[] = [];
  let cursor: string | undefined;
  do {
    const page: GroupPage = await queue.groups({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
    groups.push(...page.groups);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return groups;
}
