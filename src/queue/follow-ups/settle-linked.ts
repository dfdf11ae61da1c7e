// Settling jobs that have follow-ups, in one request.

import { invalidArgument } from "../../base/arguments.ts";
import { badReplyError, type Reply } from "../../engine/call.ts";
import { loadOnDemandScripts } from "../../engine/on-demand.ts";
import type { RequestIdentity } from "../../engine/request.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { PreparedItem } from "../jobs/settle-items.ts";
import { type FollowUpResult, readEnqueueLetter } from "../jobs/stored/letters.ts";
import type { AddedFollowUps } from "../jobs/turn.ts";
import { forward } from "./forward.ts";

const MAX_ADDED = 1_000;
// The mark of a follow-up that the script has put into the outbox.
const IN_OUTBOX = "s";

/** Sends one request that settles items, adds their follow-ups, which `added` gets, and leases nothing. */
export async function settleLinked<T>(
  context: QueueContext<T>,
  { items, request, added }: { items: readonly PreparedItem[]; request: RequestIdentity; added: AddedFollowUps },
): Promise<Reply> {
  const { settleLinked: script } = await loadOnDemandScripts();
  const withResults = items.filter(({ result }) => result !== "");
  const linked = items.flatMap(({ followUps = [] }, i) => followUps.map((followUp) => ({ followUp, number: i + 1 })));
  if (linked.length > MAX_ADDED) throw invalidArgument(`a request adds at most ${MAX_ADDED} follow-ups`);
  const chosen = linked.filter(({ followUp }) => followUp.queue === undefined && followUp.hasChosenId);
  const args = {
    settles: items.length,
    resultCount: withResults.length,
    limits: context.limits,
    items: [
      ...items.flatMap(({ fields }) => fields),
      ...linked.flatMap(({ followUp, number }) => [String(number), ...followUp.fields]),
    ],
  };
  const results = [...withResults, ...chosen.map(({ followUp }) => followUp)].map(({ id }) => id);
  const reply = await context.call(script, args, { request, results });
  const [letters = "", header = "", marks = "", note] = reply.values;
  if (letters.length !== items.length || marks.length !== linked.length) throw badReplyError(reply);
  if (note === "v") context.warnOfOtherLimits();
  let next = 0;
  for (const item of items) {
    if (item.followUps)
      added.set(
        item,
        item.followUps.map((followUp) => readMark(marks[next++] ?? "", followUp)),
      );
  }
  if (marks.includes(IN_OUTBOX)) await forward(context);
  return { ...reply, values: [letters, header] };
}

/** Returns the follow-up for which a mark stands. */
function readMark(mark: string, { id, queue }: { id: string; queue: string | undefined }): FollowUpResult {
  if (mark === IN_OUTBOX && queue !== undefined) return { id, queue, state: "outbox", created: true };
  const { created, state } = readEnqueueLetter(mark);
  return { id, created, state };
}
