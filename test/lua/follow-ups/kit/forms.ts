// Follow-ups as the scripts take them, and entries of the outbox.
import { settleLinked } from "../../../../src/engine/all-scripts.ts";
import type { CallOptions, TestQueue } from "../../kit/test-queue.ts";
import { type Item, itemFields } from "../../kit/turns.ts";

/** A follow-up: the number of its job, its id, and the options that are not the usual ones. */
export interface FollowUpFields {
  of?: number;
  id: string;
  payload?: string;
  /** The queue to which it is sent, and its maxLength or -. */
  target?: string;
  kind?: string;
}

/** The kind of a job without options and with a generated id. */
const PLAIN_KIND = "5 1 - - - - -";
/** The kind of a job without options whose id the caller has chosen. */
export const CHOSEN_KIND = "5 1 - 0 - - -";

/** Settles jobs and adds follow-ups. Resolves with the status and the lines of the reply. */
export function settleWith(
  queue: TestQueue,
  items: readonly Item[],
  followUps: readonly FollowUpFields[],
  options: CallOptions<typeof settleLinked> = {},
) {
  const links = followUps.flatMap(({ of = 1, target = "", kind = PLAIN_KIND, id, payload = "{}" }) => [
    String(of),
    target,
    kind,
    id,
    payload,
  ]);
  const withResults = items.filter(([action, , , detail]) => /complete|keep/.test(action) && detail);
  const chosen = followUps.filter(({ target = "", kind = "" }) => target === "" && /^\S+ \S+ \S+ [^-]/.test(kind));
  return queue.call(settleLinked, {
    settles: items.length,
    resultCount: withResults.length,
    items: [...itemFields(items), ...links],
    results: [...withResults.map(([, id]) => id), ...chosen.map(({ id }) => id)],
    limits: "",
    ...options,
  });
}

/** Returns the text of an entry of the outbox. */
export function entry(
  tick: number,
  { target = "other", maxLength = "-", kind = PLAIN_KIND, id = "n", payload = "{}" } = {},
): string {
  return [String(tick).padStart(15, "0"), target, maxLength, kind, id, payload].join("\n");
}
