// Requests about runs of schedules that have no reply: only the reply would name the runs.
import type { FinalState } from "../history/final-state.ts";
import type { HistoryEvent } from "../history/history-event.ts";

// The id of a schedule, a colon and a slot.
const RUN_ID = /^.+:\d{13}$/s;

/** Returns the events, in which each such request without a reply has all the runs that it may have created, or cancelled. */
export function withUnnamedRuns(events: readonly HistoryEvent[], final: FinalState): readonly HistoryEvent[] {
  const isUnanswered = ({ fires, to }: HistoryEvent) => fires !== undefined && to === undefined;
  if (!events.some(isUnanswered)) return events;
  const seen = new Set(final.jobs.map(([id]) => id));
  for (const { items = [], leased = [] } of events) for (const { id } of [...items, ...leased]) seen.add(id);
  // A run by hand may have the id of one that is gone.
  const items = [...seen].filter((id) => RUN_ID.test(id)).map((id) => ({ id, mortal: true }));
  return events.map((event) => (isUnanswered(event) ? { ...event, items } : event));
}
