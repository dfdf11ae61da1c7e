// A queue that records its events.
import { byId, head, record, run } from "./forms.ts";
import type { State } from "./state.ts";
import { due, place, START, tick } from "./times.ts";

/** The number before that of the first entry. */
export const FIRST = tick(7);

/** Returns the fields of meta of a queue that keeps this many entries, and has recorded up to a number. */
export function recordingMeta(keep = 1_000, last = FIRST) {
  return { events: `${keep} ${FIRST}`, recorded: String(last) };
}

/** A recording queue with jobs in every state, none of which is due. */
export const recordingQueue = {
  ready: { r: place(1) },
  delayed: { d: due(START + 9_000) },
  leased: { a: START + 5_000, b: START + 5_000 },
  failed: { f: START },
  done: { o: START },
  expiring: { r: START + 8_000 },
  jobs: {
    ...byId(["d", "a", "b", "f", "o"], () => record()),
    r: record(place(1), "{}", { expiresAt: START + 8_000 }),
  },
  runs: { a: run("L", tick(1)), b: run("L", tick(2), { max: 1 }), f: run("F", tick(3)), o: run("C", tick(4)) },
  meta: {
    head: head({ flags: "e", due: START + 5_000, runs: 4, enqueued: 6, leased: 4, completed: 1 }),
    ...recordingMeta(),
  },
} satisfies State;
