// Reads the letters with which scripts report the outcome for each job. src/lua/README.md has the table of letters.
import type { JobState } from "../../../engine/keys.ts";

/** The reason why settling, extending or noting progress changed nothing. */
export type StaleReason =
  | "completed"
  | "leased_again"
  | "cancelled"
  | "failed"
  | "released"
  | "expired"
  | "purged"
  | "unknown";

const STALE_REASONS: Record<string, StaleReason> = {
  A: "leased_again",
  C: "completed",
  E: "expired",
  F: "failed",
  // Its lease has expired, and cannot be extended in a queue with groups or limits.
  L: "released",
  P: "purged",
  U: "unknown",
  W: "released",
  X: "cancelled",
};

/** The state of a job after it was settled. */
export type SettledState = Exclude<JobState, "leased" | "blocked">;

/** A follow-up that was added: its id, and the state of the job with that id, "outbox" until another queue has received it. */
export interface FollowUpResult {
  id: string;
  /** The other queue to which it is sent. */
  queue?: string;
  state: JobState | "seen" | "outbox";
  /** False if the id was known, so that nothing was added. */
  created: boolean;
}

/** The result of settling one job: its new state and its follow-ups, if there are any, or the reason why nothing changed. */
export type SettleResult =
  | { id: string; ok: true; state: SettledState; then?: FollowUpResult[] }
  | { id: string; ok: false; reason: StaleReason };

const SETTLED_STATES: Record<string, SettledState> = { c: "done", f: "failed", r: "ready", d: "delayed" };

/** Reads the letters for settled items, the first of `items`. `followUps` has the follow-ups of items. */
export function readSettleLetters(
  letters: string,
  items: readonly { id: string }[],
  followUps?: ReadonlyMap<{ id: string }, FollowUpResult[]>,
): SettleResult[] {
  return items.slice(0, letters.length).map((item, i) => {
    const { id } = item;
    const letter = letters[i] ?? "";
    const state = SETTLED_STATES[letter];
    const then = followUps?.get(item);
    return state ? { id, ok: true, state, ...(then && { then }) } : staleResult(letter, id);
  });
}

/** The result of noting the progress of one job. */
export type ProgressResult = { id: string; ok: true } | { id: string; ok: false; reason: StaleReason };

/** Reads the letter for an extension or a progress note: l if the lease holds, else the reason why it does not. */
export function readHeldLetter(letter: string, id: string): ProgressResult {
  return letter === "l" ? { id, ok: true } : staleResult(letter, id);
}

/** Returns the result of a request that changed nothing, with the reason for which a letter stands. */
function staleResult(letter: string, id: string): { id: string; ok: false; reason: StaleReason } {
  return { id, ok: false, reason: STALE_REASONS[letter] ?? "unknown" };
}

/** The effect of enqueueing a job whose id may be known. */
export const ENQUEUE_OUTCOMES = ["created", "kept", "replaced", "again", "debounced"] as const;

/** The effect of enqueueing a job whose id may be known. */
export type EnqueueOutcome = (typeof ENQUEUE_OUTCOMES)[number];

// By letter: the states of the jobs with the id, and the effects.
const ENQUEUED: Record<string, [JobState, EnqueueOutcome]> = {
  r: ["ready", "created"],
  d: ["delayed", "created"],
  b: ["blocked", "created"],
  R: ["ready", "kept"],
  D: ["delayed", "kept"],
  B: ["blocked", "kept"],
  L: ["leased", "kept"],
  F: ["failed", "kept"],
  C: ["done", "kept"],
  n: ["ready", "replaced"],
  o: ["delayed", "replaced"],
  z: ["blocked", "replaced"],
  q: ["leased", "again"],
  i: ["ready", "debounced"],
  j: ["delayed", "debounced"],
  y: ["blocked", "debounced"],
  k: ["leased", "debounced"],
};

/** Reads the letter for an enqueued job. */
export function readEnqueueLetter(letter: string): {
  created: boolean;
  state: JobState | "seen";
  outcome: EnqueueOutcome;
} {
  const [state, outcome] = ENQUEUED[letter] ?? (["seen", "kept"] as const);
  return { created: outcome === "created", state, outcome };
}
