// Queues with ready and leased jobs, and with jobs whose leases are lost.
import { byId, ending, type HeadParts, head, omit, RETRIED, type RunParts, record, run } from "./forms.ts";
import type { State } from "./state.ts";
import { place, START, tick } from "./times.ts";

/** A queue with a leased job and a ready one. */
export const LEASED_AND_READY: State = {
  ready: { b: place(2) },
  leased: { a: START + 1 },
  jobs: { a: record(place(1), "A"), b: record(place(2), "B") },
  runs: { a: run("L", tick(7)) },
  meta: { head: head({ due: START + 1, runs: 1, enqueued: 2, leased: 1 }) },
};

/** Returns a queue with ready jobs, in the order of their records, from place 0 on. */
export function readyQueue(jobs: Record<string, string>, headParts: HeadParts = {}): State {
  return { ready: byId(Object.keys(jobs), (_, i) => place(i)), jobs, meta: { head: head(headParts) } };
}

interface LeasedQueueOptions {
  /** The end of all leases. */
  end?: number;
  fence?: (i: number) => number;
  parts?: RunParts;
  /** The parts of the head beside the number of runs. */
  head?: HeadParts;
}

/** Returns a queue with leased jobs, whose fences are tick 1 unless stated otherwise. */
export function leasedQueue(ids: readonly string[], options: LeasedQueueOptions = {}): State {
  const { end = START + 9_000, fence = () => tick(1), parts = {}, head: headParts = {} } = options;
  return {
    leased: byId(ids, () => end),
    jobs: byId(ids, () => record()),
    runs: byId(ids, (_, i) => run("L", fence(i), parts)),
    meta: { head: head({ runs: ids.length, ...headParts }) },
  };
}

/** The ids of five leased jobs, which have the priorities 0 to 4. */
export const FIVE = ["a", "b", "c", "d", "e"];
/** The end of the time to live of job c; the others have none. */
export const C_EXPIRES = START + 9_000;
/** The run of each of the five: its third lease, after one that was released. */
export const FIVE_RUN = { attempt: 3, released: 1, max: 9, progress: '0.5 "half"', attempts: [RETRIED] };

/** Returns the parts of the run of one of the leased jobs in `FIVE`. */
export function runOf(id: string) {
  const i = FIVE.indexOf(id);
  return { ...FIVE_RUN, place: place(1 + i, i), expiresAt: id === "c" ? C_EXPIRES : 0 };
}

/** Returns the fence of one of the leased jobs in `FIVE`. */
export function fenceOf(id: string): number {
  return tick(11 + FIVE.indexOf(id));
}

/** Returns a queue with the leased jobs in `FIVE`. */
export function fiveLeased(flags = ""): State {
  return {
    leased: byId(FIVE, () => START + 1_000),
    jobs: byId(FIVE, (id, i) => record(place(1 + i, i), id, id === "c" ? { expiresAt: C_EXPIRES } : {})),
    runs: byId(FIVE, (id) => run("L", fenceOf(id), runOf(id))),
    meta: { head: head({ flags, runs: 5, leased: 9 }) },
  };
}

/** Returns a queue without some of its leased jobs. */
export function withoutLeased(state: State, ...ids: string[]): State {
  const [leased, jobs, runs] = [state.leased, state.jobs, state.runs].map((fields) => omit(fields, ...ids));
  return { ...state, leased, jobs, runs } as State;
}

const ENDED = { completed: "C", cancelled: "X", expired: "E", trimmed: "F", purged: "P" } as const;

/** A queue with jobs whose holders have lost their leases, each in its own way. */
export const LOST: State = {
  ready: { released: place(1), reclaimed: place(2) },
  leased: { again: START + 1, damaged: START + 1 },
  failed: { failed: START, spent: START },
  done: { done: START },
  jobs: byId(["released", "reclaimed", "again", "damaged", "failed", "spent", "done"], () => record()),
  runs: {
    released: run("W", tick(1)),
    reclaimed: run("L", tick(2)),
    again: run("L", tick(2)),
    damaged: "\n\n",
    failed: run("F", tick(3)),
    spent: run("E", tick(4)),
    done: run("C", tick(4)),
    short: "L 5 1",
    empty: "\n\n",
  },
  meta: { head: head({ runs: 9 }) },
  endings: byId(Object.keys(ENDED), (id) => ending(ENDED[id as keyof typeof ENDED], tick(50))),
  "endings:before": { completed: ending("X", tick(40)), "long ago": ending("C", tick(41)) },
};

/** Leases that are lost, each with the letter of the reason. */
export const LOST_LEASES: [id: string, fence: number, letter: string][] = [
  ["released", tick(1), "W"],
  ["released", tick(9), "A"],
  ["reclaimed", tick(1), "A"],
  ["again", tick(1), "A"],
  ["damaged", tick(5), "U"],
  ["failed", tick(3), "F"],
  ["failed", tick(9), "F"],
  ["spent", tick(1), "F"],
  ["done", tick(4), "C"],
  ...Object.entries(ENDED).map(([id, letter]): [string, number, string] => [id, tick(6), letter]),
  ["long ago", tick(6), "C"],
  ["unknown", tick(9), "U"],
  ["short", tick(5), "A"],
  ["empty", tick(5), "U"],
];
